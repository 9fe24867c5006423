// The base API's sessions: who asks, the client's living tokens, and their end.
import type { Context, Hono } from "hono";
import {
  type AccountSession,
  endSessionsQuerySchema,
  type SessionList,
} from "../../../../app/wire/session.ts";
import { findAnyClient } from "../../accounts/api-accounts.ts";
import {
  endSignIns,
  endToken,
  endTokenById,
  findToken,
  type KeptToken,
  listTokens,
  noteUse,
} from "../../accounts/tokens.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { problem, refuse } from "./problems.ts";

type Personal = Hono<{ Variables: { clientId: string } }>;
type Options = { db: SandboxDatabase; now: () => number };

const iso = (ms: number) => new Date(ms).toISOString();

/** Lets in who has a living token, and notes its use. */
export function guardByToken(account: Personal, paths: readonly string[], { db, now }: Options): void {
  for (const path of paths)
    account.use(path, async (context, next) => {
      const token = findToken(db, context.req.header("access-token") ?? "", now());
      if (token === null)
        return refuse(problem(401, "Signed out", "The access token is missing, wrong or has ended."));
      if (token.kind === "app")
        return refuse(problem(403, "Not for apps", "An app's token is for the trading API alone."));
      context.set("clientId", token.clientId);
      // Whether a token lives is asked all the time, by nobody in person.
      const isMereLook = context.req.method === "GET" && context.req.path.endsWith("/v1/session");
      if (!isMereLook) noteUse(db, token, now());
      return next();
    });
}

export function createSessionRoutes(account: Personal, { db, now }: Options): void {
  /** The token that came with the request; the guard has seen that it lives. */
  function ownToken(context: Context): KeptToken {
    const token = findToken(db, context.req.header("access-token") ?? "", now());
    if (token === null) throw new Error("the token ended within the request");
    return token;
  }

  account.get("/v1/session", (context) => {
    const { id, kind, clientId, createdAt, expiresAt } = ownToken(context);
    return context.json({
      id,
      kind,
      clientId,
      name: findAnyClient(db, clientId)?.name ?? "",
      createdAt: iso(createdAt),
      endsAt: iso(expiresAt),
    } satisfies AccountSession);
  });

  account.delete("/v1/session", (context) => {
    endToken(db, context.req.header("access-token") ?? "");
    return context.body(null, 204);
  });

  account.get("/v1/sessions", (context) => {
    const own = ownToken(context).id;
    const items = listTokens(db, context.get("clientId"), now()).map((token) => ({
      id: token.id,
      kind: token.kind,
      label: token.label,
      ...(token.kind === "app" ? { permissions: [...token.scopes] } : {}),
      createdAt: iso(token.createdAt),
      lastSeenAt: iso(token.lastSeenAt),
      endsAt: iso(token.expiresAt),
      isCurrent: token.id === own,
    }));
    return context.json({ items } satisfies SessionList);
  });

  account.delete("/v1/sessions/:id", (context) =>
    endTokenById(db, context.get("clientId"), context.req.param("id"))
      ? context.body(null, 204)
      : refuse(problem(404, "Not found", "There is no such session.")),
  );

  account.delete("/v1/sessions", (context) => {
    const query = endSessionsQuerySchema.safeParse(context.req.query());
    if (!query.success)
      return refuse(
        problem(400, "Bad request", "The scope was not understood.", [
          { parameter: "scope", expected: "others or all" },
        ]),
      );
    const token = ownToken(context);
    endSignIns(db, token.clientId, query.data.scope === "all" ? null : token.id);
    return context.body(null, 204);
  });
}
