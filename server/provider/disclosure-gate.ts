// Decides if an algo's performance may be shown, and who may see it. Pages get records only from this module, because
// their provider has no method for records. There are four bases of disclosure, limited by the operator's ceiling.
// Records that fail verification are never shown.
import type { DisclosedStrategy, Evidence, EvidenceService, WithheldReason } from "../../app/context.ts";
import type { DisclosureCalls, RecordCalls } from "../../app/contract/base-api/calls.ts";
import type { RecordChoice, RecordList, RecordListing } from "../../app/contract/base-api/record.ts";
import { nullOn } from "../../app/contract/site/fault.ts";
import { lastFullMonth } from "../../app/domain/verification.ts";
import { DISCLOSURE_BASES, type DisclosureBasis } from "../../app/domain/vocabulary.ts";
import type { CheckedRecords, LoadedRecord, RequestContext } from "./checked-records.ts";

/** All values that determine the decision. */
export type GateInput = {
  basis: DisclosureBasis;
  ceiling: DisclosureBasis;
  isSignedIn: boolean;
  /** True if the client requested this algo's record and the request is stored. */
  hasRequested: boolean;
  /** True if a verifier has confirmed the record, with reference and date. Only live records can be verified. */
  isVerified: boolean;
};

/** Returns the reason to withhold a record; null if it may be shown. */
export function findWithheldReason(question: GateInput): WithheldReason | null {
  const { basis, ceiling } = question;
  if (basis === "none") return "not_disclosed";
  if (DISCLOSURE_BASES.indexOf(basis) > DISCLOSURE_BASES.indexOf(ceiling)) return "over_ceiling";
  if (basis === "one_to_one") {
    if (!question.isSignedIn) return "sign_in";
    return question.hasRequested ? null : "ask";
  }
  return basis === "verified" && !question.isVerified ? "not_verified" : null;
}

/** Returns the class of records that pages show by default. */
const usual = ({ disclosureBasis }: DisclosedStrategy): RecordChoice => ({
  evidence: disclosureBasis === "verified" ? "live" : "backtest",
});

/** True for a complete record that does not start at the first day of another one. */
const isOwnRecord = ({ start, part }: RecordListing) => start === "own" && part === undefined;

