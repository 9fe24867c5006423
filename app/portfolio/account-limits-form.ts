// Parses the form of the account's limits into a value, or an error message per invalid field. An empty field means no
// limit. A profit lock requires both of its fields.
import type { AccountLimitsChange, ModeLimits } from "../contract/base-api/account-limits.ts";
import { RISK_LIMIT_RUPEES_MAX } from "../contract/base-api/deployment.ts";
import { parseRupees } from "../domain/parse-rupees.ts";
import { formatCount } from "../format/rupees.ts";
import { limitsFaultText as text } from "./text.ts";

export const LIMIT_FIELDS = ["lossPerDay", "lockFrom", "giveBack"] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];
export type TypedLimits = Record<LimitField, string>;
export type LimitFaults = Partial<Record<LimitField, string>>;
type Limits = Omit<AccountLimitsChange, "mode">;

export function typedLimits({ lossPerDayRupees, profitLock }: Limits | ModeLimits): TypedLimits {
  const write = (rupees: number | null | undefined) =>
    rupees === null || rupees === undefined ? "" : formatCount(rupees);
  return {
    lossPerDay: write(lossPerDayRupees),
    lockFrom: write(profitLock?.fromRupees),
    giveBack: write(profitLock?.giveBackRupees),
  };
}

export function readLimits(typed: TypedLimits): { limits: Limits } | { faults: LimitFaults } {
  const faults: LimitFaults = {};
  const read = (field: LimitField): number | null => {
    if (typed[field].trim() === "") return null;
    const rupees = parseRupees(typed[field]);
    if (rupees !== null && Number.isInteger(rupees) && rupees >= 1 && rupees <= RISK_LIMIT_RUPEES_MAX)
      return rupees;
    faults[field] = text.wholeRupees;
    return null;
  };
  const [lossPerDayRupees, fromRupees, giveBackRupees] = LIMIT_FIELDS.map(read) as [
    number | null,
    number | null,
    number | null,
  ];
  if ((fromRupees === null) !== (giveBackRupees === null)) {
    const missing = fromRupees === null ? "lockFrom" : "giveBack";
    faults[missing] ??= text.bothFields;
  }
  if (fromRupees !== null && giveBackRupees !== null && giveBackRupees > fromRupees)
    faults.giveBack = text.giveBackTooLarge;
  if (Object.keys(faults).length > 0) return { faults };
  return {
    limits: {
      lossPerDayRupees,
      profitLock: fromRupees === null || giveBackRupees === null ? null : { fromRupees, giveBackRupees },
    },
  };
}
