// The base API's personal part: who asks is told by the access token alone, and what belongs to another client is not
// there.
import { type Context, Hono } from "hono";
import type { z } from "zod";
import { newTracklistSchema, tracklistChangeSchema } from "../../../app/wire/tracklist.ts";
import { clientOf, endToken } from "../login/consents.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { TracklistConflict, Tracklists } from "../store/tracklists.ts";
import { problem, refuse } from "./problems.ts";

const IDEMPOTENCY_KEY = /^[\w-]{8,80}$/;

export function createAccount(
  db: SandboxDatabase,
  now: () => number,
): Hono<{ Variables: { clientId: string } }> {
  const account = new Hono<{ Variables: { clientId: string } }>();
  const tracklists = new Tracklists(db, now);

  for (const path of ["/v1/session", "/v1/tracklists", "/v1/tracklists/*"])
    account.use(path, async (context, next) => {
      const client = clientOf(db, context.req.header("access-token") ?? "", now());
      if (client === null)
        return refuse(problem(401, "Signed out", "The access token is missing, wrong or has ended."));
      context.set("clientId", client.id);
      return next();
    });

  account.onError((fault, context) => {
    if (fault instanceof TracklistConflict) return refuse(problem(409, "Conflict", fault.message));
    context.error = fault;
    throw fault;
  });

  account.delete("/v1/session", (context) => {
    endToken(db, context.req.header("access-token") ?? "");
    return context.body(null, 204);
  });

  account.get("/v1/tracklists", (context) =>
    context.json({ items: tracklists.list(context.get("clientId")) }),
  );

  account.post("/v1/tracklists", async (context) => {
    const body = await readBody(context, newTracklistSchema);
    if (body instanceof Response) return body;
    const key = context.req.header("idempotency-key") ?? null;
    if (key !== null && !IDEMPOTENCY_KEY.test(key))
      return refuse(problem(422, "Not accepted", "Idempotency-Key: 8 to 80 letters, digits, - or _."));
    return context.json(tracklists.create(context.get("clientId"), body.name, key));
  });

  account.patch("/v1/tracklists/:id", async (context) => {
    const body = await readBody(context, tracklistChangeSchema);
    if (body instanceof Response) return body;
    return found(context, tracklists.change(context.get("clientId"), context.req.param("id"), body));
  });

  account.delete("/v1/tracklists/:id", (context) =>
    tracklists.delete(context.get("clientId"), context.req.param("id"))
      ? context.body(null, 204)
      : found(context, null),
  );

  account.put("/v1/tracklists/:id/restored", (context) =>
    found(context, tracklists.restore(context.get("clientId"), context.req.param("id"))),
  );

  account.put("/v1/tracklists/:id/strategies/:strategyId", (context) =>
    found(
      context,
      tracklists.track(context.get("clientId"), context.req.param("id"), context.req.param("strategyId")),
    ),
  );

  account.delete("/v1/tracklists/:id/strategies/:strategyId", (context) =>
    found(
      context,
      tracklists.untrack(context.get("clientId"), context.req.param("id"), context.req.param("strategyId")),
    ),
  );

  account.get("/v1/shared-tracklists/:shareId", (context) => {
    const shared = tracklists.shared(context.req.param("shareId"));
    return shared === null
      ? refuse(problem(404, "Not found", "No tracklist is shared under this name."))
      : context.json(shared);
  });
  return account;
}

function found(context: Context, tracklist: unknown): Response {
  return tracklist === null
    ? refuse(problem(404, "Not found", "There is no such tracklist, or no such algo."))
    : context.json(tracklist as object);
}

async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema> | Response> {
  let json: unknown;
  try {
    json = await context.req.json();
  } catch {
    return refuse(problem(400, "Bad request", "The body must be JSON."));
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  return refuse(
    problem(
      422,
      "Not accepted",
      "At least one field was not accepted.",
      parsed.error.issues.map((issue) => ({ parameter: issue.path.join("."), expected: issue.message })),
    ),
  );
}
