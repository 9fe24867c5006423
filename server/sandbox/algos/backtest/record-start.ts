// Start of a backtest. If the amount is too small for a position at first, the record begins with the first position
// that the amount can pay for. A record without any position ends without trades.
import type { Backtest } from "./backtest.ts";
import type { TradingDay } from "./idle-segments.ts";
import type { CapitalEnd } from "./record-capital.ts";

type FirstEnd = { end: CapitalEnd; days: number; passed: number };

export class RecordStart {
  /** State of the record when it could first have ended without trades. Null if it never could. */
  #firstEnd: FirstEnd | null = null;

  /** Returns true if the record must go on although `end` is due, because it has no trades yet. */
  postponesEnd(made: Backtest, end: CapitalEnd | null): boolean {
    if (end === null || made.trades.length > 0) return false;
    this.#firstEnd ??= { end, days: made.days.length, passed: made.signalsPassed };
    return true;
  }

  /** Removes the days before the first position if the record waited for it. Returns true if the record waited. */
  begin(made: Backtest, tradingDays: TradingDay[]): boolean {
    if (this.#firstEnd === null) return false;
    this.#firstEnd = null;
    made.days.length = 0;
    tradingDays.length = 0;
    return true;
  }

  /** Ends a record that never traded on the day stored in `#firstEnd`. */
  finish(made: Backtest, tradingDays: TradingDay[]): void {
    if (this.#firstEnd === null) return;
    const { end, days, passed } = this.#firstEnd;
    made.exhausted = end;
    made.days.length = days;
    tradingDays.length = days;
    made.missed.length = passed;
    made.signalsAfterEnd = made.signalsPassed - passed;
    made.signalsPassed = passed;
  }
}
