// Capital of a record: the balance after losses, fresh capital for a new segment when signals can no longer be
// followed, and the end of the record. Results and money paid in are counted separately: fresh capital is never a
// result and does not postpone the end.
import type { EndKind } from "../../../../app/contract/base-api/record.ts";
import { rupeesText } from "../../rupees.ts";
import { isStopped, PROTECTION } from "../playbooks/sizing.ts";

/** Fresh capital is paid in when losses alone prevented this many consecutive signals, on this many trading days. */
const RESTART_AFTER = { signals: 3, days: 3 } as const;
/** The capital is exhausted when it was too small for this many consecutive signals, on this many trading days. */
const END_AFTER = { signals: 10, days: 20 } as const;

export type CapitalEnd = { on: string; kind: EndKind; reason: string };
type MissedSignals = { signals: number; fromSession: number };

export class RecordCapital {
  readonly capitalPaise: number;
  #paidInPaise = 0;
  #restarts = 0;
  #isRestartDue = false;
  #hasFollowed = false;
  /** Signals missed since the last followed signal. Null when there are none. */
  #passed: MissedSignals | null = null;
  #passedForLoss: MissedSignals | null = null;

  constructor(capitalPaise: number) {
    this.capitalPaise = capitalPaise;
  }

  /** Returns the balance: capital, result and money paid in. `netPaise` is the result since the record's start. */
  balancePaise(netPaise: number): number {
    return this.capitalPaise + netPaise + this.#paidInPaise;
  }

  /** Returns the capital available for positions; profits are not reinvested. */
  freePaise(netPaise: number): number {
    return Math.min(this.balancePaise(netPaise), this.capitalPaise);
  }

  countFollowedSignal(): void {
    this.#hasFollowed = true;
    this.#passed = null;
    this.#passedForLoss = null;
  }

  /** Counts a missed signal. `isForLoss` is true if the capital was too small only because of losses. */
  countMissedSignal(session: number, isForLoss: boolean): void {
    this.#passed = countMissed(this.#passed, session);
    if (isForLoss) this.#passedForLoss = countMissed(this.#passedForLoss, session);
  }

  /**
   * Returns the end of the record on a day that ends without positions, or null. Also decides whether the next day
   * starts a new segment.
   */
  endOn(day: string, session: number, netPaise: number): CapitalEnd | null {
    const capitalRupees = this.capitalPaise / 100;
    const balanceRupees = capitalRupees + netPaise / 100;
    // Formatted only when the record ends, because formatting is slow.
    const describeBalance = () =>
      `${rupeesText(Math.floor(balanceRupees))} of ${rupeesText(capitalRupees)} are left${this.#paidInText()}`;
    const end = (reason: string): CapitalEnd => ({ on: day, kind: "capital", reason });
    if (isStopped({ capitalRupees, balanceRupees }))
      return end(
        `Stopped by the algo's own rule at a loss of ${PROTECTION.stopAtLossPercent}%: ${describeBalance()}.`,
      );
    this.#isRestartDue =
      isReached(this.#passedForLoss, RESTART_AFTER, session) &&
      this.balancePaise(netPaise) < this.capitalPaise;
    if (this.#isRestartDue || !isReached(this.#passed, END_AFTER, session)) return null;
    if (!this.#hasFollowed)
      return end(
        `Amount too small: each of the first ${this.#passed?.signals} signals needed more than ${rupeesText(capitalRupees)}.`,
      );
    return end(
      `Capital exhausted: ${describeBalance()}, and the last ${this.#passed?.signals} signals needed more.`,
    );
  }

  /**
   * Returns the fresh capital for a new segment if one is due, otherwise null. `netPaise` is the result before the day
   * opens.
   */
  restart(netPaise: number): { amountPaise: number; note: string } | null {
    if (!this.#isRestartDue) return null;
    const amountPaise = this.capitalPaise - this.balancePaise(netPaise);
    const balanceText = rupeesText(Math.floor(this.balancePaise(netPaise) / 100));
    const note = `Fresh capital for a new segment: ${balanceText} were left, too little for the last ${this.#passedForLoss?.signals} signals.`;
    this.#isRestartDue = false;
    this.#paidInPaise += amountPaise;
    this.#restarts += 1;
    this.countFollowedSignal();
    return { amountPaise, note };
  }

  #paidInText(): string {
    if (this.#restarts === 0) return "";
    const times = this.#restarts === 1 ? "one restart" : `${this.#restarts} restarts`;
    return `, without ${rupeesText(this.#paidInPaise / 100)} of fresh capital in ${times}`;
  }
}

function countMissed(passed: MissedSignals | null, session: number): MissedSignals {
  return { signals: (passed?.signals ?? 0) + 1, fromSession: passed?.fromSession ?? session };
}

function isReached(
  passed: MissedSignals | null,
  limit: { signals: number; days: number },
  session: number,
): boolean {
  return passed !== null && passed.signals >= limit.signals && session - passed.fromSession + 1 >= limit.days;
}
