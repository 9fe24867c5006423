// Publication of new algo versions by managers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { DAY_MS, istDay } from "../../../../app/domain/time.ts";
import { openDatabase } from "../../store/database.ts";
import { listRecordPlans } from "../backtest/record-plans.ts";
import { compareVersions } from "../deployments/version-difference.ts";
import { buildCatalogue } from "./build-catalogue.ts";
import { MIN_DEPLOYMENT_AGE_MS, Publisher, readPublished } from "./publisher.ts";
import { readPlan } from "./strategy-rows.ts";
import { NEXT_VERSIONS, nextVersion } from "./versions.ts";

const NOON = Date.parse("2026-11-18T12:00:00+05:30");
const [FIRST = "", SECOND = ""] = Object.keys(NEXT_VERSIONS);

let folder = "";
afterEach(() => {
  if (folder !== "") rmSync(folder, { recursive: true, force: true });
});

function rig() {
  folder = mkdtempSync(join(tmpdir(), "publisher-"));
  const db = openDatabase(folder);
  const catalogue = buildCatalogue();
  let now = NOON;
  const deployed: { strategy_id: string; started_at: number | null }[] = [];
  const logged: string[] = [];
  const make = () =>
    new Publisher({ db, catalogue, now: () => now, running: () => deployed }, ({ id, version }) =>
      logged.push(`${id} ${version}`),
    );
  let publisher = make();
  return {
    db,
    catalogue,
    deployed,
    logged,
    restart: () => {
      publisher = make();
    },
    after(ms: number) {
      now += ms;
      publisher.tick();
    },
    now: () => now,
  };
}

it.each(Object.keys(NEXT_VERSIONS))(
  "%s: the next version states its changes and replaces the previous version",
  (id) => {
    const before = buildCatalogue();
    const old = before.strategies.find((strategy) => strategy.id === id);
    if (old === undefined) throw new Error("not in the catalogue");
    const version = nextVersion(old.version);
    const after = buildCatalogue([{ id, version, on: "2026-11-18" }]);
    const next = after.strategies.find((strategy) => strategy.id === id);
    if (next === undefined) throw new Error("not in the catalogue");
    expect(compareVersions(old, next).changes.map(({ what }) => what)).toContain("How it works");
    expect(next.versions.slice(0, 2)).toMatchObject([
      { version, since: "2026-11-18", until: null, change: NEXT_VERSIONS[id]?.change },
      { version: old.version, until: "2026-11-17" },
    ]);
    expect(after.plans.get(id)?.rules).not.toEqual(before.plans.get(id)?.rules);
    expect(after.formerPlans.get(`${id} ${old.version}`)).toEqual(before.plans.get(id));
    // The other algos are unchanged.
    expect(after.strategies.filter((strategy) => strategy.id !== id)).toEqual(
      before.strategies.filter((strategy) => strategy.id !== id),
    );
    const plans = listRecordPlans(after, next, istDay(NOON) - 1, { key: "IDX_I:13", name: "Nifty 50" });
    const backtests = plans.filter(({ evidence, start }) => evidence === "backtest" && start === "own");
    expect(backtests.map((plan) => [plan.version, plan.end?.kind ?? null]).slice(0, 2)).toEqual([
      [version, null],
      [old.version, "replaced"],
    ]);
  },
);

it("publishes an algo's next version a minute after deployment, at most one a day", () => {
  const { catalogue, deployed, logged, after, db, now } = rig();
  deployed.push(
    { strategy_id: "monthly-seedling", started_at: NOON },
    { strategy_id: SECOND, started_at: NOON },
  );
  after(MIN_DEPLOYMENT_AGE_MS - 1_000);
  expect(logged).toEqual([]);
  after(6_000);
  const version = catalogue.strategies.find(({ id }) => id === SECOND)?.version ?? "";
  expect(logged).toEqual([`${SECOND} ${version}`]);
  expect(readPlan(db, SECOND, version)?.rules).toMatchObject(NEXT_VERSIONS[SECOND]?.rules ?? {});
  deployed.push({ strategy_id: FIRST, started_at: now() });
  after(2 * MIN_DEPLOYMENT_AGE_MS);
  expect(logged).toHaveLength(1);
  after(DAY_MS);
  expect(logged).toHaveLength(2);
  expect(logged[1]).toMatch(new RegExp(`^${FIRST} `));
});

it("publishes one version after an hour without deployments, even across a restart", () => {
  const { logged, after, restart, db } = rig();
  after(59 * 60_000);
  expect(logged).toEqual([]);
  after(2 * 60_000);
  expect(logged).toHaveLength(1);
  const published = readPublished(db);
  expect(published).toMatchObject([{ id: FIRST, on: "2026-11-18" }]);
  restart();
  after(2 * 60 * 60_000);
  expect(logged).toHaveLength(1);
  expect(buildCatalogue(published).version).not.toBe(buildCatalogue().version);
});
