// The base API over HTTP: handlers of all operations of its contract (app/contract/base-api/operations.ts). A new
// operation needs a row in the contract and a handler; router.ts creates its route.
import { Hono } from "hono";
import { baseOpenApi } from "../../../../app/contract/base-api/openapi.ts";
import { countStrategies } from "../../algos/catalogue/strategy-rows.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { catalogueHandlers } from "./catalogue.ts";
import { instrumentHandlers } from "./instruments.ts";
import { notificationHandlers } from "./notifications.ts";
import { portfolioHandlers } from "./portfolio.ts";
import { type EvidenceSources, recordHandlers } from "./records.ts";
import { createRouter } from "./router.ts";
import { sessionHandlers } from "./sessions.ts";
import { tracklistHandlers } from "./tracklists.ts";
import { type TradingServices, tradingHandlers } from "./trading.ts";

export function createBaseApi(
  db: SandboxDatabase,
  market: SandboxMarket,
  trading: TradingServices,
  evidence: EvidenceSources,
  now: () => Date,
): Hono {
  const api = new Hono();
  const nowMs = () => now().getTime();

  // Applies to `/v1` only. The trading API is mounted below the same root and sets its request ids itself.
  api.use("/v1/*", async (context, next) => {
    const requestId = context.req.header("x-request-id");
    await next();
    if (requestId !== undefined && /^[\w-]{1,64}$/.test(requestId)) context.header("X-Request-Id", requestId);
    context.header("Cache-Control", "no-store");
  });

  api.get("/v1/openapi.json", (context) => context.json(baseOpenApi()));
  const { routes, noRoute } = createRouter(
    {
      getHealth: () => ({ status: "ok", strategies: countStrategies(db), simulated: true }),
      ...catalogueHandlers({ db, market, now }),
      ...instrumentHandlers({ market, now }),
      ...recordHandlers({ db, evidence }),
      ...sessionHandlers({ db, now: nowMs }),
      ...tracklistHandlers(db, nowMs),
      ...tradingHandlers(trading),
      ...portfolioHandlers(db, trading),
      ...notificationHandlers(trading.notifications),
    },
    { db, now: nowMs },
  );
  api.route("/", routes);
  api.all("/v1/*", noRoute);
  return api;
}
