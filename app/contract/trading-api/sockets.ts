// Schemas of socket messages and postbacks: feed requests, the login of the order-update socket, order updates,
// postbacks. packets.ts contains the layout of binary packets; this file describes their fields.
import { z } from "zod";
import { apiOrderSchema } from "./orders.ts";
import { amount, count, securityId, textField } from "./vocabulary.ts";

const instruments = z
  .array(
    z.object({
      ExchangeSegment: textField("Exchange segment of the instrument", "NSE_EQ"),
      SecurityId: securityId,
    }),
  )
  .max(100)
  .meta({ description: "Instruments, at most 100 in a message. Omitted with RequestCode 12" });

/**
 * Builds the schema of a feed request. `codes` lists the request codes, each with a description of the requested data.
 */
const feedRequest = (codes: readonly [code: number, what: string][]) =>
  z.object({
    RequestCode: z.union(codes.map(([code]) => z.literal(code))).meta({
      description: `Request: ${codes.map(([code, what]) => `${code} ${what}`).join(", ")}`,
      example: codes[0]?.[0],
    }),
    InstrumentCount: count(
      "Length of InstrumentList; accepted but ignored. If omitted: no effect",
      1,
    ).optional(),
    InstrumentList: instruments.optional(),
  });

export const FEED_CODES: readonly [code: number, what: string][] = [
  [15, "subscribes to ticker"],
  [16, "leaves it"],
  [17, "subscribes to quote"],
  [18, "leaves it"],
  [21, "subscribes to full"],
  [22, "leaves it"],
  [12, "says goodbye"],
];
export const DEPTH_REQUEST_CODES: readonly [code: number, what: string][] = [
  [23, "subscribes"],
  [24, "leaves"],
  [25, "leaves as well"],
  [12, "says goodbye"],
];
export const feedRequestSchema = feedRequest(FEED_CODES);
export const depthRequestSchema = feedRequest(DEPTH_REQUEST_CODES);
/**
 * Request for one instrument, whose fields are at the top level, next to `RequestCode`. A list with one instrument, as
 * in `depthRequestSchema`, is also valid.
 */
export const depth200RequestSchema = feedRequest(DEPTH_REQUEST_CODES)
  .pick({ RequestCode: true })
  .extend({
    ExchangeSegment: textField("NSE_EQ or NSE_FNO. Omitted with RequestCode 12", "NSE_EQ").optional(),
    SecurityId: securityId.optional(),
  });

/** Query parameters of the feeds' addresses: name, description and value. */
export const FEED_QUERY: readonly [name: string, description: string, value: string][] = [
  ["version", "Version of the packets; always 2. Only for the live market feed", "2"],
  ["token", "The access token", "$ACCESS_TOKEN"],
  ["clientId", "The token's client id", "$CLIENT_ID"],
  ["authType", "Type of the token; always 2", "2"],
];

export const orderLoginSchema = z.object({
  LoginReq: z
    .object({
      MsgCode: z.literal(42).meta({ description: "Always 42, the login" }),
      ClientId: textField("Your client id, or the partner's id with UserType PARTNER", "1000000001"),
      Token: textField("The access token. Omitted with UserType PARTNER", "$ACCESS_TOKEN").optional(),
    })
    .meta({ description: "Who logs in" }),
  UserType: z.enum(["SELF", "PARTNER"]).meta({
    description: "SELF for one account, PARTNER for all accounts of a partner",
    example: "SELF",
  }),
  Secret: textField("The partner's secret. Omitted with UserType SELF", "$PARTNER_SECRET").optional(),
});

const units = (what: string, example: number) => count(`Units ${what}`, example);
const at = (what: string, example = "2026-11-20 10:15:02") =>
  textField(`${what}: YYYY-MM-DD HH:MM:SS, Indian time`, example);

