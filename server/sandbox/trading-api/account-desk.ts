// Portfolio, eDIS, control, funds, statements and the account itself.
import { isoDayOf, istDay } from "../../../app/wire/market-sessions.ts";
import type { OrderProduct } from "../../../app/wire/order.ts";
import type {
  ConvertPosition,
  MarginRequest,
  MultiMargin,
  PnlExit,
} from "../../../app/wire/trading-api/account.ts";
import { type ChargedKind, chargesOf } from "../broker/charges.ts";
import type { Held } from "../broker/margin.ts";
import { PLAIN_ORDER, splitKey } from "../broker/order-book.ts";
import { DeploymentConflict } from "../deployments/deployment-rows.ts";
import { issueToken, tokenEndsAt } from "../login/consents.ts";
import type { MarketInstrument } from "../market/instrument-master.ts";
import type { Call, Desk, Handler } from "./desk.ts";
import { ApiFault } from "./fault.ts";
import { isinOf, securityIdOf } from "./isin.ts";
import { findInstrument, INTENT, placeWish } from "./order-desk.ts";
import { holdingsOf, positionsOf } from "./positions.ts";
import { tokenPayload } from "./token-payload.ts";
import type { WaitingOrders } from "./waiting-orders.ts";
import {
  asApiTrade,
  DAY_MS,
  dayStart,
  instrumentOf,
  istTime,
  paiseOf,
  readIst,
  rupees,
  today,
} from "./wire-format.ts";

const IP_LOCKED_FOR_DAYS = 7;
const TRADES_A_PAGE = 50;
const STATEMENT_DAYS_AT_MOST = 731;
/** How the fixed T-PIN is announced. */
const TPIN = "123456";
/** In the sandbox an approval comes by itself with the form, for the day. */
const EDIS_REMARKS = "Approved for today";
const PORTAL_TOKEN_MS = 30 * DAY_MS;

type IpRow = { flag: "PRIMARY" | "SECONDARY"; ip: string; at: number };
type StoredExit = PnlExit & { hasFired: boolean };

export class AccountDesk {
  readonly #desk: Desk;
  readonly #waiting: WaitingOrders;

  constructor(desk: Desk, waiting: WaitingOrders) {
    this.#desk = desk;
    this.#waiting = waiting;
  }

