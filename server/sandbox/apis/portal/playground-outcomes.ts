// Stores the responses of the documentation's playground for some minutes, so that the playground can redirect to a
// response and reload it. Only the account that sent the call can read the response, under an id that cannot be
// guessed. Only the site calls these endpoints; they are not public.
import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { LRUCache } from "lru-cache";
import { entriesUpTo } from "../../../rate-limits/entries-up-to.ts";
import { findTokenClient } from "../../accounts/tokens.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { HandOvers } from "./hand-overs.ts";

export const OUTCOME_LIMITS = {
  bytes: 512 * 1_024,
  allBytes: 64 * 1_024 * 1_024,
  perAccount: 20,
  cachedForMs: 15 * 60_000,
  /** Maximum length of an outcome's summary as JSON, in characters. */
  summaryChars: 500,
} as const;

type Outcomes = Hono<{ Variables: { clientId: string } }>;

export function createPlaygroundOutcomes(options: {
  db: SandboxDatabase;
  now: () => number;
  handOvers: HandOvers;
}): Outcomes {
  const { db, now, handOvers } = options;
  const stored = new LRUCache<string, { clientId: string; text: string; summary: unknown }>({
    maxSize: OUTCOME_LIMITS.allBytes,
    maxEntrySize: OUTCOME_LIMITS.bytes * 4,
    ttl: OUTCOME_LIMITS.cachedForMs,
    sizeCalculation: ({ text }) => text.length * 2 + 200,
  });
  const namesOf = new LRUCache<string, string[]>(entriesUpTo(20_000));
  const outcomes: Outcomes = new Hono();

  outcomes.post("/hand-over", async (context) => {
    const body = (await context.req.json().catch(() => ({}))) as { code?: unknown };
    const found = handOvers.redeem(String(body.code ?? ""));
    return found === null
      ? context.json({ detail: "The code does not exist or has expired." }, 404)
      : context.json(found);
  });

  outcomes.use(async (context, next) => {
    const client = findTokenClient(db, context.req.header("access-token") ?? "", now());
    if (client === null) return context.json({ detail: "The access token is missing or has expired." }, 401);
    context.set("clientId", client.id);
    return next();
  });

  outcomes.post("/outcomes", async (context) => {
    if (Number(context.req.header("content-length") ?? Number.POSITIVE_INFINITY) > OUTCOME_LIMITS.bytes)
      return context.json(
        { detail: `The body must have a Content-Length of at most ${OUTCOME_LIMITS.bytes} bytes.` },
        413,
      );
    const clientId = context.get("clientId");
    const id = randomBytes(18).toString("base64url");
    const text = await context.req.text();
    stored.set(id, { clientId, text, summary: readSummary(text) });
    const names = [...(namesOf.get(clientId) ?? []), id];
    for (const old of names.splice(0, names.length - OUTCOME_LIMITS.perAccount)) stored.delete(old);
    namesOf.set(clientId, names);
    return context.json({ id });
  });

  outcomes.get("/outcomes", (context) => {
    const ids = namesOf.get(context.get("clientId")) ?? [];
    return context.json(
      ids.toReversed().flatMap((id) => {
        const summary = stored.peek(id)?.summary ?? null;
        return summary === null ? [] : [{ id, summary }];
      }),
    );
  });

  outcomes.get("/outcomes/:id", (context) => {
    const found = stored.get(context.req.param("id"));
    if (found === undefined || found.clientId !== context.get("clientId"))
      return context.json({ detail: "The outcome does not exist or has expired." }, 404);
    return context.body(found.text, 200, { "Content-Type": "application/json" });
  });
  return outcomes;
}

/** Returns the summary of the outcome. Null if there is none, it is too long, or the text is not JSON. */
function readSummary(text: string): unknown {
  try {
    const { summary = null } = JSON.parse(text) as { summary?: unknown };
    return JSON.stringify(summary).length > OUTCOME_LIMITS.summaryChars ? null : summary;
  } catch {
    return null;
  }
}
