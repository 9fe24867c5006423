// The account itself: its profile, token and addresses, and what it holds.
import { isoDayOf, istDay } from "../../../app/wire/market-sessions.ts";
import type { OrderProduct } from "../../../app/wire/order.ts";
import type { ConvertPosition } from "../../../app/wire/trading-api/portfolio.ts";
import { findToken, issueApiToken, tokenEndsAt } from "../login/tokens.ts";
import type { ControlDesk } from "./control-desk.ts";
import type { Call, Desk, Handler } from "./desk.ts";
import { ApiFault } from "./fault.ts";
import { findInstrument, INTENT } from "./order-desk.ts";
import { holdingsOf, positionsOf } from "./positions.ts";
import { tokenPayload } from "./token-payload.ts";
import { DAY_MS, istTime, paiseOf } from "./wire-format.ts";

const IP_LOCKED_FOR_DAYS = 7;
const PORTAL_TOKEN_MS = 30 * DAY_MS;

type IpRow = { flag: "PRIMARY" | "SECONDARY"; ip: string; at: number };

export class AccountDesk {
  readonly #desk: Desk;
  readonly #control: ControlDesk;

  constructor(desk: Desk, control: ControlDesk) {
    this.#desk = desk;
    this.#control = control;
  }

  handlers() {
    const { db, broker } = this.#desk;
    return {
      getProfile: ({ client, accessToken }) => {
        const endsAt = tokenEndsAt(db, accessToken, this.#desk.realNow()) ?? this.#desk.realNow();
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
      renewToken: ({ client, accessToken }) => {
        // A sign-in of a site is no token of the client's own programs, and does not become one.
        if (findToken(db, accessToken, this.#desk.realNow())?.kind !== "api_token")
          throw new ApiFault("DH-905", "This token belongs to a sign-in at a site and cannot be renewed.");
        const forMs = client.id.startsWith("2") ? PORTAL_TOKEN_MS : undefined;
        return tokenPayload(client, issueApiToken(db, client.id, this.#desk.realNow(), forMs));
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
      exitPositions: (call) => this.#control.exitAll(call),
    } satisfies Record<string, Handler>;
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
      const move = (product: OrderProduct, signed: number) =>
        broker.book.addFilled(
          {
            client_id: call.client.id,
            account: call.account,
            deployment_id: null,
            leg: null,
            instrument: instrument.key,
            symbol: instrument.symbol,
            side: signed > 0 ? "BUY" : "SELL",
            product,
            quantity: wish.convertQty,
            price_paise: price,
            intent: INTENT,
          },
          { at: now, bookedAt: now },
          "conversion",
        );
      move(from as OrderProduct, -sign);
      move(to as OrderProduct, sign);
      const after = broker.funds(call.account);
      if (after.availablePaise < 0 && after.blockedPaise > before.blockedPaise)
        throw new ApiFault("DH-906", "There are not enough funds to carry the position so.");
      return {};
    });
  }
}