/** One order update. Messages contain each key twice: as defined here, and with a lower-case first letter. */
export const orderAlertDataSchema = z
  .object({
    Exchange: textField("NSE or BSE", "NSE"),
    Segment: textField("E for shares, D for derivatives", "E"),
    Source: textField("P for an order of the API, A for an order of an algo", "P"),
    SecurityId: textField("Security id of the instrument", "1333"),
    ClientId: textField("Client of the order", "1000000001"),
    ExchOrderNo: textField(
      "The exchange's number of the order; empty until it reaches the exchange",
      "111261120000001",
    ),
    OrderNo: textField("Id of the order, as returned by placing", "11261120000001"),
    Product: textField("C for CNC, I for INTRADAY, M for MARGIN, F for MTF", "I"),
    TxnType: textField("B to buy, S to sell", "B"),
    OrderType: textField("LMT limit, MKT market, SL stop-loss limit, SLM stop-loss market", "LMT"),
    Validity: textField("DAY or IOC", "DAY"),
    DiscQuantity: units("shown in the market at a time; 0 shows everything", 0),
    DiscQtyRem: units("of DiscQuantity that are not filled", 0),
    RemainingQuantity: units("that are not filled", 0),
    Quantity: units("of the whole order", 5),
    TradedQty: units("that are filled", 5),
    Price: amount("Limit in rupees; 0 at market", 950),
    TriggerPrice: amount("Rupees; 0 for an order without a trigger", 0),
    TradedPrice: amount("Average price of the filled part in rupees; 0 without a fill", 949.8),
    AvgTradedPrice: amount("The same as TradedPrice", 949.8),
    AlgoOrdNo: textField(
      "Id of the order's super order, forever order or conditional trigger; empty for other orders",
      "",
    ),
    OffMktFlag: textField("1 for an after-market order, else 0", "0"),
    OrderDateTime: at("When the order was accepted", "2026-11-20 10:15:00"),
    ExchOrderTime: at("When the exchange last changed it"),
    LastUpdatedTime: at("When it last changed"),
    Remarks: textField("Your correlation id; without one NR, for a leg Super Order", "swing-0042"),
    MktType: textField("Always NL, the normal market", "NL"),
    ReasonDescription: textField("CONFIRMED, or the reason for the rejection or cancellation", "CONFIRMED"),
    LegNo: count("1: the entry or an ordinary order, 2: the stop, 3: the target", 1),
    Instrument: textField("Kind of the instrument, such as EQUITY or OPTIDX", "EQUITY"),
    InstrumentType: textField("The same as Instrument", "EQUITY"),
    Symbol: textField("The exchange's symbol", "HDFCBANK"),
    ProductName: textField("CNC, INTRADAY, MARGIN or MTF", "INTRADAY"),
    Status: textField("TRANSIT, PENDING, PART_TRADED, TRADED, REJECTED, CANCELLED or EXPIRED", "TRADED"),
    LotSize: count("Units of a lot; 1 for shares", 1),
    StrikePrice: amount("Strike of an option in rupees; 0 for others", 0),
    ExpiryDate: at("When the contract expires; 0001-01-01 00:00:00 for shares", "0001-01-01 00:00:00"),
    OptType: textField("CE call, PE put, XX for others", "XX"),
    DisplayName: textField("Display name", "HDFCBANK"),
    Isin: textField("ISIN of a share; NA for derivatives", "INS000013339"),
    Series: textField("EQ for shares, XX for derivatives", "EQ"),
    GoodTillDaysDate: textField("Day for which the order is valid, YYYY-MM-DD", "2026-11-20"),
    RefLtp: amount("Last traded price at the time of the update, rupees", 950.1),
    TickSize: amount("Tick size of the instrument, rupees", 0.05),
    AlgoId: textField("The deployment that sent it; 0 for an order of your own", "0"),
    Multiplier: count("Always 1", 1),
    CorrelationId: textField("Your own id of the order; empty if you sent none", "swing-0042"),
  })
  .meta({
    id: "OrderAlertData",
    description: "Every key has two spellings: as here, and with a lower-case first letter",
  });

export const orderAlertSchema = z.object({
  Type: z.literal("order_alert").meta({ description: "Always order_alert; ignore messages of other types" }),
  Data: orderAlertDataSchema,
});

/** Body of a postback, which reports a change of an order. */
export const postbackSchema = apiOrderSchema
  .omit({ filledQty: true, remainingQuantity: true, averageTradedPrice: true, exchangeOrderId: true })
  .extend({ filled_qty: count("Units that are filled. The API uses this spelling", 5) })
  .meta({ id: "Postback" });
export const POSTBACK_HEADERS: readonly [name: string, description: string, example: string][] = [
  ["Content-Type", "Always application/json", "application/json"],
  ["X-Postback-Delivery", "Number of the delivery; a retry has the same number", "17"],
  [
    "X-Postback-Timestamp",
    "Time of this attempt in seconds since 1970; reject it if it is over five minutes old",
    "1795163702",
  ],
  [
    "X-Postback-Signature",
    "v1= and the HMAC-SHA-256, in hexadecimal, of delivery number, timestamp and raw body, joined by full stops, with your secret",
    "v1=6b6f1f0c…",
  ],
];

/** Meanings and units of the binary packets' fields. */
export const PACKET_FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  code: "Response code",
  length: "Length of the complete packet in bytes",
  segment: "Exchange segment's number",
  securityId: "Security id",
  lastPrice: "Last traded price, rupees",
  lastTradeTime: "Time of the last trade: seconds of Indian wall-clock time since 1970",
  lastQuantity: "Quantity of the last trade, units; wraps above 65,535",
  averagePrice: "Average price of the day, rupees",
  volume: "Volume of the day, units",
  totalSellQuantity: "Units offered, all levels",
  totalBuyQuantity: "Units bid for, all levels",
  dayOpen: "Open of the day, rupees",
  close: "Previous close, rupees",
  dayHigh: "High of the day, rupees",
  dayLow: "Low of the day, rupees",
  openInterest: "Open interest, units; 0 for shares",
  highestOpenInterest: "Highest open interest of the day, units; 0 for shares",
  lowestOpenInterest: "Lowest open interest of the day, units; 0 for shares",
  previousClose: "Previous close, rupees",
  previousOpenInterest: "Open interest of the previous day, units; 0 for shares",
  reason: "Reason for the disconnect: a code of the errors page, such as 805",
  bidQuantity: "Units bid for at this level; 0 if there is none",
  askQuantity: "Units offered at this level; 0 if there is none",
  bidOrders: "Orders that bid at this level",
  askOrders: "Orders that offer at this level",
  bidPrice: "Bid of this level, rupees; 0 if there is none",
  askPrice: "Offer of this level, rupees; 0 if there is none",
  extra: "20 levels: number of the message. 200 levels: number of rows that follow. Disconnect: the reason",
  price: "Price of this level, rupees; 0 if there is none",
  quantity: "Units at this level; 0 if there is none",
  orders: "Orders at this level; 0 if there is none",
};
