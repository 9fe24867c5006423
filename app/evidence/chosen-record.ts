// Selects a record of an algo by the address.
import type { EvidenceClass, RecordListing } from "../contract/base-api/record.ts";

export type Choice = { evidence: EvidenceClass; version: string };

/**
 * Returns the record that the address selects. The version and then the evidence class are matched; the first listed
 * record is the default. Null if none is listed.
 */
export function chosenRecord(listed: readonly RecordListing[], params: URLSearchParams): Choice | null {
  const version = params.get("version");
  const ofVersion = listed.filter((one) => one.version === version);
  const among = ofVersion.length > 0 ? ofVersion : listed.filter((one) => one.version === listed[0]?.version);
  const chosen = among.find(({ evidence }) => evidence === params.get("evidence")) ?? among[0];
  return chosen === undefined ? null : { evidence: chosen.evidence, version: chosen.version };
}
