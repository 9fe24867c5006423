// The P&L statement of a financial year (1 April to 31 March, Indian time) for live trades only: realised P&L by
// average cost, charges by line, managers' fees. A fill's charges are booked as one sum (broker/booked-charges.ts). A
// sum whose lines are unknown is shown separately.
import { LRUCache } from "lru-cache";
import type { Statement } from "../../../../app/contract/base-api/portfolio.ts";
import { dayOfIso, isoDayOf, istDay, istDayStart } from "../../../../app/domain/time.ts";
import { entriesUpTo } from "../../../rate-limits/entries-up-to.ts";
import { type BookedFill, EARLIER_VALUE_COLUMN, readBookedCharges } from "../../broker/booked-charges.ts";
import { type Broker, liveAccount } from "../../broker/broker.ts";
import { zeroCharges } from "../../broker/charges.ts";
import type { TradeRow } from "../../broker/order-rows.ts";
import { applyTrade, applyTransfer, emptyPosition, type NetPosition } from "../../broker/position.ts";
import type { TransferRow } from "../../broker/position-store.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { DeploymentRows } from "./deployment-rows.ts";

type StatedTrade = TradeRow & BookedFill;
type Sums = { realisedPaise: number; chargesPaise: number; feesPaise: number };
type StatementLine = Sums & { trades: number };
/** Positions and sums after a number of trades. */
type Replay = {
  lines: Map<string, StatementLine>;
  months: Map<string, StatementLine>;
  positions: Map<string, NetPosition>;
  turnoverPaise: number;
  charges: Statement["charges"];
  /** Index of the first transfer that is not applied yet. */
  nextTransfer: number;
};

/** Number of cached replays, each of one account and year. */
const CACHED_REPLAYS = 200;