export function createEvidenceService(options: {
  ceiling: DisclosureBasis;
  /** Calls for data that every viewer may see. */
  records: Pick<RecordCalls, "getEvidenceKeys" | "listEvidenceHeads" | "getEvidenceHeads">;
  /** The client's stored requests; null for a signed-out viewer. */
  disclosures: DisclosureCalls | null;
  checked: CheckedRecords;
  request: RequestContext;
}): EvidenceService {
  const { records, disclosures, checked, request } = options;
  // The records of an algo are listed at most once per request.
  const listings = new Map<string, Promise<RecordList>>();
  function listOf(id: string): Promise<RecordList> {
    const known = listings.get(id) ?? checked.list(request, id);
    listings.set(id, known);
    return known;
  }

  // The client's requests are listed at most once per page, and only if a result depends on them.
  let requested: ReturnType<DisclosureCalls["listDisclosures"]> | null = null;

  async function decide(
    { id, disclosureBasis: basis, verification }: DisclosedStrategy,
    { evidence }: RecordChoice,
  ): Promise<WithheldReason | null> {
    const question = {
      basis,
      ceiling: options.ceiling,
      isSignedIn: disclosures !== null,
      hasRequested: false,
      isVerified: verification !== null && evidence === "live",
    };
    const reason = findWithheldReason(question);
    if (reason !== "ask" || disclosures === null) return reason;
    requested ??= disclosures.listDisclosures();
    const { items } = await requested;
    const hasRequested = items.some(({ strategyId }) => strategyId === id);
    return findWithheldReason({ ...question, hasRequested });
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

  /** Loads an allowed record, unchanged as the provider sent it. */
  async function read(strategy: DisclosedStrategy, choice: RecordChoice): Promise<Evidence<LoadedRecord>> {
    const reason = await decide(strategy, choice);
    if (reason !== null) return { kind: "withheld", reason };
    const { id, disclosureBasis: basis } = strategy;
    const load = (one: RecordChoice) => checked.read(request, listOf(id), id, one);
    const until = verifiedUntil(strategy);
    const value =
      until === null ? await load(choice) : await readVerified((await listOf(id)).items, until, choice, load);
    return value === null ? { kind: "withheld", reason: "not_verified" } : { kind: "shown", basis, value };
  }

  return {
    publicBases: publicBasesUnder(options.ceiling),
    async records(strategy) {
      const until = verifiedUntil(strategy);
      const found = await gated(strategy, usual(strategy), listOf).catch(noRecordOn404);
      if (found.kind === "withheld") return found;
      const { items, making } = found.value;
      const value = until === null ? items.filter(isOwnRecord) : verifiedParts(items, until);
      // An empty list is not final while the provider computes records.
      if (value.length === 0 && making === null)
        return { kind: "withheld", reason: until === null ? "no_record" : "not_verified" };
      return { ...found, value };
    },
    computationProgress: async ({ id }) => (await listOf(id)).making,
    record: async (strategy, choice = usual(strategy)) =>
      withholdIfFailed(await read(strategy, choice).catch(noRecordOn404), ({ record }) => record),
    trades: async (strategy, choice = usual(strategy)) =>
      withholdIfFailed(await read(strategy, choice).catch(noRecordOn404), ({ trades }) => trades),
    unverified: read,
    studies: (strategy) => gated(strategy, { evidence: "backtest" }, (id) => checked.studies(request, id)),
    keys: records.getEvidenceKeys,
    headsIndex: records.listEvidenceHeads,
    heads: records.getEvidenceHeads,
    requestRecord: disclosures === null ? null : async (id) => void (await disclosures.requestDisclosure(id)),
  };
}

/** A provider without this record, or without records, responds with 404. The page then shows the algo without figures. */
function noRecordOn404(fault: unknown): { kind: "withheld"; reason: WithheldReason } {
  nullOn(404)(fault);
  return { kind: "withheld", reason: "no_record" };
}

/** Returns a part of the result, or withholds it if verification failed. */
function withholdIfFailed<T>(found: Evidence<LoadedRecord>, part: (loaded: LoadedRecord) => T): Evidence<T> {
  if (found.kind === "withheld") return found;
  const { faults } = found.value;
  return faults.length > 0
    ? { kind: "withheld", reason: "failed", faults }
    : { ...found, value: part(found.value) };
}

/** Returns the verified parts of live records that end by `until`, the last verified day. */
function verifiedParts(items: readonly RecordListing[], until: string): RecordListing[] {
  return items.filter(({ part, evidence, to }) => part === "verified" && evidence === "live" && to <= until);
}

/**
 * Returns the verified part of a live record, as the provider sealed it; null if there is none. Adds a fault if the
 * part ends after `until`, even if its seal is valid.
 */
async function readVerified(
  items: readonly RecordListing[],
  until: string,
  choice: RecordChoice,
  load: (choice: RecordChoice) => Promise<LoadedRecord>,
): Promise<LoadedRecord | null> {
  const part = verifiedParts(items, until).find(
    ({ version }) => choice.version === undefined || version === choice.version,
  );
  if (part === undefined) return null;
  const loaded = await load({ version: part.version, evidence: part.evidence, part: "verified" });
  const { to } = loaded.record;
  if (to === null || to <= until) return loaded;
  const fault = `The record ends on ${to}, after the last verified day, ${until}.`;
  return { ...loaded, faults: [...loaded.faults, fault] };
}

/** Returns the bases of disclosure under which every viewer may see a record. */
function publicBasesUnder(ceiling: DisclosureBasis): DisclosureBasis[] {
  const anybody = { ceiling, isSignedIn: false, hasRequested: false, isVerified: true };
  return DISCLOSURE_BASES.filter((basis) => findWithheldReason({ ...anybody, basis }) === null);
}

/**
 * Returns the last day that verified figures may cover: the end of the last complete month before the verification.
 * Null for algos without verification.
 */
function verifiedUntil({ disclosureBasis, verification }: DisclosedStrategy): string | null {
  return disclosureBasis === "verified" && verification !== null ? lastFullMonth(verification.on) : null;
}
