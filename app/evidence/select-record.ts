// Selects the record of an algo by the parameters in the address.
import type { EvidenceClass, RecordListing } from "../contract/base-api/record.ts";

export type SelectedRecord = { evidence: EvidenceClass; version: string };

/**
 * Returns the record that the address selects: first by version, then by evidence class. A value without a record
 * selects the first listed one. Null if none is listed.
 */
export function selectRecord(
  listed: readonly RecordListing[],
  params: URLSearchParams,
): SelectedRecord | null {
  const version = params.get("version");
  const ofVersion = listed.filter((one) => one.version === version);
  const among = ofVersion.length > 0 ? ofVersion : listed.filter((one) => one.version === listed[0]?.version);
  const chosen = among.find(({ evidence }) => evidence === params.get("evidence")) ?? among[0];
  return chosen === undefined ? null : { evidence: chosen.evidence, version: chosen.version };
}