  handlers() {
    const { db, broker, controls } = this.#desk;
    return {
      getProfile: ({ client, accessToken }) => {
        const endsAt = tokenEndsAt(db, accessToken, broker.now()) ?? broker.now();
        const [date = "", time = ""] = istTime(endsAt).split(" ");
        return {
          dhanClientId: client.id,
          tokenValidity: `${date.split("-").reverse().join("/")} ${time.slice(0, 5)}`,
          activeSegment: "Equity, Derivative",
          ddpi: "Active",
          mtf: "Active",
          dataPlan: "Active",
          dataValidity: `${istTime(endsAt)}.0`,
        };
      },
      renewToken: ({ client }) => {
        const forMs = client.id.startsWith("2") ? PORTAL_TOKEN_MS : undefined;
        return tokenPayload(client, issueToken(db, client.id, broker.now(), forMs));
      },
      setIp: (call) => this.#writeIp(call, false),
      modifyIp: (call) => this.#writeIp(call, true),
      getIp: ({ client }) => {
        const rows = db
          .prepare("SELECT flag, ip, at FROM static_ips WHERE client_id = ?")
          .all(client.id) as IpRow[];
        const of = (flag: IpRow["flag"]) => rows.find((row) => row.flag === flag);
        const from = (row: IpRow | undefined) =>
          row === undefined ? null : isoDayOf(istDay(row.at) + IP_LOCKED_FOR_DAYS);
        return {
          modifyDatePrimary: from(of("PRIMARY")),
          primaryIP: of("PRIMARY")?.ip ?? null,
          modifyDateSecondary: from(of("SECONDARY")),
          secondaryIP: of("SECONDARY")?.ip ?? null,
        };
      },
      listHoldings: ({ account }) => holdingsOf(db, broker, account),
      listPositions: ({ client, account }) => positionsOf(db, broker, client.id, account),
      convertPosition: (call) => this.#convert(call, call.body as ConvertPosition),
      exitPositions: (call) => this.exitAll(call),
      requestTpin: ({ client }) => ({
        dhanClientId: client.id,
        edisStatus: "SUCCESS",
        remarks: `In the sandbox the T-PIN is always ${TPIN}.`,
      }),
      createEdisForm: (call) => {
        const { isin, qty } = call.body as { isin: string; qty: number };
        return this.#edisForm(call, [{ isin, quantity: qty }]);
      },
      createEdisBulkForm: (call) =>
        this.#edisForm(
          call,
          (call.body as { isin: string[] }).isin.map((isin) => ({ isin, quantity: null })),
        ),
      inquireEdis: (call) => this.#inquireEdis(call),
      setKillSwitch: ({ client, account, query }) => {
        const isActive = query.killSwitchStatus === "ACTIVATE";
        const before = controls.killSwitch(client.id);
        if (isActive && !before.isActive) {
          const isHeld = broker
            .positions({ account, deploymentId: null })
            .some(({ product }) => product !== "CNC");
          const isWaiting = broker.book.open({ account }).some((row) => row.deployment_id === null);
          if (isHeld || isWaiting)
            throw new ApiFault(
              "DH-906",
              "The kill switch asks for closed positions and no pending orders first.",
            );
        }
        try {
          controls.setKillSwitch(client.id, isActive);
        } catch (fault) {
          if (fault instanceof DeploymentConflict) throw new ApiFault("DH-903", fault.message);
          throw fault;
        }
        return {
          dhanClientId: client.id,
          killSwitchStatus: `Kill Switch has been successfully ${isActive ? "activated" : "deactivated"}`,
        };
      },
      getKillSwitch: ({ client }) => ({
        dhanClientId: client.id,
        killSwitchStatus: controls.killSwitch(client.id).isActive ? "ACTIVATE" : "DEACTIVATE",
      }),
      setPnlExit: ({ client, body }) => {
        const stored: StoredExit = { ...(body as PnlExit), hasFired: false };
        db.prepare(
          `INSERT INTO pnl_exits (client_id, day, document) VALUES (?, ?, ?)
           ON CONFLICT (client_id) DO UPDATE SET day = excluded.day, document = excluded.document`,
        ).run(client.id, today(broker), JSON.stringify(stored));
        return { pnlExitStatus: "ACTIVE", message: "The day's limits are set." };
      },
      getPnlExit: ({ client }) => {
        const stored = this.#pnlExit(client.id);
        const amount = (value: number | undefined) => (value ?? 0).toFixed(2);
        return {
          pnlExitStatus: stored === null || stored.hasFired ? "INACTIVE" : "ACTIVE",
          profit: amount(stored?.profitValue),
          loss: amount(stored?.lossValue),
          productType: stored?.productType ?? [],
          enable_kill_switch: stored?.enableKillSwitch ?? false,
          enableKillSwitch: stored?.enableKillSwitch ?? false,
        };
      },
      stopPnlExit: ({ client }) => {
        db.prepare("DELETE FROM pnl_exits WHERE client_id = ?").run(client.id);
        return { pnlExitStatus: "DISABLED", message: "The day's limits are removed." };
      },
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

  /** Closes everything of the account's own at the market; deployments keep theirs. */
  exitAll(call: Pick<Call, "client" | "account">, products?: readonly OrderProduct[]) {
    const { broker } = this.#desk;
    return broker.run(() => {
      for (const row of broker.book.open({ account: call.account }))
        if (row.deployment_id === null) broker.cancel(row, "All positions are exited");
      this.#waiting.endSupers(call.client.id);
      let sent = 0;
      let refused: string | null = null;
      for (const position of broker.positions({ account: call.account, deploymentId: null })) {
        // Shares that were delivered are holdings, not positions.
        if (position.product === "CNC" || position.product === "MTF") continue;
        if (products !== undefined && !products.includes(position.product)) continue;
        const { exchangeSegment, securityId } = splitKey(position.instrument);
        const row = placeWish(broker, call, {
          transactionType: position.quantity > 0 ? "SELL" : "BUY",
          exchangeSegment: exchangeSegment as ConvertPosition["exchangeSegment"],
          productType: position.product,
          orderType: "MARKET",
          validity: "DAY",
          securityId,
          quantity: Math.abs(position.quantity),
        });
        sent += 1;
        if (row.status === "REJECTED") refused = row.reason;
      }
      return refused === null
        ? { status: "SUCCESS", message: sent === 0 ? "Nothing was open." : `${sent} exit orders were sent.` }
        : { status: "ERROR", message: `An exit was refused: ${refused}` };
    });
  }

  /** Looks at the days' results for those who have set limits. */
  watchExits(accountFor: (clientId: string) => Pick<Call, "client" | "account"> | null): void {
    const { db, broker, controls } = this.#desk;
    const rows = db.prepare("SELECT client_id FROM pnl_exits WHERE day = ?").all(today(broker)) as {
      client_id: string;
    }[];
    for (const { client_id } of rows) {
      const stored = this.#pnlExit(client_id);
      const caller = accountFor(client_id);
      if (stored === null || stored.hasFired || caller === null) continue;
      const products = stored.productType.flatMap((name): OrderProduct[] =>
        name === "INTRADAY" ? ["INTRADAY"] : ["CNC", "MARGIN", "MTF"],
      );
      const result = positionsOf(db, broker, client_id, caller.account)
        .filter(({ productType }) => products.includes(productType))
        .reduce((sum, { realizedProfit, unrealizedProfit }) => sum + realizedProfit + unrealizedProfit, 0);
      if (result < stored.profitValue && result > -stored.lossValue) continue;
      db.prepare("UPDATE pnl_exits SET document = ? WHERE client_id = ?").run(
        JSON.stringify({ ...stored, hasFired: true }),
        client_id,
      );
      this.exitAll(caller, products);
      if (stored.enableKillSwitch) controls.setKillSwitch(client_id, true);
    }
  }

  #pnlExit(clientId: string): StoredExit | null {
    const { db, broker } = this.#desk;
    const row = db
      .prepare("SELECT document FROM pnl_exits WHERE client_id = ? AND day = ?")
      .get(clientId, today(broker)) as { document: string } | undefined;
    return row === undefined ? null : JSON.parse(row.document);
  }

