// Stored records: sealing, daily extension, publication of the latest hashes, and the digest.
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { dayOfIso, isoDayOf } from "../../../../app/domain/time.ts";
import { findHeadsFault, findRecordFaults, hashHeads } from "../../../crypto/record-seal.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { openDatabase } from "../../store/database.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { seedCatalogue } from "../catalogue/seed-catalogue.ts";
import { type Backtest, runBacktest } from "./backtest.ts";
import { openSigningKey, publicKeys } from "./evidence-keys.ts";
import { ASSUMED_FILLS } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import { headsIndex, publishedHeads, publishHeads } from "./record-heads.ts";
import { listRecordPlans, type RecordPlan } from "./record-plans.ts";
import { Records } from "./record-store.ts";

const catalogue = buildCatalogue();
const [FROM, CUT, TO] = ["2026-03-02", "2026-04-21", "2026-05-29"].map(dayOfIso) as [number, number, number];
const tape = new HistoryTape(new SandboxMarket(1, EXCHANGE_CALENDAR));

function planOf(id: string, toDay: number): RecordPlan {
  const strategy = catalogue.strategies.find((one) => one.id === id);
  const benchmark = { key: "IDX_I:13", name: "Nifty 50" };
  const [plan] = strategy === undefined ? [] : listRecordPlans(catalogue, strategy, toDay, benchmark);
  if (plan === undefined) throw new Error(id);
  return { ...plan, fromDay: FROM, toDay, end: null };
}

const run = (id: string, toDay: number): Backtest =>
  runBacktest({ plan: planOf(id, toDay), tape, execution: ASSUMED_FILLS });

