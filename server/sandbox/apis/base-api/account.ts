// The base API's personal part: who asks is told by the access token alone, and what belongs to another client is not
// there.
import { type Context, Hono } from "hono";
import { newTracklistSchema, tracklistChangeSchema } from "../../../../app/wire/tracklist.ts";
import { DeploymentConflict } from "../../algos/deployments/deployment-rows.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { createNotificationRoutes, NOTIFICATION_PATHS } from "./notifications.ts";
import { createPortfolioRoutes, PORTFOLIO_PATHS } from "./portfolio.ts";
import { problem, refuse } from "./problems.ts";
import { readBody, readIdempotencyKey } from "./read-body.ts";
import { createSessionRoutes, guardByToken } from "./sessions.ts";
import { TracklistConflict, Tracklists } from "./tracklists.ts";
import { createTradingRoutes, type Trading } from "./trading.ts";

const PERSONAL_PATHS = [
  "/v1/session",
  "/v1/sessions",
  "/v1/sessions/*",
  "/v1/tracklists",
  "/v1/tracklists/*",
  "/v1/deployments",
  "/v1/deployments/*",
  "/v1/orders",
  "/v1/trades",
  "/v1/order-events",
  "/v1/disclosures",
  "/v1/disclosures/*",
  "/v1/funds",
  "/v1/kill-switch",
  "/v1/risk-acknowledgement",
  ...PORTFOLIO_PATHS,
  ...NOTIFICATION_PATHS,
];

export function createAccount(
  db: SandboxDatabase,
  trading: Trading,
  now: () => number,
): Hono<{ Variables: { clientId: string } }> {
  const account = new Hono<{ Variables: { clientId: string } }>();
  const tracklists = new Tracklists(db, now);

  guardByToken(account, PERSONAL_PATHS, { db, now });

  account.onError((fault, context) => {
    if (fault instanceof TracklistConflict || fault instanceof DeploymentConflict)
      return refuse(problem(409, "Conflict", fault.message));
    context.error = fault;
    throw fault;
  });

  createSessionRoutes(account, { db, now });

  account.get("/v1/tracklists", (context) =>
    context.json({ items: tracklists.list(context.get("clientId")) }),
  );

  account.post("/v1/tracklists", async (context) => {
    const body = await readBody(context, newTracklistSchema);
    if (body instanceof Response) return body;
    const key = readIdempotencyKey(context);
    if (key instanceof Response) return key;
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

  createTradingRoutes(account, trading);
  createPortfolioRoutes(account, db, trading);
  createNotificationRoutes(account, trading.notifications);

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
