// The P&L statement of a financial year (1 April to 31 March, Indian time) for live trades only: realised P&L by
// average cost, charges by line, managers' fees. A fill's charges are booked as one sum (broker/booked-charges.ts). A
// sum whose lines are unknown is shown separately.
import type { Statement } from "../../../../app/contract/base-api/portfolio.ts";
import { dayOfIso, isoDayOf, istDay, istDayStart } from "../../../../app/domain/time.ts";
import { BEFORE_PAISE, type BookedFill, bookedCharges } from "../../broker/booked-charges.ts";
import { type Broker, liveAccount } from "../../broker/broker.ts";
import { zeroCharges } from "../../broker/charges.ts";
import type { TradeRow } from "../../broker/order-rows.ts";
import { applyTrade, applyTransfer, emptyPosition, type NetPosition } from "../../broker/position.ts";
import type { TransferRow } from "../../broker/position-store.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { DeploymentRows } from "./deployment-rows.ts";

type StatedTrade = TradeRow & BookedFill;
type Sums = { realisedPaise: number; chargesPaise: number; feesPaise: number };
type Line = Sums & { trades: number };

/** Returns the financial year of a day, for example "2026-27". */
export function financialYearOf(isoDay: string): string {
  const year = Number(isoDay.slice(0, 4)) - (isoDay.slice(5, 7) < "04" ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, "0")}`;
}

export class Statements {
  readonly #options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows };

  constructor(options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows }) {
    this.#options = options;
  }

  /** Returns the statement of a year, by default the current year. A year without trades gives a statement of zeros. */
  read(clientId: string, year: string | null): Statement {
    const { db, broker, rows } = this.#options;
    const account = liveAccount(clientId);
    const now = broker.now();
    const today = isoDayOf(istDay(now));
    const requested = year ?? financialYearOf(today);
    const from = `${requested.slice(0, 4)}-04-01`;
    const to = `${Number(requested.slice(0, 4)) + 1}-03-31`;
    const end = istDayStart(dayOfIso(to) + 1);
    const trades = db
      .prepare(
        `SELECT trades.*, orders.intent AS order_intent, ${BEFORE_PAISE} FROM trades JOIN orders ON orders.id = trades.order_id
         WHERE trades.account = ? AND at < ? ORDER BY number`,
      )
      .all(account, end) as StatedTrade[];
    const fees = db
      .prepare(
        "SELECT deployment_id AS id, at, amount_paise AS paise FROM ledger WHERE account = ? AND kind = 'fee' ORDER BY number",
      )
      .all(account) as { id: string | null; at: number; paise: number }[];
    const transfers = db
      .prepare("SELECT * FROM position_transfers WHERE account = ? AND at < ? ORDER BY number")
      .all(account, end) as TransferRow[];
    const sums = sumTrades(trades, transfers, from);
    const bookings = fees.map(({ at, ...fee }) => ({ ...fee, day: isoDayOf(istDay(at)) }));
    for (const { id, paise, day } of bookings.filter((fee) => fee.day >= from && fee.day <= to)) {
      lineOf(sums.lines, id ?? "").feesPaise -= paise;
      lineOf(sums.months, day.slice(0, 7)).feesPaise -= paise;
    }
    const years = new Set([financialYearOf(today), ...this.#years(account)]);
    const nameOf = (id: string) => {
      const row = id === "" ? undefined : rows.byId(id);
      if (row === undefined) return "Your own orders";
      return rows.version(row.strategy_id, row.version)?.strategy.name ?? row.strategy_id;
    };
    const items = [...sums.lines].map(([id, line]) => ({
      name: nameOf(id),
      deploymentId: id === "" ? null : id,
      ...line,
      netPaise: netOf(line),
    }));
    const total = (part: (line: Line) => number) =>
      [...sums.lines.values()].reduce((sum, line) => sum + part(line), 0);
    return {
      year: requested,
      years: [...years].sort().reverse(),
      from,
      to,
      trades: total(({ trades: count }) => count),
      turnoverPaise: sums.turnoverPaise,
      realisedPaise: total(({ realisedPaise }) => realisedPaise),
      charges: chargesByLine(trades, from),
      feesPaise: total(({ feesPaise }) => feesPaise),
      netPaise: total(netOf),
      items: items.sort((a, b) => b.netPaise - a.netPaise),
      months: [...sums.months]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([month, { trades: _, ...line }]) => ({ month, ...line, netPaise: netOf(line) })),
      asOf: new Date(now).toISOString(),
    };
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
    const first = Number(financialYearOf(isoDayOf(istDay(row.first))).slice(0, 4));
    const last = Number(financialYearOf(isoDayOf(istDay(row.last))).slice(0, 4));
    return Array.from({ length: last - first + 1 }, (_, index) => financialYearOf(`${first + index}-04-01`));
  }
}

/**
 * Replays all trades from the first one, because a position bought in one year may be sold in the next. Each product
 * has its own position. Transfers between products concern the client's own positions only.
 */
function sumTrades(trades: readonly StatedTrade[], transfers: readonly TransferRow[], from: string) {
  const lines = new Map<string, Line>();
  const months = new Map<string, Line>();
  const positions = new Map<string, NetPosition>();
  let turnoverPaise = 0;
  let next = 0;
  const positionOf = (scope: string, of: Pick<NetPosition, "instrument" | "symbol" | "product">) => {
    const name = `${scope} ${of.instrument} ${of.product}`;
    const position = positions.get(name) ?? emptyPosition(of.instrument, of.symbol, of.product);
    positions.set(name, position);
    return position;
  };
  const transferUntil = (trade: number) => {
    for (; next < transfers.length; next += 1) {
      const row = transfers[next];
      if (row === undefined || row.after_trade >= trade) return;
      const to = positionOf("", { ...row, product: row.to_product });
      const before = to.realisedPaise;
      applyTransfer(positionOf("", { ...row, product: row.from_product }), to, row.quantity, row.at);
      const day = isoDayOf(istDay(row.at));
      if (day < from || to.realisedPaise === before) continue;
      for (const line of [lineOf(lines, ""), lineOf(months, day.slice(0, 7))])
        line.realisedPaise += to.realisedPaise - before;
    }
  };
  for (const trade of trades) {
    transferUntil(trade.number);
    const scope = trade.deployment_id ?? "";
    const position = positionOf(scope, trade);
    const before = position.realisedPaise;
    const { side, quantity, price_paise: pricePaise, charges_paise: chargesPaise, at } = trade;
    applyTrade(position, { side, quantity, pricePaise, chargesPaise, at });
    const day = isoDayOf(istDay(at));
    if (day < from) continue;
    turnoverPaise += quantity * pricePaise;
    for (const line of [lineOf(lines, scope), lineOf(months, day.slice(0, 7))]) {
      line.trades += 1;
      line.realisedPaise += position.realisedPaise - before;
      line.chargesPaise += chargesPaise;
    }
  }
  transferUntil(Number.POSITIVE_INFINITY);
  return { lines, months, turnoverPaise };
}

function lineOf(lines: Map<string, Line>, name: string): Line {
  const line = lines.get(name) ?? { trades: 0, realisedPaise: 0, chargesPaise: 0, feesPaise: 0 };
  lines.set(name, line);
  return line;
}

function netOf({ realisedPaise, chargesPaise, feesPaise }: Sums): number {
  return realisedPaise - chargesPaise - feesPaise;
}

function chargesByLine(trades: readonly StatedTrade[], from: string): Statement["charges"] {
  const sums = { ...zeroCharges(), otherPaise: 0 };
  for (const trade of trades) {
    if (isoDayOf(istDay(trade.at)) < from) continue;
    const lines = bookedCharges(trade) ?? {
      totalPaise: trade.charges_paise,
      otherPaise: trade.charges_paise,
    };
    for (const [name, paise] of Object.entries(lines)) sums[name as keyof typeof lines] += paise;
  }
  return sums;
}