describe("stored track records", () => {
  function withStore(work: (folder: string) => void): void {
    const folder = mkdtempSync(join(tmpdir(), "records-"));
    try {
      work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it("are signed, accept new days, and reject changes to existing days", () =>
    withStore((folder) => {
      const db = openDatabase(folder);
      seedCatalogue(db, catalogue);
      const key = openSigningKey(db, folder, null, 0);
      const records = new Records(db, 1, key);
      const [strategy] = catalogue.strategies;
      if (strategy === undefined) throw new Error("no strategy");
      const [cut, whole] = [planOf(strategy.id, CUT), planOf(strategy.id, TO)];
      expect(records.read(cut)).toMatchObject({ state: "being_made", seal: null, days: [] });
      const short = run(strategy.id, CUT);
      records.write(cut, short, 0);
      const { days } = records.read(cut);
      records.write(whole, run(strategy.id, TO), 0);
      const record = records.read(whole);
      expect(record.days.slice(0, days.length)).toEqual(days);
      expect(findRecordFaults(record, records.trades(whole), publicKeys(db).keys)).toEqual([]);
      const forged = structuredClone(short);
      for (const day of forged.days) day.netPaise += 1;
      const [trade] = forged.trades;
      if (trade === undefined) throw new Error("no trade");
      Object.assign(trade, { netPaise: trade.netPaise + 1, grossPaise: trade.grossPaise + 1 });
      expect(() => records.write(cut, forged, 0)).toThrow(/would change/);
      // Other rules or other capital create another edition, which replaces the former edition.
      const richer = { ...whole, plan: { ...whole.plan, minAmountRupees: whole.plan.minAmountRupees + 1 } };
      expect(records.stateOf(richer)).toBeNull();
      db.close();
    }));

  it("change their digest when any byte in the store is changed", () =>
    withStore((folder) => {
      const db = openDatabase(folder);
      seedCatalogue(db, catalogue);
      const records = new Records(db, 1, openSigningKey(db, folder, null, 0));
      const plan = planOf("ridgeline-condor", CUT);
      expect(records.listing(plan)).toMatchObject({ head: null, digest: null });
      records.write(plan, run("ridgeline-condor", CUT), 0);
      const { head, digest } = records.listing(plan);
      expect(records.listing(plan).digest).toBe(digest);
      const other = new Database(join(folder, "sandbox.db"));
      const read = () =>
        other.prepare("SELECT document, trades FROM records").get() as Record<string, Buffer>;
      for (const column of ["document", "trades"]) {
        const before = records.listing(plan).digest;
        const bytes = Buffer.from(read()[column] ?? "");
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        other.prepare(`UPDATE records SET ${column} = ?`).run([bytes]);
        expect(records.listing(plan).head).toBe(head);
        expect(records.listing(plan).digest).not.toBe(before);
      }
      other.close();
      db.close();
    }));

  it("store the verified period as a separate signed record with its open positions", () =>
    withStore((folder) => {
      const db = openDatabase(folder);
      seedCatalogue(db, catalogue);
      const records = new Records(db, 1, openSigningKey(db, folder, null, 0));
      const id = "banyan-index-shelter";
      const fullPlan = planOf(id, TO);
      const part: RecordPlan = { ...planOf(id, CUT), part: "verified" };
      records.write(fullPlan, run(id, TO), 0);
      records.write(part, run(id, CUT), 0);
      const { keys } = publicKeys(db);
      const [all, cut] = [records.read(fullPlan), records.read(part)];
      const trades = records.trades(part);
      expect(findRecordFaults(cut, trades, keys)).toEqual([]);
      expect(findRecordFaults(all, records.trades(fullPlan), keys)).toEqual([]);
      expect([cut.part, cut.to, all.part, all.to]).toEqual([
        "verified",
        isoDayOf(CUT),
        undefined,
        isoDayOf(TO),
      ]);
      // The chain is the same, and the position open on the last day is valued at that day's close.
      expect(all.days.slice(0, cut.days.length)).toEqual(cut.days);
      expect(trades.some(({ closedAt }) => closedAt === null)).toBe(true);
      const net = trades.reduce((sum, { netPaise }) => sum + netPaise, 0);
      expect(cut.days.at(-1)?.netPaise).toBe(net - (cut.days.at(-1)?.feePaise ?? 0));
      publishHeads({
        db,
        records,
        plans: [fullPlan, part],
        lastDay: TO,
        key: openSigningKey(db, folder, null, 0),
        at: 0,
      });
      const heads = JSON.parse(publishedHeads(db, isoDayOf(TO)) ?? "null");
      expect(findHeadsFault(heads, keys)).toBeNull();
      expect(heads.records.map((one: { part?: string; last: string }) => [one.part, one.last])).toEqual([
        [undefined, all.days.at(-1)?.hash],
        ["verified", cut.days.at(-1)?.hash],
      ]);
      db.close();
    }));

  it("are signed with the private key, and with the new key after a rotation", () =>
    withStore((folder) => {
      const db = openDatabase(folder);
      seedCatalogue(db, catalogue);
      const first = openSigningKey(db, folder, null, 1_000);
      expect(statSync(join(folder, "record-key")).mode & 0o777).toBe(0o600);
      expect(openSigningKey(db, folder, null, 2_000).id).toBe(first.id);
      const id = "ridgeline-condor";
      const [cut, whole] = [planOf(id, CUT), planOf(id, TO)];
      const before = new Records(db, 1, first);
      before.write(cut, run(id, CUT), 0);
      const publish = (records: Records, plan: RecordPlan, key: typeof first) =>
        publishHeads({ db, records, plans: [plan], lastDay: plan.toDay, key, at: 0 });
      publish(before, cut, first);
      const own = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
      const second = openSigningKey(db, folder, own as string, 3_000);
      const { keys } = publicKeys(db);
      expect(keys.map(({ id: name, until }) => [name, until])).toEqual([
        [second.id, null],
        [first.id, new Date(3_000).toISOString()],
      ]);
      const after = new Records(db, 1, second);
      expect(findRecordFaults(after.read(cut), after.trades(cut), keys)).toEqual([]);
      after.write(whole, run(id, TO), 0);
      expect(after.read(whole).seal?.keyId).toBe(second.id);
      expect(findRecordFaults(after.read(whole), after.trades(whole), keys)).toEqual([]);
      publish(after, whole, second);
      // Published heads never change. Each file names the previous file, whose hashes later records still contain.
      publish(after, cut, second);
      const { items } = headsIndex(db);
      expect(items.map(({ day }) => day)).toEqual([isoDayOf(TO), isoDayOf(CUT)]);
      const [newer, older] = items.map(({ day }) => JSON.parse(publishedHeads(db, day) ?? "null"));
      expect([findHeadsFault(newer, keys), findHeadsFault(older, keys)]).toEqual([null, null]);
      expect(newer.previous).toEqual(items[1]);
      expect(hashHeads(older)).toBe(items[1]?.sha256);
      const hashes = after.read(whole).days.map(({ hash }) => hash);
      expect(hashes).toContain(older.records[0]?.last);
      expect(hashes.at(-1)).toBe(newer.records[0]?.last);
      db.close();
    }));
});
