// Handlers of the account itself: profile, token, addresses and holdings.

import { isFormerProduct } from "../../../../app/contract/trading-api/not-served.ts";
import type { ConvertPosition } from "../../../../app/contract/trading-api/portfolio-shapes.ts";
import { isTrading } from "../../../../app/domain/market-sessions.ts";
import { isoDayOf, istDay } from "../../../../app/domain/time.ts";
import { findToken, findTokenExpiry, renewToken } from "../../accounts/tokens.ts";
import { hasSquareOffStarted } from "../../broker/exchange-rules.ts";
import { tokenPayload } from "../login/token-payload.ts";
import type { ControlHandlers } from "./control-handlers.ts";
import { ApiFault, formerProductFault } from "./fault.ts";
import type { Call, Caller, HandlerContext, Handlers } from "./handler-context.ts";
import { findInstrument } from "./order-handlers.ts";
import { listHoldings, listPositions, quantityToClose } from "./positions.ts";
import { istTime } from "./wire-format.ts";

const IP_LOCKED_FOR_DAYS = 7;

type IpRow = { flag: "PRIMARY" | "SECONDARY"; ip: string; at: number };

export function accountHandlers(context: HandlerContext, control: ControlHandlers) {
  const { directory, broker } = context;
  return {
    getProfile: ({ client, accessToken }) => {
      const endsAt = findTokenExpiry(directory, accessToken, context.realNow()) ?? context.realNow();
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
      // Only tokens of apps and programs can be renewed, not those of a sign-in on the site.
      const token = findToken(directory, accessToken, context.realNow());
      if (token === null || token.kind === "sign_in")
        throw new ApiFault("DH-905", "This token belongs to a sign-in at a site and cannot be renewed.");
      return tokenPayload(client, renewToken(directory, token, context.realNow()));
    },
    setIp: (call) => writeIp(context, call, false),
    modifyIp: (call) => writeIp(context, call, true),
    getIp: ({ client }) => {
      const rows = directory
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
    listHoldings: ({ account }) => listHoldings(broker, account),
    listPositions: ({ client, account }) => listPositions(broker, client.id, account),
    convertPosition: (call) => convert(context, call, call.body),
    exitPositions: (call) => control.exitAll(call),
  } satisfies Partial<Handlers>;
}

function writeIp(context: HandlerContext, { client, body }: Call<"setIp" | "modifyIp">, isChange: boolean) {
  const { directory, realNow } = context;
  const { ip, ipFlag } = body;
  const rows = directory
    .prepare("SELECT flag, ip, at FROM static_ips WHERE client_id = ?")
    .all(client.id) as IpRow[];
  const known = rows.find(({ flag }) => flag === ipFlag);
  if (rows.some((row) => row.flag !== ipFlag && row.ip === ip))
    throw new ApiFault("DH-905", "ip must differ from the account's other address.");
  if (!isChange && known !== undefined)
    throw new ApiFault("DH-905", "ip is set already. Change it with PUT /ip/modifyIP.");
  if (isChange) {
    if (known === undefined) throw new ApiFault("DH-905", "ip is not set. Set it with POST /ip/setIP.");
  }
  directory
    .prepare(
      `INSERT INTO static_ips (client_id, flag, ip, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (client_id, flag) DO UPDATE SET ip = excluded.ip, at = excluded.at`,
    )
    .run(client.id, ipFlag, ip, realNow());
  return { message: "IP saved successfully", status: "SUCCESS" };
}

/** Moves a position to another product at its cost, without an order, a trade or charges. */
function convert(context: HandlerContext, call: Caller, conversion: ConvertPosition) {
  const { broker } = context;
  const { fromProductType: from, toProductType: to, convertQty: quantity } = conversion;
  if (isFormerProduct(from) || isFormerProduct(to))
    throw formerProductFault("fromProductType, toProductType");
  if (from === to) throw new ApiFault("DH-905", "toProductType must differ from the position's product.");
  const instrument = findInstrument(broker, conversion.exchangeSegment, conversion.securityId);
  if (!isTrading(broker.market.session(instrument.exchangeSegment, broker.now())))
    throw new ApiFault("DH-906", "The market is closed. Positions can be converted only while it is open.");
  return broker.run(() => {
    const held = broker
      .positions({ account: call.account, deploymentId: null })
      .find((one) => one.instrument === instrument.key && one.product === from);
    const isThere = held !== undefined && held.quantity > 0 === (conversion.positionType === "LONG");
    if (!isThere || Math.abs(held.quantity) < quantity)
      throw new ApiFault(
        "DH-906",
        `There is no ${conversion.positionType} position of ${quantity} in ${from}.`,
      );
    if (to === "INTRADAY" && quantity > Math.abs(quantityToClose(held)))
      throw new ApiFault(
        "DH-906",
        "Shares of earlier days are holdings and cannot be converted to INTRADAY.",
      );
    if (to === "INTRADAY" && hasSquareOffStarted(broker.market, instrument.exchangeSegment, broker.now()))
      throw new ApiFault(
        "DH-906",
        "The square-off of intraday positions has started. Positions cannot be converted to INTRADAY today.",
      );
    if (quantity % instrument.lotSize !== 0)
      throw new ApiFault("DH-905", `convertQty must be a multiple of the lot size (${instrument.lotSize}).`);
    const isShare = instrument.exchangeSegment.endsWith("_EQ");
    if (!isShare && (to === "CNC" || to === "MTF"))
      throw new ApiFault("DH-906", "toProductType must not be a delivery product for derivatives.");
    if (isShare && held.quantity < 0 && to !== "INTRADAY")
      throw new ApiFault("DH-906", "toProductType must not be a delivery product for a short position.");
    const waiting = broker.orders.resting
      .ofAccount(call.account)
      .filter((row) => row.instrument === instrument.key && row.product === from)
      .filter(({ side }) => (side === "SELL") === held.quantity > 0)
      .reduce((sum, row) => sum + row.quantity - row.filled, 0);
    if (Math.abs(held.quantity) - waiting < quantity)
      throw new ApiFault("DH-906", "Pending orders would close the position. Cancel them first.");
    const before = broker.funds(call.account);
    broker.positionStore.transfer({
      account: call.account,
      client_id: call.client.id,
      instrument: instrument.key,
      symbol: instrument.symbol,
      from_product: from,
      to_product: to,
      quantity,
      at: broker.now(),
    });
    const after = broker.funds(call.account);
    if (after.availablePaise < 0 && after.availablePaise < before.availablePaise)
      throw new ApiFault("DH-906", "The available funds are not enough to convert the position.");
    return {};
  });
}
