// Data of the Evidence page: the check of an uploaded file or of a record on this site, an example record's hash chain,
// keys, and the days with published heads.
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { SiteContext } from "../../context.ts";
import type { EvidenceKeys, StrategyRecord } from "../../contract/base-api/record.ts";
import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import { nullIfRefused } from "../../contract/site/fault.ts";
import { RECORD_UPLOAD_BYTES } from "../../contract/site/record-upload.ts";
import { type CheckReport, checkRecord, comparedDays } from "../../evidence/check-record.ts";
import { recordFile } from "../../evidence/record-files.ts";

const ADDRESS_MAX_CHARS = 300;
const RECORD_PATH = /^\/algos\/managers\/([a-z0-9-]{1,60})\/([a-z0-9-]{1,60})\/(?:record\.json)?$/;
const DAYS_LISTED = 6;
const ALGOS_TRIED = 8;

export type Fault =
  | "no_file"
  | "too_large"
  | "no_address"
  | "other_site"
  | "not_found"
  | "unreachable"
  | "keys_away";

export async function loadEvidencePage({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const address = (searchParams.get("address") ?? "").trim().slice(0, ADDRESS_MAX_CHARS);
  const wantsBroken = searchParams.get("example") === "broken";
  const [proofs, example] = await Promise.all([loadProofs(context), loadExample(context)]);
  const requestedAddress = wantsBroken ? (example?.path ?? "") : address;
  const checked =
    requestedAddress === ""
      ? null
      : await checkAddress(context, requestedAddress, request.url, proofs, wantsBroken);
  return { ...page(proofs, example), address: wantsBroken ? "" : address, checked };
}

export async function checkPostedFile({ request, context }: ActionFunctionArgs) {
  // The server passes the body on unparsed, so it may not be a valid form.
  const form = await request.formData().catch(() => null);
  const file = form?.get("file");
  const [proofs, example] = await Promise.all([loadProofs(context), loadExample(context)]);
  const base = { ...page(proofs, example), address: "" };
  if (!(file instanceof File) || file.size === 0) return { ...base, checked: { fault: "no_file" as Fault } };
  if (file.size > RECORD_UPLOAD_BYTES) return { ...base, checked: { fault: "too_large" as Fault } };
  return { ...base, checked: await checkText(context, await file.text(), proofs, false) };
}

type Proofs = { keys: EvidenceKeys["keys"]; days: string[]; isUnavailable: boolean };

/** Loads the keys, and the days with published heads, newest first. Empty if the provider is unavailable. */
async function loadProofs({ evidence }: Partial<SiteContext>): Promise<Proofs> {
  if (!evidence) return { keys: [], days: [], isUnavailable: true };
  try {
    const [{ keys }, { items }] = await Promise.all([evidence.keys(), evidence.headsIndex()]);
    return { keys, days: items.map(({ day }) => day), isUnavailable: false };
  } catch (fault) {
    if (fault instanceof Response) return { keys: [], days: [], isUnavailable: true };
    throw fault;
  }
}

/** Checks a record's text. Without keys or published heads it is not checked, because a genuine record would fail. */
async function checkText(
  { evidence }: Partial<SiteContext>,
  text: string,
  { keys, days, isUnavailable }: Proofs,
  isCurrent: boolean,
): Promise<Checked> {
  if (!evidence || isUnavailable) return { fault: "keys_away" };
  try {
    const heads = await Promise.all(comparedDays(days, text).map((day) => evidence.heads(day)));
    return { report: await checkRecord({ text, keys, heads, isCurrent }) };
  } catch (fault) {
    if (fault instanceof Response) return { fault: "keys_away" };
    throw fault;
  }
}

type Example = { name: string; path: string; chain: Chain };
export type Chain = {
  genesis: string;
  capitalRupees: number;
  version: string;
  days: { day: string; netPaise: number; trades: number; hash: string }[];
  last: { day: string; netPaise: number; trades: number; hash: string };
  count: number;
  keyId: string;
};

/** Loads the first algo whose record is public. */
async function loadExample({ provider, evidence }: Partial<SiteContext>): Promise<Example | null> {
  if (!provider || !evidence) return null;
  try {
    const { items } = await provider.listStrategies({ limit: ALGOS_TRIED });
    for (const strategy of items) {
      const record = await evidence.record(strategy);
      const chain = record.kind === "shown" ? buildChain(record.value) : null;
      if (chain !== null) return { name: strategy.name, path: recordPath(strategy), chain };
    }
    return null;
  } catch (fault) {
    return nullIfRefused(fault);
  }
}

const recordPath = ({ id, manager }: StrategySummary) => `/algos/managers/${manager.id}/${id}/record.json`;

function buildChain(record: StrategyRecord): Chain | null {
  const { genesis, capitalRupees, version, days, seal } = record;
  const each = days.map(({ day, netPaise, trades, hash }, index) => ({
    day,
    netPaise: netPaise - (days[index - 1]?.netPaise ?? 0),
    trades: trades - (days[index - 1]?.trades ?? 0),
    hash,
  }));
  const last = each.at(-1);
  if (seal === null || last === undefined || each.length < 3) return null;
  return {
    genesis,
    capitalRupees,
    version,
    days: each.slice(0, 2),
    last,
    count: each.length,
    keyId: seal.keyId,
  };
}

function page({ keys, days, isUnavailable }: Proofs, example: Example | null) {
  return {
    example,
    isUnavailable,
    keys: keys.map(({ id, since, until }) => ({ id, since: since.slice(0, 10), until })),
    days: days.slice(0, DAYS_LISTED),
    dayCount: days.length,
  };
}

export type Checked = { report: CheckReport } | { fault: Fault };

/** Loads the record at an address of this site through the disclosure gate, and checks it. */
async function checkAddress(
  context: Partial<SiteContext>,
  address: string,
  here: string,
  proofs: Proofs,
  isBroken: boolean,
): Promise<Checked> {
  if (!URL.canParse(address, here)) return { fault: "no_address" };
  const url = new URL(address, here);
  if (url.origin !== new URL(here).origin) return { fault: "other_site" };
  const [, manager, algo] =
    RECORD_PATH.exec(`${url.pathname.replace(/\/?(record\.json)?$/, "")}/record.json`) ?? [];
  if (manager === undefined || algo === undefined) return { fault: "no_address" };
  try {
    const file = await recordFile(context, { manager, algo }, url.searchParams);
    const text = await file.text();
    return await checkText(context, isBroken ? tamperedRecord(text) : text, proofs, true);
  } catch (fault) {
    if (!(fault instanceof Response)) throw fault;
    return { fault: fault.status >= 500 ? "unreachable" : "not_found" };
  }
}

/** Returns a manipulated copy of a record, which the check must reject. One day has ₹1,000 more. */
function tamperedRecord(text: string): string {
  const record = JSON.parse(text) as StrategyRecord;
  const index = Math.floor((record.days.length * 2) / 3);
  const days = record.days.map((day, at) =>
    at === index ? { ...day, netPaise: day.netPaise + 100_000 } : day,
  );
  return JSON.stringify({ ...record, days });
}
