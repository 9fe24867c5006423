// Records over the base API: which there are, each with its trades, the keys that sign them, and the heads published each day.
import type { Hono } from "hono";
import { recordChoiceSchema } from "../../../../app/wire/record.ts";
import type { Strategy } from "../../../../app/wire/strategy.ts";
import type { StrategyStudies } from "../../../../app/wire/studies.ts";
import { publicKeys } from "../../algos/backtest/evidence-keys.ts";
import { headsIndex, publishedHeads } from "../../algos/backtest/record-heads.ts";
import type { Progress } from "../../algos/backtest/record-keeper.ts";
import type { RecordPlan } from "../../algos/backtest/record-plans.ts";
import type { Records } from "../../algos/backtest/record-store.ts";
import { readStrategy } from "../../algos/catalogue/strategy-rows.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { badParameters, notFound, problem, refuse } from "./problems.ts";

export type Evidence = {
  records: Records;
  /** The records that a strategy has or is to have, the newest version first. */
  plansOf(strategy: Strategy): RecordPlan[];
  studiesOf(strategy: Strategy): StrategyStudies;
  /** Null while nothing is being made. */
  progress(): Progress | null;
};

export function createRecordRoutes(
  api: Hono,
  { db, evidence }: { db: SandboxDatabase; evidence: Evidence },
): void {
  const { records, plansOf, studiesOf, progress } = evidence;

  api.get("/v1/strategies/:id/records", (context) => {
    const strategy = readStrategy(db, context.req.param("id"));
    if (strategy === null) return refuse(notFound("strategy"));
    const items = plansOf(strategy).map((plan) => records.listing(plan));
    return context.json({ items, making: progress() });
  });

  api.get("/v1/strategies/:id/studies", (context) => {
    const strategy = readStrategy(db, context.req.param("id"));
    return strategy === null ? refuse(notFound("strategy")) : context.json(studiesOf(strategy));
  });

  /** The record that a request means, or why there is none. */
  function chosenPlan(id: string, query: Record<string, string>): RecordPlan | Response {
    const strategy = readStrategy(db, id);
    if (strategy === null) return refuse(notFound("strategy"));
    const choice = recordChoiceSchema.safeParse(query);
    if (!choice.success) return refuse(badParameters(choice.error));
    const { evidence: wanted, start, version = strategy.version } = choice.data;
    return (
      plansOf(strategy).find(
        (plan) => plan.evidence === wanted && plan.version === version && plan.start === start,
      ) ?? refuse(problem(404, "Not found", "The strategy has no record of this class, version and start."))
    );
  }

  const json = { "Content-Type": "application/json" };

  api.get("/v1/strategies/:id/record", (context) => {
    const plan = chosenPlan(context.req.param("id"), context.req.query());
    return plan instanceof Response ? plan : context.body(records.document(plan), 200, json);
  });

  api.get("/v1/strategies/:id/record/trades", (context) => {
    const plan = chosenPlan(context.req.param("id"), context.req.query());
    return plan instanceof Response
      ? plan
      : context.body(`{"items":${records.tradesDocument(plan)}}`, 200, json);
  });

  api.get("/v1/evidence/keys", (context) => context.json(publicKeys(db)));
  api.get("/v1/evidence/heads", (context) => context.json(headsIndex(db)));
  api.get("/v1/evidence/heads/:day", (context) => {
    const body = publishedHeads(db, context.req.param("day"));
    return body === null ? refuse(notFound("published file")) : context.body(body, 200, json);
  });
}
