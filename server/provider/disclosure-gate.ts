// The one place that decides whether anything of an algo's performance may be shown, to whom, and how. Records reach the pages
// through it alone: the pages' provider has no way to ask for one. Four bases, and the operator's ceiling over them. What fails verification is
// shown on no basis.
import type { DisclosedStrategy, Evidence, EvidenceService, WithheldReason } from "../../app/context.ts";
import type { DisclosureCalls, RecordCalls } from "../../app/contract/base-api/calls.ts";
import type {
  RecordChoice,
  RecordList,
  RecordTrade,
  StrategyRecord,
} from "../../app/contract/base-api/record.ts";
import { isoDayOf, istDay } from "../../app/domain/market-sessions.ts";
import { DISCLOSURE_BASES, type DisclosureBasis } from "../../app/domain/vocabulary.ts";
import type { Asker, CheckedRecords, Loaded } from "./checked-records.ts";

/** The complete input of the decision. */
export type GateQuestion = {
  basis: DisclosureBasis;
  ceiling: DisclosureBasis;
  isSignedIn: boolean;
  /** The client requested this algo's record, and the request is stored. */
  hasAsked: boolean;
  /** A verification with its reference and date covers the whole record: a live record, never a backtest. */
  isVerified: boolean;
};

/** Null: it may be shown. */
export function withheld(question: GateQuestion): WithheldReason | null {
  const { basis, ceiling } = question;
  if (basis === "none") return "not_disclosed";
  if (DISCLOSURE_BASES.indexOf(basis) > DISCLOSURE_BASES.indexOf(ceiling)) return "over_ceiling";
  if (basis === "one_to_one") {
    if (!question.isSignedIn) return "sign_in";
    return question.hasAsked ? null : "ask";
  }
  return basis === "verified" && !question.isVerified ? "not_verified" : null;
}

export function createEvidenceService(options: {
  ceiling: DisclosureBasis;
  /** Calls that need no permission. */
  records: Pick<RecordCalls, "getEvidenceKeys" | "listEvidenceHeads" | "getEvidenceHeads">;
  /** The client's stored requests; null for a signed-out reader. */
  disclosures: DisclosureCalls | null;
  checked: CheckedRecords;
  asker: Asker;
}): EvidenceService {
  const { records, disclosures, checked, asker } = options;
  // Each request lists the records of an algo at most once.
  const listings = new Map<string, Promise<RecordList>>();
  function listOf(id: string): Promise<RecordList> {
    const known = listings.get(id) ?? checked.list(asker, id);
    listings.set(id, known);
    return known;
  }

  async function decide(
    { id, disclosureBasis: basis, verification }: DisclosedStrategy,
    { evidence }: RecordChoice,
  ): Promise<WithheldReason | null> {
    const question = {
      basis,
      ceiling: options.ceiling,
      isSignedIn: disclosures !== null,
      hasAsked: false,
      isVerified: verification !== null && evidence === "live",
    };
    // The client's requests are looked up only if they decide.
    const reason = withheld(question);
    if (reason !== "ask" || disclosures === null) return reason;
    const asked = (await disclosures.listDisclosures()).items;
    return withheld({ ...question, hasAsked: asked.some(({ strategyId }) => strategyId === id) });
  }

  async function gated<T>(
    strategy: DisclosedStrategy,
    choice: RecordChoice,
    read: (strategyId: string) => Promise<T>,
  ): Promise<Evidence<T>> {
    const reason = await decide(strategy, choice);
    return reason === null
      ? { kind: "shown", basis: strategy.disclosureBasis, value: await read(strategy.id) }
      : { kind: "withheld", reason };
  }

  /** As the provider sent them, as far as they may be shown. */
  const read = (strategy: DisclosedStrategy, choice: RecordChoice): Promise<Evidence<Loaded>> =>
    gated(strategy, choice, async (id) =>
      visiblePart(strategy, await checked.read(asker, listOf(id), id, choice)),
    );

  const usual = ({ disclosureBasis }: DisclosedStrategy): RecordChoice => ({
    evidence: disclosureBasis === "verified" ? "live" : "backtest",
  });
  return {
    onView: onViewUnder(options.ceiling),
    records: (strategy) =>
      gated(strategy, usual(strategy), async (id) => {
        const until = verifiedUntil(strategy);
        const listed = (await listOf(id)).items.filter(({ start }) => start === "own");
        return until === null
          ? listed
          : listed
              .filter(({ evidence, from }) => evidence === "live" && from <= until)
              .map((one) => ({ ...one, to: one.to < until ? one.to : until }));
      }),
    making: async ({ id }) => (await listOf(id)).making,
    record: async (strategy, choice = usual(strategy)) =>
      verified(await read(strategy, choice), ({ record }) => record),
    trades: async (strategy, choice = usual(strategy)) =>
      verified(await read(strategy, choice), ({ trades }) => trades),
    unverified: read,
    studies: (strategy) => gated(strategy, { evidence: "backtest" }, (id) => checked.studies(asker, id)),
    keys: records.getEvidenceKeys,
    headsIndex: records.listEvidenceHeads,
    heads: records.getEvidenceHeads,
    ask: disclosures === null ? null : async (id) => void (await disclosures.requestDisclosure(id)),
  };
}