  #writeIp({ client, body }: Call, isChange: boolean) {
    const { db, broker } = this.#desk;
    const { ip, ipFlag } = body as { ip: string; ipFlag: IpRow["flag"] };
    const rows = db
      .prepare("SELECT flag, ip, at FROM static_ips WHERE client_id = ?")
      .all(client.id) as IpRow[];
    const known = rows.find(({ flag }) => flag === ipFlag);
    if (rows.some((row) => row.flag !== ipFlag && row.ip === ip))
      throw new ApiFault("DH-905", "ip: it is the account's other address already.");
    if (!isChange && known !== undefined)
      throw new ApiFault("DH-905", "ip: set already; change it with PUT /ip/modifyIP.");
    if (isChange) {
      if (known === undefined) throw new ApiFault("DH-905", "ip: none is set; set it with POST /ip/setIP.");
    }
    db.prepare(
      `INSERT INTO static_ips (client_id, flag, ip, at) VALUES (?, ?, ?, ?)
       ON CONFLICT (client_id, flag) DO UPDATE SET ip = excluded.ip, at = excluded.at`,
    ).run(client.id, ipFlag, ip, broker.now());
    return { message: "IP saved successfully", status: "SUCCESS" };
  }

  /** Out of one product and into the other at what the position has cost, without charges. */
  #convert(call: Call, wish: ConvertPosition) {
    const { db, broker } = this.#desk;
    const { fromProductType: from, toProductType: to } = wish;
    if ([from, to].some((product) => product === "CO" || product === "BO"))
      throw new ApiFault(
        "DH-906",
        "fromProductType, toProductType: cover and bracket positions are not kept.",
      );
    if (from === to) throw new ApiFault("DH-905", "toProductType: another one than the position has.");
    const instrument = findInstrument(broker, wish.exchangeSegment, wish.securityId);
    return broker.run(() => {
      const held = positionsOf(db, broker, call.client.id, call.account).find(
        (one) =>
          one.securityId === wish.securityId &&
          one.exchangeSegment === wish.exchangeSegment &&
          one.productType === from &&
          one.positionType === wish.positionType,
      );
      if (held === undefined || Math.abs(held.netQty) < wish.convertQty)
        throw new ApiFault(
          "DH-906",
          `There is no ${wish.positionType} position of ${wish.convertQty} in ${from}.`,
        );
      if (wish.convertQty % instrument.lotSize !== 0)
        throw new ApiFault("DH-905", `convertQty: a multiple of the lot, ${instrument.lotSize}.`);
      if (to === "CNC" || to === "MTF") {
        if (instrument.option !== null)
          throw new ApiFault("DH-906", "toProductType: options are not held for delivery.");
        if (held.netQty < 0)
          throw new ApiFault("DH-906", "toProductType: what was sold short cannot be delivered.");
      }
      const sign = Math.sign(held.netQty);
      const price = paiseOf(held.costPrice);
      const before = broker.funds(call.account);
      const now = broker.now();
      const move = (product: OrderProduct, signed: number) => {
        const row = {
          id: broker.book.nextId(now),
          client_id: call.client.id,
          account: call.account,
          deployment_id: null,
          leg: null,
          instrument: instrument.key,
          symbol: instrument.symbol,
          side: signed > 0 ? ("BUY" as const) : ("SELL" as const),
          product,
          type: "LIMIT" as const,
          validity: "DAY" as const,
          quantity: wish.convertQty,
          filled: wish.convertQty,
          value_paise: wish.convertQty * price,
          price_paise: price,
          charges_paise: 0,
          status: "TRADED" as const,
          reason: null,
          intent: INTENT,
          correlation_id: null,
          ...PLAIN_ORDER,
          api: "conversion",
          created_at: now,
          updated_at: now,
        };
        broker.book.insert(row);
        broker.book.addTrade(row, wish.convertQty, price, 0, now);
      };
      move(from as OrderProduct, -sign);
      move(to as OrderProduct, sign);
      const after = broker.funds(call.account);
      if (after.availablePaise < 0 && after.blockedPaise > before.blockedPaise)
        throw new ApiFault("DH-906", "There are not enough funds to carry the position so.");
      return {};
    });
  }

  #edisForm(call: Call, wanted: { isin: string; quantity: number | null }[]) {
    const { db, broker } = this.#desk;
    const held = holdingsOf(db, broker, call.account);
    for (const { isin, quantity } of wanted) {
      const holding = held.find((one) => one.isin === isin);
      if (securityIdOf(isin) === null || holding === undefined)
        throw new ApiFault("DH-905", `isin: the account holds nothing of ${isin}.`);
      if (quantity !== null && quantity > holding.totalQty)
        throw new ApiFault("DH-905", `qty: ${holding.totalQty} of ${isin} are held.`);
      db.prepare(
        `INSERT INTO edis_approvals (client_id, isin, quantity, day) VALUES (?, ?, ?, ?)
         ON CONFLICT (client_id, isin, day) DO UPDATE SET quantity = excluded.quantity`,
      ).run(call.client.id, isin, quantity ?? holding.totalQty, today(broker));
    }
    const fields = wanted.map(({ isin }) => `<input type="hidden" name="isin" value="${isin}">`).join("");
    return {
      dhanClientId: call.client.id,
      edisFormHtml: `<!doctype html><html><body><form name="frmDIS" method="post" action="/sandbox/portal/edis">${fields}<p>In the sandbox the sale is approved for today; nothing has to be sent.</p></form></body></html>`,
    };
  }

  #inquireEdis({ client, account, path }: Call) {
    const { db, broker } = this.#desk;
    const { isin = "ALL" } = path;
    const held = holdingsOf(db, broker, account).filter((one) => isin === "ALL" || one.isin === isin);
    const approvals = db
      .prepare("SELECT isin, quantity FROM edis_approvals WHERE client_id = ? AND day = ?")
      .all(client.id, today(broker)) as { isin: string; quantity: number }[];
    const approved = approvals
      .filter((one) => isin === "ALL" || one.isin === isin)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      clientId: client.id,
      isin,
      totalQty: held.reduce((sum, { totalQty }) => sum + totalQty, 0),
      aprvdQty: approved,
      status: "SUCCESS",
      remarks: approved === 0 ? "Nothing is approved for today" : EDIS_REMARKS,
    };
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
