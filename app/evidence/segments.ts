// Segments of a record between payments of fresh capital. Payments do not count as results. Pure.
import type { StrategyRecord } from "../contract/base-api/record.ts";
import { istDate } from "../domain/record-seal.ts";

export type Segment = {
  from: string;
  to: string;
  /** Number of trading days. */
  days: number;
  trades: number;
  /** Result of the segment, excluding payments. */
  netPaise: number;
  /** Number of signals that were missed because the capital was too small. */
  missed: number;
  /** Fresh capital paid in before the segment. Zero for the first segment. */
  paidInPaise: number;
  /** Reason for the payment, as stated in the record. */
  note: string | null;
};

type Subject = Pick<StrategyRecord, "days" | "cashFlows" | "missed">;

/** Returns the segments. Empty for a record without fresh capital. */
export function splitIntoSegments({ days, cashFlows, missed }: Subject): Segment[] {
  const starts = cashFlows.filter(({ amountPaise }) => amountPaise > 0);
  if (starts.length === 0) return [];
  const bounds = [null, ...starts].map((flow) => ({
    flow,
    index: flow === null ? 0 : days.findIndex(({ day }) => day >= flow.day),
  }));
  return bounds.flatMap(({ flow, index }, place): Segment[] => {
    const own = days.slice(index, bounds[place + 1]?.index ?? days.length);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return [];
    const before = days[index - 1];
    return [
      {
        from: first.day,
        to: last.day,
        days: own.length,
        trades: last.trades - (before?.trades ?? 0),
        netPaise: last.netPaise - (before?.netPaise ?? 0),
        missed: missed.filter(
          ({ kind, at }) => kind === "capital" && istDate(at) >= first.day && istDate(at) <= last.day,
        ).length,
        paidInPaise: flow?.amountPaise ?? 0,
        note: flow?.note ?? null,
      },
    ];
  });
}

/** Returns the total fresh capital of all restarts. */
export function paidInPaise({ cashFlows }: Pick<StrategyRecord, "cashFlows">): number {
  return cashFlows.reduce((sum, { amountPaise }) => sum + Math.max(0, amountPaise), 0);
}
