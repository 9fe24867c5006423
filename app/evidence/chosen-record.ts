// Which of an algo's records an address means.
import type { EvidenceClass, RecordListing } from "../wire/record.ts";

export type Choice = { evidence: EvidenceClass; version: string };

/**
 * What the address asks for, or the nearest that there is; the first listed is the one that stands for the algo. Null where none is
 * listed.
 */
export function chosenRecord(listed: readonly RecordListing[], params: URLSearchParams): Choice | null {
  const version = params.get("version");
  const ofVersion = listed.filter((one) => one.version === version);
  const among = ofVersion.length > 0 ? ofVersion : listed.filter((one) => one.version === listed[0]?.version);
  const chosen = among.find(({ evidence }) => evidence === params.get("evidence")) ?? among[0];
  return chosen === undefined ? null : { evidence: chosen.evidence, version: chosen.version };
}