/** Data of a record that passed verification. */
function verified<T>(found: Evidence<Loaded>, part: (loaded: Loaded) => T): Evidence<T> {
  if (found.kind === "withheld") return found;
  const { faults } = found.value;
  return faults.length > 0
    ? { kind: "withheld", reason: "failed", faults }
    : { ...found, value: part(found.value) };
}

/** The record to the verification's date where only verified figures may be shown. */
function visiblePart(strategy: DisclosedStrategy, loaded: Loaded): Loaded {
  const until = verifiedUntil(strategy);
  if (until === null) return loaded;
  const trades = tradesUntil(loaded.trades, until);
  return { ...loaded, record: verifiedPart(loaded.record, trades, until), trades };
}

/** Bases on which every reader may see a record. */
function onViewUnder(ceiling: DisclosureBasis): DisclosureBasis[] {
  const anybody = { ceiling, isSignedIn: false, hasAsked: false, isVerified: true };
  return DISCLOSURE_BASES.filter((basis) => withheld({ ...anybody, basis }) === null);
}

/** The last day of a record that may be shown where verified figures alone may: whole months to the verification's date. */
function verifiedUntil({ disclosureBasis, verification }: DisclosedStrategy): string | null {
  return disclosureBasis === "verified" && verification !== null ? lastFullMonth(verification.on) : null;
}

/** Last day of the last month that has ended by an ISO day. */
export function lastFullMonth(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const endOf = (index: number) => new Date(Date.UTC(year, index, 0)).toISOString().slice(0, 10);
  return date === new Date(Date.UTC(year, month, 0)).getUTCDate() ? endOf(month) : endOf(month - 1);
}

/** What was closed by then: the end of a later one is a figure of a later day. */
function tradesUntil(trades: readonly RecordTrade[], until: string): RecordTrade[] {
  return trades.filter(
    ({ closedAt }) => closedAt !== null && isoDayOf(istDay(Date.parse(closedAt))) <= until,
  );
}

function verifiedPart(record: StrategyRecord, trades: readonly RecordTrade[], until: string): StrategyRecord {
  const costs = { ...record.costs };
  for (const line of Object.keys(costs) as (keyof typeof costs)[])
    costs[line] = trades.reduce((sum, trade) => sum + trade.costs[line], 0);
  const missed = record.missed.filter(({ at }) => isoDayOf(istDay(Date.parse(at))) <= until);
  const isEndLater = record.endedOn !== null && record.endedOn > until;
  return {
    ...record,
    to: record.days.findLast(({ day }) => day <= until)?.day ?? null,
    // A part has no seal of its own; its days' hashes are those of the whole, which was verified before it was cut.
    seal: null,
    // An end after the verification is not part of what was verified.
    ...(isEndLater ? { endedOn: null, endKind: null, endReason: null, signalsAfterEnd: 0 } : {}),
    // Those that are dated within it: the record's own count runs to its end.
    signalsPassed: missed.filter(({ kind }) => kind === "capital").length,
    idle: record.idle.filter(({ to }) => to <= until),
    days: record.days.filter(({ day }) => day <= until),
    costs,
    trades: trades.length,
    missed,
  };
}
