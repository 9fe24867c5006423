// The base API's part on records: which a strategy has, one of them, its trades.
import type { Hono } from "hono";
import { istDay } from "../../../../app/wire/market-sessions.ts";
import { recordChoiceSchema } from "../../../../app/wire/record.ts";
import type { Records } from "../../algos/backtest/records.ts";
import { readStrategy } from "../../algos/catalogue/strategy-rows.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { badParameters, notFound, problem, refuse } from "./problems.ts";

type Parts = { db: SandboxDatabase; records: Records; now: () => Date };

export function createRecordRoutes(api: Hono, { db, records, now }: Parts): void {
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
}
