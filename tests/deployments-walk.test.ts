// A random walk with deployments. Live and paper deployments trade by their rules, pay their managers, and are paused,
// resumed, squared off and run over days and months, while the trader places other orders. Funds, trades, fees and each
// deployment's result agree after every operation.
import fc from "fast-check";
import { expect, it } from "vitest";
import { liveAccount, paperAccount } from "../server/sandbox/broker/broker.ts";
import {
  act,
  BUSY,
  begin,
  broker,
  build,
  CLIENT,
  db,
  deployments,
  openDeployments,
  pass,
  read,
  rows,
  run,
  runner,
  SEEDLING,
  STRADDLE,
  setNow,
} from "./support/deployment-rig.ts";

const OPERATIONS = 60;
const ALGOS = [STRADDLE, SEEDLING, BUSY] as const;
const MODES = ["live", "paper"] as const;

type Operation = {
  kind: "minutes" | "evening" | "month" | "pause" | "resume" | "exit" | "own" | "restart";
  pick: number;
};

const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant("minutes" as const) },
    { weight: 3, arbitrary: fc.constant("evening" as const) },
    { weight: 1, arbitrary: fc.constant("month" as const) },
    { weight: 2, arbitrary: fc.constant("pause" as const) },
    { weight: 3, arbitrary: fc.constant("resume" as const) },
    { weight: 1, arbitrary: fc.constant("exit" as const) },
    { weight: 3, arbitrary: fc.constant("own" as const) },
    { weight: 1, arbitrary: fc.constant("restart" as const) },
  ),
  pick: fc.nat({ max: 10_000 }),
});

openDeployments();

const MORNING = "T09:21:00+05:30";
const isoAfter = (days: number) =>
  new Date(broker.now() + days * 86_400_000 + 330 * 60_000).toISOString().slice(0, 10);

function own(pick: number): void {
  const instrument = broker.instrument(["NSE_EQ:1333", "NSE_EQ:2885"][pick % 2] ?? "");
  if (instrument === null) throw new Error("not listed");
  broker.run(() =>
    broker.place({
      clientId: CLIENT,
      account: liveAccount(CLIENT),
      deploymentId: null,
      leg: null,
      instrument,
      side: pick % 3 === 0 ? "SELL" : "BUY",
      product: "CNC",
      quantity: 1 + (pick % 20),
      limitPaise: null,
      validity: "DAY",
      intent: null,
      correlationId: null,
      capPaise: null,
    }),
  );
}

function step({ kind, pick }: Operation, ids: readonly string[]): void {
  const id = ids[pick % ids.length] ?? "";
  switch (kind) {
    case "minutes":
      run((1 + (pick % 30)) * 60, 60);
      break;
    case "evening":
    case "month":
      setNow(`${isoAfter(0)}T15:41:00+05:30`);
      runner.tick();
      setNow(`${isoAfter(kind === "month" ? 20 + (pick % 20) : 1)}${MORNING}`);
      runner.tick();
      break;
    case "own":
      own(pick);
      break;
    case "restart":
      // The exchange is built again from the store: positions, balances and orders.
      build("exchange");
      break;
    default: {
      const { state } = read(id);
      const isPossible =
        (kind === "pause" && state === "active") ||
        (kind === "resume" && state === "paused") ||
        (kind === "exit" && (state === "active" || state === "paused") && pick % 4 === 0);
      if (isPossible) act(id, kind);
      pass(1_000);
      runner.tick();
    }
  }
}

function verify(ids: readonly string[]): { trades: number; fees: number } {
  const sumOf = (sql: string, ...values: string[]) =>
    (db.prepare(sql).get(...values) as { sum: number | null }).sum ?? 0;
  const CASH =
    "SELECT sum(CASE side WHEN 'SELL' THEN quantity ELSE -quantity END * price_paise) AS sum FROM trades WHERE";
  for (const account of [liveAccount(CLIENT), ...ids.map(paperAccount)]) {
    const of = (kind: string) =>
      sumOf("SELECT sum(amount_paise) AS sum FROM ledger WHERE account = ? AND kind = ?", account, kind);
    const cash = sumOf(`${CASH} account = ?`, account);
    const charges = sumOf("SELECT sum(charges_paise) AS sum FROM trades WHERE account = ?", account);
    const ledgerSum = sumOf("SELECT sum(amount_paise) AS sum FROM ledger WHERE account = ?", account);
    expect(ledgerSum).toBe(of("opening") + cash - charges + of("fee"));
    expect(broker.ledger.balance(account) ?? 0).toBe(ledgerSum);
    const funds = broker.funds(account);
    expect(funds.availablePaise).toBe(
      funds.openingPaise +
        funds.realisedPaise +
        funds.collateralPaise +
        funds.receivablePaise -
        funds.usedPaise,
    );
  }
  let fees = 0;
  for (const id of ids) {
    const { result, positions, fees: booked } = read(id);
    const cash = sumOf(`${CASH} deployment_id = ?`, id);
    const charges = sumOf("SELECT sum(charges_paise) AS sum FROM trades WHERE deployment_id = ?", id);
    const paid = -sumOf(
      "SELECT sum(amount_paise) AS sum FROM ledger WHERE deployment_id = ? AND kind = 'fee'",
      id,
    );
    const held = positions.reduce((sum, { quantity, lastPaise }) => sum + quantity * (lastPaise ?? 0), 0);
    expect(booked.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(paid + 0);
    expect((result?.totalPaise ?? 0) + 0).toBe(cash + held - charges - paid + 0);
    expect((result?.feesPaise ?? 0) + 0).toBe(paid + 0);
    fees += paid;
  }
  return { trades: sumOf("SELECT count(*) AS sum FROM trades WHERE deployment_id IS NOT NULL"), fees };
}

it("ledger, funds and results match the sums of trades and fees after each operation", {
  timeout: 180_000,
}, () => {
  db.exec("PRAGMA synchronous = OFF");
  setNow(`2026-11-17${MORNING}`);
  build("exchange");
  const ids = MODES.flatMap((mode) => ALGOS.map((strategyId) => begin({ strategyId, mode })));
  run(120, 60);
  const steps = fc.sample(operation, { numRuns: OPERATIONS, seed: 20_261_122 });
  let seen = { trades: 0, fees: 0 };
  for (const one of steps) {
    step(one, ids);
    seen = verify(ids);
  }
  expect(new Set(steps.map(({ kind }) => kind)).size).toBe(8);
  expect(seen.trades).toBeGreaterThanOrEqual(20);
  expect(seen.fees).toBeGreaterThan(0);
  expect(deployments.list(CLIENT)).toHaveLength(ids.length);
  expect(rows.byId(ids[0] ?? "")).toBeDefined();
});
