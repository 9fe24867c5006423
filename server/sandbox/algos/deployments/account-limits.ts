// A client's limits over all algos of one mode: the daily loss limit and the trailing profit lock. Both use today's
// joint P&L of these algos, including those that ended today. Reaching a limit squares off and pauses the algos, and
// none of them opens a position before the next day. The state is stored, so it survives a restart.
import type {
  AccountLimitKind,
  AccountLimits as AccountLimitsAnswer,
  AccountLimitsChange,
  ModeLimits,
  ProfitLock,
} from "../../../../app/contract/base-api/account-limits.ts";
import { DEPLOYMENT_MODES, type DeploymentMode } from "../../../../app/contract/base-api/deployment.ts";
import { deploymentNoteText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { isEnded } from "../../../../app/domain/deployment-states.ts";
import { istDay } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import { rupeesText } from "../../rupees.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { DeploymentRow, DeploymentRows } from "./deployment-rows.ts";
import { readAlgoMemory } from "./positions.ts";
import { computeResult } from "./results.ts";

type LimitsRow = {
  client_id: string;
  mode: DeploymentMode;
  loss_per_day_rupees: number | null;
  lock_from_rupees: number | null;
  lock_give_back_rupees: number | null;
  /** Day in India (days since 1970) that `peak_paise` and `reached` belong to. */
  day: number;
  peak_paise: number | null;
  reached: AccountLimitKind | null;
  reached_at: number | null;
};

export class AccountLimits {
  readonly #db: SandboxDatabase;
  readonly #broker: Broker;
  readonly #rows: DeploymentRows;

  constructor(options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows }) {
    this.#db = options.db;
    this.#broker = options.broker;
    this.#rows = options.rows;
  }

  read(clientId: string): AccountLimitsAnswer {
    const [live, paper] = DEPLOYMENT_MODES.map((mode) => this.#answer(clientId, mode)).toReversed() as [
      ModeLimits,
      ModeLimits,
    ];
    return { live, paper, asOf: new Date(this.#broker.now()).toISOString() };
  }

  /** Sets the limits of a mode. A reached limit applies until the end of the day, even if its value is changed. */
  set(clientId: string, { mode, lossPerDayRupees, profitLock }: AccountLimitsChange): AccountLimitsAnswer {
    return this.#broker.run(() => {
      const before = this.#today(clientId, mode);
      // A new profit lock starts from the current P&L, not from an earlier peak.
      const isNewLock = (before?.lock_from_rupees ?? null) === null;
      this.#db
        .prepare(
          `INSERT OR REPLACE INTO account_limits (client_id, mode, loss_per_day_rupees, lock_from_rupees,
             lock_give_back_rupees, day, peak_paise, reached, reached_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          clientId,
          mode,
          lossPerDayRupees,
          profitLock?.fromRupees ?? null,
          profitLock?.giveBackRupees ?? null,
          istDay(this.#broker.now()),
          isNewLock || profitLock === null ? null : (before?.peak_paise ?? null),
          before?.reached ?? null,
          before?.reached_at ?? null,
        );
      const set = this.#today(clientId, mode);
      if (set !== undefined) this.#watch(set);
      return this.read(clientId);
    });
  }

  /** Returns the clients and modes that have a limit. The caller checks each in a separate transaction. */
  watched(): { clientId: string; mode: DeploymentMode }[] {
    return this.#db
      .prepare(
        `SELECT client_id AS clientId, mode FROM account_limits
         WHERE loss_per_day_rupees IS NOT NULL OR lock_from_rupees IS NOT NULL`,
      )
      .all() as { clientId: string; mode: DeploymentMode }[];
  }

  /** Updates the day's peak and squares off all algos when a limit is reached; requires a transaction. */
  watch(clientId: string, mode: DeploymentMode): void {
    const row = this.#today(clientId, mode);
    if (row !== undefined) this.#watch(row);
  }

  /** Returns the reason why algos of this client and mode open nothing today; null when they may. */
  blockedReasonToday(clientId: string, mode: DeploymentMode): string | null {
    const reached = this.#today(clientId, mode)?.reached ?? null;
    return reached === null ? null : text[reached];
  }

  #watch(row: LimitsRow): void {
    if (row.reached !== null) return;
    const todayPaise = this.#todayPaise(row.client_id, row.mode);
    if (todayPaise === null) return;
    const peakPaise =
      row.lock_from_rupees === null ? null : Math.max(row.peak_paise ?? todayPaise, todayPaise);
    const kind = findReachedKind(row, todayPaise, peakPaise);
    this.#record(row, peakPaise, kind);
    if (kind !== null) this.#squareOffAll(row, limitReason(kind, row, todayPaise, peakPaise));
  }

  #record(row: LimitsRow, peakPaise: number | null, kind: AccountLimitKind | null): void {
    const now = this.#broker.now();
    if (kind === null && peakPaise === row.peak_paise) return;
    this.#db
      .prepare(
        "UPDATE account_limits SET day = ?, peak_paise = ?, reached = ?, reached_at = ? WHERE client_id = ? AND mode = ?",
      )
      .run(istDay(now), peakPaise, kind, kind === null ? null : now, row.client_id, row.mode);
  }

  /** Squares off and pauses the algos of a mode. Paused algos without positions are skipped. */
  #squareOffAll({ client_id, mode }: LimitsRow, reason: string): void {
    for (const row of this.#rows.running(client_id))
      if (row.mode === mode && (row.state === "active" || readAlgoMemory(row.memory).groups.length > 0))
        this.#rows.move(row, "exit", "guard", reason);
  }

  /** Returns the stored limits. The peak and the reached limit of an earlier day are reset. */
  #today(clientId: string, mode: DeploymentMode): LimitsRow | undefined {
    const row = this.#db
      .prepare("SELECT * FROM account_limits WHERE client_id = ? AND mode = ?")
      .get(clientId, mode) as LimitsRow | undefined;
    const day = istDay(this.#broker.now());
    if (row === undefined || row.day === day) return row;
    return { ...row, day, peak_paise: null, reached: null, reached_at: null };
  }

  /**
   * Returns today's P&L of all algos of a mode, including those that ended today. Null while the price of a position is
   * missing.
   */
  #todayPaise(clientId: string, mode: DeploymentMode): number | null {
    const today = istDay(this.#broker.now());
    const countsToday = (row: DeploymentRow) =>
      row.mode === mode && (!isEnded(row.state) || istDay(row.since) === today);
    let sum = 0;
    for (const row of this.#rows.list(clientId).filter(countsToday)) {
      const result = computeResult(row, this.#rows, this.#broker);
      if (result === null) continue;
      if (result.dayPaise === null) return null;
      sum += result.dayPaise;
    }
    return sum;
  }

  #answer(clientId: string, mode: DeploymentMode): ModeLimits {
    const row = this.#today(clientId, mode);
    const lock = row === undefined ? null : readProfitLock(row);
    const peakPaise = lock === null ? null : (row?.peak_paise ?? null);
    return {
      lossPerDayRupees: row?.loss_per_day_rupees ?? null,
      profitLock: lock,
      todayPaise: this.#todayPaise(clientId, mode),
      peakPaise,
      floorPaise: lock === null ? null : lockFloorPaise(lock, peakPaise),
      reached:
        row === undefined || row.reached === null
          ? null
          : { kind: row.reached, at: new Date(row.reached_at ?? 0).toISOString() },
    };
  }
}

function readProfitLock(row: LimitsRow): ProfitLock | null {
  const { lock_from_rupees: fromRupees, lock_give_back_rupees: giveBackRupees } = row;
  return fromRupees === null || giveBackRupees === null ? null : { fromRupees, giveBackRupees };
}

/** Returns today's P&L in paise at which the lock triggers. Null before the profit has reached the lock's start. */
function lockFloorPaise({ fromRupees, giveBackRupees }: ProfitLock, peakPaise: number | null): number | null {
  return peakPaise === null || peakPaise < fromRupees * 100 ? null : peakPaise - giveBackRupees * 100;
}

function findReachedKind(
  row: LimitsRow,
  todayPaise: number,
  peakPaise: number | null,
): AccountLimitKind | null {
  if (row.loss_per_day_rupees !== null && todayPaise <= -row.loss_per_day_rupees * 100) return "loss_per_day";
  const lock = readProfitLock(row);
  const floor = lock === null ? null : lockFloorPaise(lock, peakPaise);
  return floor !== null && todayPaise <= floor ? "profit_lock" : null;
}

function limitReason(
  kind: AccountLimitKind,
  { mode, loss_per_day_rupees }: LimitsRow,
  todayPaise: number,
  peakPaise: number | null,
): string {
  const algos = text[mode];
  return kind === "loss_per_day"
    ? text.accountLoss({ algos, loss: inRupees(-todayPaise), limit: rupeesText(loss_per_day_rupees ?? 0) })
    : text.accountLock({ algos, pnl: inRupees(todayPaise), high: inRupees(peakPaise ?? 0) });
}

function inRupees(paise: number): string {
  return `${paise < 0 ? "−" : ""}${rupeesText(Math.round(Math.abs(paise) / 100))}`;
}
