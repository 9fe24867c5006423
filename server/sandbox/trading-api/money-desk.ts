// Funds, margins before an order is sent, the ledger and the history of trades.
import type { OrderProduct } from "../../../app/wire/order.ts";
import type { MarginRequest, MultiMargin } from "../../../app/wire/trading-api/account.ts";
import { type ChargedKind, chargesOf } from "../broker/charges.ts";
import type { Held } from "../broker/margin.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { Call, Desk, Handler } from "./desk.ts";
import { ApiFault } from "./fault.ts";
import { isinOf } from "./isin.ts";
import { findInstrument } from "./order-desk.ts";
import { asApiTrade, DAY_MS, dayStart, instrumentOf, readIst, rupees, today } from "./wire-format.ts";

const TRADES_A_PAGE = 50;
const STATEMENT_DAYS_AT_MOST = 731;

export class MoneyDesk {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  handlers() {
    const { broker } = this.#desk;
    return {
      getFundLimit: ({ client, account }) => {
        const { availablePaise, blockedPaise } = broker.funds(account);
        const start = dayStart(today(broker));
        const sod = broker.book
          .ledger(account)
          .filter(({ at, kind }) => at < start || kind === "opening")
          .reduce((sum, { amount_paise }) => sum + amount_paise, 0);
        return {
          dhanClientId: client.id,
          availabelBalance: rupees(availablePaise),
          sodLimit: rupees(sod),
          collateralAmount: 0,
          receiveableAmount: 0,
          utilizedAmount: rupees(blockedPaise),
          blockedPayoutAmount: 0,
          withdrawableBalance: rupees(
            Math.max(0, Math.min(availablePaise, broker.book.balance(account) ?? 0)),
          ),
        };
      },
      calculateMargin: (call) => this.#margin(call, call.body as MarginRequest),
      calculateMultiMargin: (call) => this.#multiMargin(call, call.body as MultiMargin),
      listLedger: (call) => this.#ledger(call),
      listTradeHistory: (call) => this.#tradeHistory(call),
    } satisfies Record<string, Handler>;
  }