/** Returns the financial year of a day, for example "2026-27". */
export function toFinancialYear(isoDay: string): string {
  const year = Number(isoDay.slice(0, 4)) - (isoDay.slice(5, 7) < "04" ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, "0")}`;
}

export class Statements {
  readonly #options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows };
  /** Replays of the trades before the current day by account and year. */
  readonly #replays = new LRUCache<string, { trades: string; replay: Replay }>(entriesUpTo(CACHED_REPLAYS));

  constructor(options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows }) {
    this.#options = options;
  }

  /** Returns the statement of a year, by default the current year. A year without trades gives a statement of zeros. */
  read(clientId: string, year: string | null): Statement {
    const { db, broker, rows } = this.#options;
    const account = liveAccount(clientId);
    const now = broker.now();
    const today = isoDayOf(istDay(now));
    const requested = year ?? toFinancialYear(today);
    const from = `${requested.slice(0, 4)}-04-01`;
    const to = `${Number(requested.slice(0, 4)) + 1}-03-31`;
    const end = istDayStart(dayOfIso(to) + 1);
    const fees = db
      .prepare(
        "SELECT deployment_id AS id, at, amount_paise AS paise FROM ledger WHERE account = ? AND kind = 'fee' ORDER BY number",
      )
      .all(account) as { id: string | null; at: number; paise: number }[];
    const sums = this.#replay(account, from, end);
    const bookings = fees.map(({ at, ...fee }) => ({ ...fee, day: isoDayOf(istDay(at)) }));
    for (const { id, paise, day } of bookings.filter((fee) => fee.day >= from && fee.day <= to)) {
      getLine(sums.lines, id ?? "").feesPaise -= paise;
      getLine(sums.months, day.slice(0, 7)).feesPaise -= paise;
    }
    const years = new Set([toFinancialYear(today), ...this.#years(account)]);
    const nameOf = (id: string) => {
      const row = id === "" ? undefined : rows.byId(id);
      if (row === undefined) return "Your own orders";
      return rows.version(row.strategy_id, row.version)?.strategy.name ?? row.strategy_id;
    };
    const items = [...sums.lines].map(([id, line]) => ({
      name: nameOf(id),
      deploymentId: id === "" ? null : id,
      ...line,
      netPaise: netPaise(line),
    }));
    const total = (part: (line: StatementLine) => number) =>
      [...sums.lines.values()].reduce((sum, line) => sum + part(line), 0);
    return {
      year: requested,
      years: [...years].sort().reverse(),
      from,
      to,
      trades: total(({ trades: count }) => count),
      turnoverPaise: sums.turnoverPaise,
      realisedPaise: total(({ realisedPaise }) => realisedPaise),
      charges: sums.charges,
      feesPaise: total(({ feesPaise }) => feesPaise),
      netPaise: total(netPaise),
      items: items.sort((a, b) => b.netPaise - a.netPaise),
      months: [...sums.months]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([month, { trades: _, ...line }]) => ({ month, ...line, netPaise: netPaise(line) })),
      asOf: new Date(now).toISOString(),
    };
  }

  /** Replays all trades of an account before `end`. Those of earlier days are replayed once and cached. */
  #replay(account: string, from: string, end: number): Replay {
    const { db, broker } = this.#options;
    const dayStart = istDayStart(istDay(broker.now()));
    const { split } = db
      .prepare("SELECT min(number) AS split FROM trades WHERE account = ? AND at >= ?")
      .get(account, dayStart) as { split: number | null };
    const before = split ?? Number.MAX_SAFE_INTEGER;
    const { count, last } = db
      .prepare(
        "SELECT count(*) AS count, max(number) AS last FROM trades WHERE account = ? AND at < ? AND number < ?",
      )
      .get(account, end, before) as { count: number; last: number | null };
    const trades = `${dayStart} ${count} ${last}`;
    const transfers = db
      .prepare("SELECT * FROM position_transfers WHERE account = ? AND at < ? ORDER BY number")
      .all(account, end) as TransferRow[];
    const key = `${account} ${from}`;
    let cached = this.#replays.get(key);
    if (cached?.trades !== trades) {
      const replay = emptyReplay();
      replayTrades(replay, this.#trades(account, end, 0, before), transfers, from);
      cached = { trades, replay };
      this.#replays.set(key, cached);
    }
    const replay = structuredClone(cached.replay);
    replayTrades(replay, this.#trades(account, end, before, Number.MAX_SAFE_INTEGER), transfers, from);
    applyTransfers(replay, transfers, from, Number.POSITIVE_INFINITY);
    return replay;
  }

  /** Returns the trades with numbers from `first` to before `before`, in order. */
  #trades(account: string, end: number, first: number, before: number): StatedTrade[] {
    return this.#options.db
      .prepare(
        `SELECT trades.*, orders.intent AS order_intent, ${EARLIER_VALUE_COLUMN} FROM trades JOIN orders ON orders.id = trades.order_id
         WHERE trades.account = ? AND at < ? AND number >= ? AND number < ? ORDER BY number`,
      )
      .all(account, end, first, before) as StatedTrade[];
  }

  #years(account: string): string[] {
    const row = this.#options.db
      .prepare(
        `SELECT min(at) AS first, max(at) AS last FROM
           (SELECT at FROM trades WHERE account = ?1
            UNION ALL SELECT at FROM ledger WHERE account = ?1 AND kind = 'fee')`,
      )
      .get(account) as { first: number | null; last: number | null };
    if (row.first === null || row.last === null) return [];
    const first = Number(toFinancialYear(isoDayOf(istDay(row.first))).slice(0, 4));
    const last = Number(toFinancialYear(isoDayOf(istDay(row.last))).slice(0, 4));
    return Array.from({ length: last - first + 1 }, (_, index) => toFinancialYear(`${first + index}-04-01`));
  }
}

function emptyReplay(): Replay {
  return {
    lines: new Map(),
    months: new Map(),
    positions: new Map(),
    turnoverPaise: 0,
    charges: { ...zeroCharges(), otherPaise: 0 },
    nextTransfer: 0,
  };
}

function getPosition(
  { positions }: Replay,
  scope: string,
  of: Pick<NetPosition, "instrument" | "symbol" | "product">,
): NetPosition {
  const name = `${scope} ${of.instrument} ${of.product}`;
  const position = positions.get(name) ?? emptyPosition(of.instrument, of.symbol, of.product);
  positions.set(name, position);
  return position;
}

/** Applies the transfers before a trade. They concern the client's own positions only. */
function applyTransfers(
  replay: Replay,
  transfers: readonly TransferRow[],
  from: string,
  trade: number,
): void {
  for (; replay.nextTransfer < transfers.length; replay.nextTransfer += 1) {
    const row = transfers[replay.nextTransfer];
    if (row === undefined || row.after_trade >= trade) return;
    const to = getPosition(replay, "", { ...row, product: row.to_product });
    const before = to.realisedPaise;
    const source = getPosition(replay, "", { ...row, product: row.from_product });
    applyTransfer(source, to, row.quantity, row.at);
    const day = isoDayOf(istDay(row.at));
    if (day < from || to.realisedPaise === before) continue;
    for (const line of [getLine(replay.lines, ""), getLine(replay.months, day.slice(0, 7))])
      line.realisedPaise += to.realisedPaise - before;
  }
}

/**
 * Adds trades to a replay, which begins with the first trade of the account, because a position bought in one year may
 * be sold in the next. Each product has its own position.
 */
function replayTrades(
  replay: Replay,
  trades: readonly StatedTrade[],
  transfers: readonly TransferRow[],
  from: string,
): void {
  for (const trade of trades) {
    applyTransfers(replay, transfers, from, trade.number);
    const scope = trade.deployment_id ?? "";
    const position = getPosition(replay, scope, trade);
    const before = position.realisedPaise;
    const { side, quantity, price_paise: pricePaise, charges_paise: chargesPaise, at } = trade;
    applyTrade(position, { side, quantity, pricePaise, chargesPaise, at });
    const day = isoDayOf(istDay(at));
    if (day < from) continue;
    replay.turnoverPaise += quantity * pricePaise;
    for (const line of [getLine(replay.lines, scope), getLine(replay.months, day.slice(0, 7))]) {
      line.trades += 1;
      line.realisedPaise += position.realisedPaise - before;
      line.chargesPaise += chargesPaise;
    }
    addCharges(replay.charges, trade);
  }
}

function getLine(lines: Map<string, StatementLine>, name: string): StatementLine {
  const line = lines.get(name) ?? { trades: 0, realisedPaise: 0, chargesPaise: 0, feesPaise: 0 };
  lines.set(name, line);
  return line;
}

function netPaise({ realisedPaise, chargesPaise, feesPaise }: Sums): number {
  return realisedPaise - chargesPaise - feesPaise;
}

function addCharges(sums: Statement["charges"], trade: StatedTrade): void {
  const lines = readBookedCharges(trade) ?? {
    totalPaise: trade.charges_paise,
    otherPaise: trade.charges_paise,
  };
  for (const [name, paise] of Object.entries(lines)) sums[name as keyof typeof lines] += paise;
}
