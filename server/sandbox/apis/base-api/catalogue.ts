// The base API's part on the catalogue: strategies by query and one by one, what each trades and requires now, managers.
import type { Hono } from "hono";
import { suggestQuerySchema } from "../../../../app/wire/base-api.ts";
import type { Instrument, Strategy } from "../../../../app/wire/strategy.ts";
import { decodeStrategyQuery } from "../../../../app/wire/strategy-query.ts";
import {
  readManager,
  readManagers,
  readSimilar,
  readStrategy,
  suggestStrategies,
} from "../../algos/catalogue/strategy-rows.ts";
import { BadCursor, searchStrategies } from "../../algos/catalogue/strategy-search.ts";
import { strategyMargin } from "../../algos/deployments/strategy-margin.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { badParameters, notFound, problem, refuse } from "./problems.ts";

type Parts = { db: SandboxDatabase; market: SandboxMarket; now: () => Date };

export function createCatalogueRoutes(api: Hono, { db, market, now }: Parts): void {
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

  api.get("/v1/strategies/:id/instruments", (context) => {
    const strategy = readStrategy(db, context.req.param("id"));
    if (strategy === null) return refuse(notFound("strategy"));
    const at = now();
    return context.json({ items: instrumentsNow(strategy, market, at.getTime()), asOf: at.toISOString() });
  });

  api.get("/v1/strategies/:id/margin", (context) => {
    const strategy = readStrategy(db, context.req.param("id"));
    if (strategy === null) return refuse(notFound("strategy"));
    return context.json(strategyMargin(db, market, strategy, now().getTime()));
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