  #held(items: readonly MarginRequest[]): (Held & { price: number })[] {
    const { broker } = this.#desk;
    return items.map((item) => {
      const instrument = findInstrument(broker, item.exchangeSegment, item.securityId);
      if (instrument.kind === "INDEX")
        throw new ApiFault("DH-905", "securityId: an index itself is not traded.");
      if (item.quantity % instrument.lotSize !== 0)
        throw new ApiFault("DH-905", `quantity: a multiple of the lot, ${instrument.lotSize}.`);
      const product: OrderProduct =
        item.productType === "CO" || item.productType === "BO" ? "INTRADAY" : item.productType;
      return {
        instrument,
        quantity: item.transactionType === "BUY" ? item.quantity : -item.quantity,
        product,
        price: item.price ?? broker.market.quote(instrument, broker.now()).lastPaise / 100,
      };
    });
  }

  #margin(call: Call, wish: MarginRequest) {
    const { broker } = this.#desk;
    const held = this.#held([wish]);
    const [one] = held;
    if (one === undefined) throw new Error("one order was asked for");
    const total = broker.marginFor(held);
    const value = Math.abs(one.quantity) * one.price * 100;
    const available = broker.funds(call.account).availablePaise;
    const charges = chargesOf(kindOf(one.instrument), one.product, wish.transactionType, Math.round(value));
    const isOption = one.instrument.option !== null;
    const exposure = isOption && one.quantity < 0 ? Math.round(total * 0.2) : 0;
    return {
      totalMargin: rupees(total),
      spanMargin: isOption ? rupees(total - exposure) : 0,
      exposureMargin: rupees(exposure),
      availableBalance: rupees(available),
      variableMargin: isOption ? 0 : rupees(total),
      insufficientBalance: rupees(Math.max(0, total + charges.totalPaise - available)),
      brokerage: rupees(charges.brokeragePaise),
      leverage: (total === 0 ? 1 : Math.max(1, value / total)).toFixed(2),
    };
  }

  #multiMargin(call: Call, wish: MultiMargin) {
    const { broker } = this.#desk;
    const items = this.#held(wish.scripList ?? wish.scripts ?? []);
    const own = (rows: { instrument: string; quantity: number; product: OrderProduct }[]): Held[] =>
      rows.flatMap(({ instrument, quantity, product }) => {
        const known = broker.instrument(instrument);
        return known === null ? [] : [{ instrument: known, quantity, product }];
      });
    const positions = wish.includePosition === true ? own(broker.positions({ account: call.account })) : [];
    const orders =
      (wish.includeOrder ?? wish.includeOrders) === true
        ? own(
            broker.book.open({ account: call.account }).map((row) => ({
              instrument: row.instrument,
              quantity: (row.side === "BUY" ? 1 : -1) * (row.quantity - row.filled),
              product: row.product,
            })),
          )
        : [];
    const all = [...positions, ...orders, ...items];
    const total = broker.marginFor(all);
    const equity = broker.marginFor(all.filter(({ instrument }) => instrument.option === null));
    const derivatives = broker.marginFor(all.filter(({ instrument }) => instrument.option !== null));
    const exposure = Math.round(derivatives * 0.2);
    return {
      clientId: call.client.id,
      totalMargin: rupees(total),
      spanMargin: rupees(derivatives - exposure),
      exposure: rupees(exposure),
      equityMargin: rupees(equity),
      foMargin: rupees(derivatives),
      commodity: 0,
      currency: 0,
    };
  }

  /** From the beginning of one day to the end of another. */
  #period(fromText: string, toText: string): { fromMs: number; untilMs: number } {
    const [fromMs, toMs] = [readIst(fromText), readIst(toText)];
    if (fromMs === null || toMs === null) throw new ApiFault("DH-905", "Dates are written YYYY-MM-DD.");
    if (toMs < fromMs) throw new ApiFault("DH-905", "The second day lies before the first.");
    if (toMs - fromMs > STATEMENT_DAYS_AT_MOST * DAY_MS)
      throw new ApiFault("DH-905", "At most two years in one call.");
    return { fromMs, untilMs: toMs + DAY_MS };
  }

  #ledger({ client, account, query }: Call) {
    const { fromMs, untilMs } = this.#period(query["from-date"] ?? "", query["to-date"] ?? "");
    let balance = 0;
    const month = new Intl.DateTimeFormat("en-US", {
      month: "short",
      day: "2-digit",
      year: "numeric",
      timeZone: "Asia/Kolkata",
    });
    return this.#desk.broker.book.ledger(account).flatMap(({ number, at, kind, amount_paise: amount }) => {
      balance += amount;
      if (at < fromMs || at >= untilMs) return [];
      return [
        {
          dhanClientId: client.id,
          narration: LEDGER_WORDS[kind] ?? kind,
          voucherdate: month.format(at),
          exchange: "NSE-CAPITAL",
          voucherdesc: kind.toUpperCase(),
          vouchernumber: String(number).padStart(8, "0"),
          debit: (amount < 0 ? -amount / 100 : 0).toFixed(2),
          credit: (amount > 0 ? amount / 100 : 0).toFixed(2),
          runbal: (balance / 100).toFixed(2),
        },
      ];
    });
  }

  #tradeHistory({ account, path }: Call) {
    const { broker } = this.#desk;
    const { fromMs, untilMs } = this.#period(path.fromDate ?? "", path.toDate ?? "");
    return broker.book
      .tradesOfAccount(account, {
        since: fromMs,
        until: untilMs,
        limit: TRADES_A_PAGE,
        offset: Number(path.page ?? 0) * TRADES_A_PAGE,
      })
      .map((row) => {
        const instrument = instrumentOf(broker, row.instrument, row.at);
        const trade = asApiTrade(broker, row);
        // Of this fill by itself; brokerage, which is once an order, is what its order was charged on it.
        const lines = chargesOf(kindOf(instrument), row.product, row.side, row.quantity * row.price_paise);
        const { totalPaise, brokeragePaise, ...levies } = lines;
        const isPlain = totalPaise === row.charges_paise;
        return {
          ...trade,
          drvOptionType: trade.drvOptionType ?? "NA",
          isin: instrument?.option === null ? isinOf(trade.securityId) : "NA",
          instrument: instrument?.option === null ? "EQUITY" : "DERIVATIVES",
          sebiTax: rupees(levies.regulatorPaise),
          stt: rupees(levies.transactionTaxPaise),
          brokerageCharges: rupees(
            isPlain ? brokeragePaise : Math.max(0, row.charges_paise - (totalPaise - brokeragePaise)),
          ),
          serviceTax: rupees(levies.gstPaise),
          exchangeTransactionCharges: rupees(levies.exchangePaise),
          stampDuty: rupees(levies.stampDutyPaise),
        };
      });
  }
}

const LEDGER_WORDS: Record<string, string> = {
  opening: "Funds added by the sandbox",
  trade: "Bill of a trade",
  charges: "Brokerage, taxes and charges",
};

function kindOf(instrument: MarketInstrument | null): ChargedKind {
  return instrument?.kind === "OPTIDX" || instrument?.kind === "OPTSTK" ? instrument.kind : "EQUITY";
}
