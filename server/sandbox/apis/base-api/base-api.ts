// The base API over HTTP: reads the parameters, asks the store, answers JSON or an RFC 9457 problem. Its contract is
// app/wire/base-api.ts; openapi.ts prints the same contract as a document.
import { Hono } from "hono";
import { countStrategies } from "../../algos/catalogue/strategy-rows.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { createAccount } from "./account.ts";
import { createCatalogueRoutes } from "./catalogue.ts";
import { createInstrumentRoutes } from "./instruments.ts";
import { openApiDocument } from "./openapi.ts";
import { problem, refuse } from "./problems.ts";
import { createRecordRoutes, type Evidence } from "./records.ts";
import type { Trading } from "./trading.ts";

export function createBaseApi(
  db: SandboxDatabase,
  market: SandboxMarket,
  trading: Trading,
  evidence: Evidence,
  now: () => Date,
): Hono {
  const api = new Hono();

  // The trading API, which stands below the same root, has a rule of its own for ids.
  api.use("/v1/*", async (context, next) => {
    const requestId = context.req.header("x-request-id");
    await next();
    if (requestId !== undefined && /^[\w-]{1,64}$/.test(requestId)) context.header("X-Request-Id", requestId);
    context.header("Cache-Control", "no-store");
  });

  api.get("/v1/health", (context) =>
    context.json({ status: "ok", strategies: countStrategies(db), simulated: true }),
  );

  api.route(
    "/",
    createAccount(db, trading, () => now().getTime()),
  );

  api.get("/v1/openapi.json", (context) => context.json(openApiDocument()));

  createCatalogueRoutes(api, { db, market, now });
  createInstrumentRoutes(api, { market, now });
  createRecordRoutes(api, { db, evidence });

  api.all("/v1/*", (context) => {
    const known = ["GET", "HEAD"].includes(context.req.method);
    return known
      ? refuse(problem(404, "Not found", "The base API has no such path."))
      : refuse(problem(405, "Method not allowed", "The base API answers GET here."));
  });
  return api;
}
