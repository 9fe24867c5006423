// The base API over HTTP: reads the parameters, asks the store, answers JSON or an RFC 9457 problem. Its contract is
// app/wire/base-api.ts; openapi.ts prints the same contract as a document.
import { Hono } from "hono";
import type { z } from "zod";
import { type ApiProblem, suggestQuerySchema } from "../../../../app/wire/base-api.ts";
import { istDay } from "../../../../app/wire/market-sessions.ts";
import { recordChoiceSchema } from "../../../../app/wire/record.ts";
import type { Instrument, Strategy } from "../../../../app/wire/strategy.ts";
import { decodeStrategyQuery } from "../../../../app/wire/strategy-query.ts";
import type { Records } from "../../algos/backtest/records.ts";
import {
  countStrategies,
  readManager,
  readManagers,
  readSimilar,
  readStrategy,
  suggestStrategies,
} from "../../algos/catalogue/strategy-rows.ts";
import { BadCursor, searchStrategies } from "../../algos/catalogue/strategy-search.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { createAccount } from "./account.ts";
import { openApiDocument } from "./openapi.ts";
import { problem, refuse } from "./problems.ts";
import type { Trading } from "./trading.ts";

export function createBaseApi(
  db: SandboxDatabase,
  market: SandboxMarket,
  trading: Trading,
  records: Records,
  now: () => Date,
): Hono {
  const api = new Hono();

  api.use(async (context, next) => {
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

  api.get("/v1/strategies", (context) => {
    const query = decodeStrategyQuery(new URL(context.req.url).searchParams);
    if (!query.success) return refuse(badParameters(query.error));
    try {
      return context.json(searchStrategies(db, query.data, now()));
    } catch (fault) {
      if (!(fault instanceof BadCursor)) throw fault;
      return refuse(
        problem(400, "Bad request", "The cursor was not understood.", [
          { parameter: "cursor", expected: `a cursor from an earlier answer; ${fault.message}` },
        ]),
      );
    }
  });

  api.get("/v1/strategies/:id", (context) => {
    const strategy = readStrategy(db, context.req.param("id"));
    return strategy === null ? refuse(notFound("strategy")) : context.json(strategy);
  });

  api.get("/v1/strategies/:id/similar", (context) => {
    const id = context.req.param("id");
    if (readStrategy(db, id) === null) return refuse(notFound("strategy"));
    return context.json({ items: readSimilar(db, id) });
  });

  api.get("/v1/strategies/:id/records", (context) => {
    const strategy = readStrategy(db, context.req.param("id"));
    if (strategy === null) return refuse(notFound("strategy"));
    return context.json({ items: records.list(strategy, istDay(now().getTime()) - 1) });
  });

  /** The record that a request means, or why there is none. */
  function chosenRecord(id: string, query: Record<string, string>) {
    const strategy = readStrategy(db, id);
    if (strategy === null) return refuse(notFound("strategy"));
    const choice = recordChoiceSchema.safeParse(query);
    if (!choice.success) return refuse(badParameters(choice.error));
    const { evidence, version = strategy.version } = choice.data;
    const isThere = records
      .list(strategy, istDay(now().getTime()) - 1)
      .some((listing) => listing.evidence === evidence && listing.version === version);
    if (!isThere)
      return refuse(problem(404, "Not found", "The strategy has no record of this class and version."));
    return { strategy, name: { strategyId: strategy.id, evidence, version } };
  }

  api.get("/v1/strategies/:id/record", (context) => {
    const chosen = chosenRecord(context.req.param("id"), context.req.query());
    if (chosen instanceof Response) return chosen;
    return context.json(records.read(chosen.strategy, chosen.name));
  });

  api.get("/v1/strategies/:id/record/trades", (context) => {
    const chosen = chosenRecord(context.req.param("id"), context.req.query());
    return chosen instanceof Response ? chosen : context.json({ items: records.trades(chosen.name) });
  });

  api.get("/v1/strategies/:id/instruments", (context) => {
    const strategy = readStrategy(db, context.req.param("id"));
    if (strategy === null) return refuse(notFound("strategy"));
    const at = now();
    return context.json({ items: instrumentsNow(strategy, market, at.getTime()), asOf: at.toISOString() });
  });

  api.get("/v1/suggestions", (context) => {
    const query = suggestQuerySchema.safeParse(context.req.query());
    if (!query.success) return refuse(badParameters(query.error));
    return context.json({ items: suggestStrategies(db, query.data.text) });
  });

  api.get("/v1/managers", (context) => context.json({ items: readManagers(db) }));

  api.get("/v1/managers/:id", (context) => {
    const manager = readManager(db, context.req.param("id"));
    return manager === null ? refuse(notFound("manager")) : context.json(manager);
  });

  api.all("/v1/*", (context) => {
    const known = ["GET", "HEAD"].includes(context.req.method);
    return known
      ? refuse(problem(404, "Not found", "The base API has no such path."))
      : refuse(problem(405, "Method not allowed", "The base API answers GET here."));
  });
  return api;
}

/** The catalogue's instruments, and for options on an index the nearest contracts at the money. */
function instrumentsNow(strategy: Strategy, market: SandboxMarket, atMs: number): Instrument[] {
  const isIndexOptions = strategy.instrument === "Index Options";
  return strategy.instruments.flatMap((instrument) =>
    isIndexOptions && instrument.role === "underlying"
      ? [instrument, ...market.nearestContracts(instrument.exchangeSegment, instrument.securityId, atMs)]
      : [instrument],
  );
}

function notFound(what: string): ApiProblem {
  return problem(404, "Not found", `No ${what} has this id.`);
}

function badParameters(error: z.ZodError): ApiProblem {
  const errors = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ parameter: key, expected: "no such parameter" }))
      : [{ parameter: issue.path.join("."), expected: issue.message }],
  );
  return problem(400, "Bad request", "At least one parameter was not understood.", errors);
}
