// The account itself, its funds, margins and statements: the shapes of reference §6.3, §13 and §16.
import { z } from "zod";
import type { TradingOperation } from "./operation.ts";
import { apiTradeSchema } from "./orders.ts";
import {
  amount,
  dhanClientId,
  exchangeSegment,
  flag,
  isoDate,
  ownClientId,
  productType,
  quantity,
  rupees,
  securityId,
  transactionType,
  words,
} from "./vocabulary.ts";

export const fundLimitSchema = z
  .object({
    dhanClientId: ownClientId,
    availabelBalance: amount(
      "Rupees that new orders can use; below 0 after a loss. Spelled so on the wire",
      4_91_250.5,
    ),
    sodLimit: amount(
      "Rupees at the start of the day: cash, what carried contracts had cost, money added today",
      5_00_000,
    ),
    collateralAmount: amount("Rupees lent on pledged holdings; 0 in the sandbox", 0),
    receiveableAmount: amount(
      "Rupees that shares had cost which were held at the start of the day and sold today. Spelled so on the wire",
      0,
    ),
    utilizedAmount: amount("Rupees that positions, pending orders and delivery purchases use", 8_749.5),
    blockedPayoutAmount: amount("Rupees of a payout under way; always 0 in the sandbox", 0),
    withdrawableBalance: amount("Rupees that could be paid out: never more than is settled", 4_91_250.5),
    realizedProfit: amount(
      "Rupees realised today, charges and fees deducted. The sandbox adds this field so that the sum can be checked",
      0,
    ),
  })
  .meta({ id: "FundLimit" });

const marginItem = {
  exchangeSegment,
  transactionType,
  quantity,
  productType: productType.meta({
    description: "How the position would be held. CO and BO are computed as INTRADAY",
  }),
  securityId,
  price: rupees.optional().meta({
    description: "Limit in rupees. Left out, or 0: at market, with its price protection",
    example: 950,
  }),
  triggerPrice: rupees.optional().meta({
    description: "Taken and not used: margin is that of the order once it is sent. Leave it out",
    example: 0,
  }),
};
export const marginSchema = z.object({ dhanClientId, ...marginItem }).meta({ id: "MarginRequest" });
export type MarginRequest = z.infer<typeof marginSchema>;
const basket = z.array(z.object(marginItem)).min(1).max(50);
export const multiMarginSchema = z
  .object({
    dhanClientId,
    includePosition: z.boolean().optional().meta({
      description: "Count the account's positions too, hedges included. Left out: false",
      example: false,
    }),
    includeOrder: z
      .boolean()
      .optional()
      .meta({ description: "Count the account's pending orders too. Left out: false", example: false }),
    includeOrders: z
      .boolean()
      .optional()
      .meta({ description: "Another spelling of includeOrder. Left out: that one holds", example: false }),
    scripList: basket
      .optional()
      .meta({ description: "The orders, 1 to 50. Left out only where scripts is sent" }),
    scripts: basket
      .optional()
      .meta({ description: "Another spelling of scripList. Left out: that one holds" }),
  })
  .refine((body) => body.scripList !== undefined || body.scripts !== undefined, {
    path: ["scripList"],
    message: "a list of one to fifty orders",
  })
  .meta({ id: "MultiMarginRequest" });
export type MultiMargin = z.infer<typeof multiMarginSchema>;

export const ledgerEntrySchema = z
  .object({
    dhanClientId: ownClientId,
    narration: words("What the entry is for, in words", "Bill of a trade"),
    voucherdate: words("Indian day, in English", "Nov 20, 2026"),
    exchange: words("Exchange and segment of the bill; always NSE-CAPITAL in the sandbox", "NSE-CAPITAL"),
    voucherdesc: words("Kind of the entry: OPENING, TRADE, CHARGES or FEE", "TRADE"),
    vouchernumber: words("Number of the entry, eight digits", "00001042"),
    debit: words("Rupees as text, two decimals; 0.00 for a credit", "0.00"),
    credit: words("Rupees as text, two decimals; 0.00 for a debit", "500000.00"),
    runbal: words("Balance after the entry, rupees as text, two decimals", "500000.00"),
  })
  .meta({ id: "LedgerEntry" });

const charge = (what: string, example: number) => amount(`${what} of this fill, rupees`, example);
export const statementTradeSchema = apiTradeSchema
  .extend({
    isin: words("ISIN of a share; NA for derivatives", "INS000013339"),
    instrument: z
      .enum(["EQUITY", "DERIVATIVES"])
      .meta({ description: "EQUITY for shares, DERIVATIVES for futures and options", example: "EQUITY" }),
    sebiTax: charge("Turnover fee of the regulator", 0.01),
    stt: charge("Securities transaction tax", 0.24),
    brokerageCharges: charge("Brokerage", 0.28),
    serviceTax: charge("GST on brokerage, exchange charges and the regulator's fee", 0.08),
    exchangeTransactionCharges: charge("Exchange's transaction charges", 0.14),
    stampDuty: charge("Stamp duty; 0 for a sale", 0.02),
    drvOptionType: z
      .enum(["CALL", "PUT", "NA"])
      .meta({ description: "CALL or PUT; NA for shares and futures", example: "NA" }),
  })
  .meta({ id: "StatementTrade" });

export const tokenPayloadSchema = z
  .object({
    dhanClientId: ownClientId,
    dhanClientName: words("Name of the account's holder", "Sandbox account"),
    dhanClientUcc: words("The exchange's code of the client", "SBX2593579"),
    givenPowerOfAttorney: flag("Whether shares can be sold without an approval of each sale (DDPI)"),
    accessToken: words(
      "The token for the header access-token. Whoever has it can trade: keep it secret",
      "eyJhbGciOi…",
    ),
    expiryTime: words("When the token ends: Indian time, without a zone", "2026-11-21T10:15:00.000"),
  })
  .meta({ id: "TokenPayload" });

const ipFlag = z
  .enum(["PRIMARY", "SECONDARY"])
  .meta({ description: "Which of the two addresses an account may have", example: "PRIMARY" });
const ipBody = z
  .object({
    dhanClientId,
    ip: z.union([z.ipv4(), z.ipv6()]).meta({
      description: "IPv4 or IPv6 address that orders will come from, not the account's other one",
      example: "203.0.113.7",
    }),
    ipFlag,
  })
  .meta({ id: "StaticIp" });
const ipAnswer = z
  .object({
    message: words("What was done, in a sentence", "IP saved successfully"),
    status: z.literal("SUCCESS").meta({ description: "Always SUCCESS; a refusal is a 400" }),
  })
  .meta({ id: "StaticIpAnswer" });
const activity = (what: string) =>
  z
    .enum(["Active", "Deactive"])
    .meta({ description: `Active or Deactive: ${what}. Active in the sandbox`, example: "Active" });
const addressDay = (which: string) =>
  words("Indian day", "2026-11-27")
    .nullable()
    .meta({
      description: `First day on which the ${which} address may be changed, YYYY-MM-DD. Null where none is set`,
    });
const address = (which: string) =>
  words("Address", "203.0.113.7")
    .nullable()
    .meta({ description: `The ${which} address. Null where none is set` });

export const ACCOUNT_OPERATIONS = {
  getProfile: {
    operationId: "getProfile",
    page: "authentication",
    method: "get",
    path: "/profile",
    summary: "Read the account and its token's validity",
    purpose: "The cheapest way to learn whether a token works, until when, and what the account may trade.",
    limit: "other",
    answer: z
      .object({
        dhanClientId: ownClientId,
        tokenValidity: words("When the token ends: DD/MM/YYYY HH:MM, Indian time", "21/11/2026 10:15"),
        activeSegment: words("Segments the account trades in, with commas between", "Equity, Derivative"),
        ddpi: activity("selling shares without an approval of each sale"),
        mtf: activity("delivery with money lent"),
        dataPlan: activity("market data"),
        dataValidity: words(
          "When the data plan ends: YYYY-MM-DD HH:MM:SS.S, Indian time",
          "2026-11-21 10:15:00.0",
        ),
      })
      .meta({ id: "Profile" }),
    status: 200,
    example: {},
  },
  renewToken: {
    operationId: "renewToken",
    page: "authentication",
    method: "get",
    path: "/RenewToken",
    summary: "Exchange a living token for a new one",
    purpose: "The old token ends with the answer. One token of an account lives at a time.",
    limit: "other",
    answer: tokenPayloadSchema,
    status: 200,
    example: {},
  },
  setIp: {
    operationId: "setIp",
    page: "authentication",
    method: "post",
    path: "/ip/setIP",
    summary: "Register a static address",
    purpose:
      "Calls that write orders come from a registered address at the provider. The sandbox keeps the address and does not insist on it.",
    limit: "other",
    body: ipBody,
    answer: ipAnswer,
    status: 200,
    example: { body: { ip: "203.0.113.7", ipFlag: "PRIMARY" } },
  },
  modifyIp: {
    operationId: "modifyIp",
    page: "authentication",
    method: "put",
    path: "/ip/modifyIP",
    summary: "Change the registered address",
    purpose:
      "The provider locks an address for seven days after it was set; the sandbox tells the day and does not insist on it.",
    limit: "other",
    body: ipBody,
    answer: ipAnswer,
    status: 200,
    example: { body: { ip: "203.0.113.8", ipFlag: "PRIMARY" } },
  },
  getIp: {
    operationId: "getIp",
    page: "authentication",
    method: "get",
    path: "/ip/getIP",
    summary: "Read the registered addresses",
    purpose: "With the first day on which each may be changed.",
    limit: "other",
    answer: z
      .object({
        modifyDatePrimary: addressDay("primary"),
        primaryIP: address("primary"),
        modifyDateSecondary: addressDay("secondary"),
        secondaryIP: address("secondary"),
      })
      .meta({ id: "StaticIps" }),
    status: 200,
    example: {},
  },
  getFundLimit: {
    operationId: "getFundLimit",
    page: "funds",
    method: "get",
    path: "/fundlimit",
    summary: "Read what the account can spend",
    purpose: "Balance at the start of the day, what is used, what is left.",
    limit: "other",
    answer: fundLimitSchema,
    status: 200,
    example: {},
  },
  calculateMargin: {
    operationId: "calculateMargin",
    page: "funds",
    method: "post",
    path: "/margincalculator",
    summary: "Compute the margin of one order",
    purpose: "What an order would block, before it is sent. Shares are lent on up to four times.",
    limit: "other",
    body: marginSchema,
    answer: z
      .object({
        totalMargin: amount("Rupees that the order would block, charges not included", 2_380),
        spanMargin: amount(
          "Of a derivative: the part for the worst move of its underlying, rupees; 0 for shares",
          0,
        ),
        exposureMargin: amount(
          "Of a derivative: the part on top, rupees; 0 for shares and bought options",
          0,
        ),
        availableBalance: amount("Rupees that new orders can use now", 5_00_000),
        variableMargin: amount("Of a share: the whole, rupees; 0 for derivatives", 2_380),
        insufficientBalance: amount("Rupees that are missing, charges included; 0 when there is enough", 0),
        brokerage: amount("Brokerage of the order, rupees", 2.85),
        leverage: words("Value of the order over its margin, as text with two decimals", "4.00"),
      })
      .meta({ id: "MarginAnswer" }),
    status: 200,
    example: {
      body: {
        exchangeSegment: "NSE_EQ",
        transactionType: "BUY",
        quantity: 10,
        productType: "INTRADAY",
        securityId: "1333",
      },
    },
  },
  calculateMultiMargin: {
    operationId: "calculateMultiMargin",
    page: "funds",
    method: "post",
    path: "/margincalculator/multi",
    summary: "Compute the margin of a basket, hedges counted",
    purpose:
      "What several orders would block together, with or without what the account holds and has waiting.",
    limit: "other",
    body: multiMarginSchema,
    answer: z
      .object({
        clientId: ownClientId,
        totalMargin: amount("Rupees that all of it blocks together, hedges counted", 6_800),
        spanMargin: amount("Of derivatives: the part for the worst moves, rupees", 0),
        exposure: amount("Of derivatives: the part on top, rupees", 0),
        equityMargin: amount("Of shares, rupees", 6_800),
        foMargin: amount("Of derivatives, both parts, rupees", 0),
        commodity: amount("Of commodities; always 0 in the sandbox", 0),
        currency: amount("Of currency contracts; always 0 in the sandbox", 0),
      })
      .meta({ id: "MultiMarginAnswer" }),
    status: 200,
    example: {
      body: {
        includePosition: false,
        includeOrder: false,
        scripList: [
          {
            exchangeSegment: "NSE_EQ",
            transactionType: "BUY",
            quantity: 10,
            productType: "INTRADAY",
            securityId: "1333",
          },
          {
            exchangeSegment: "NSE_EQ",
            transactionType: "BUY",
            quantity: 2,
            productType: "CNC",
            securityId: "11536",
          },
        ],
      },
    },
  },
  listLedger: {
    operationId: "listLedger",
    page: "statements",
    method: "get",
    path: "/ledger",
    summary: "List ledger entries of a period",
    purpose: "Every credit and debit with the running balance; both days are in it.",
    limit: "other",
    query: z.object({
      "from-date": isoDate.meta({ description: "First Indian day, YYYY-MM-DD" }),
      "to-date": isoDate.meta({
        description: "Last Indian day, YYYY-MM-DD: not before from-date, at most 731 days after it",
        example: "2026-11-20",
      }),
    }),
    answer: z.array(ledgerEntrySchema),
    status: 200,
    example: { query: { "from-date": "{monthAgo}", "to-date": "{today}" } },
  },
  listTradeHistory: {
    operationId: "listTradeHistory",
    page: "statements",
    method: "get",
    path: "/trades/{fromDate}/{toDate}/{page}",
    summary: "List trades of a period, in pages",
    purpose:
      "Trades with each charge on its own; pages of fifty, the first is 0, and an empty one is past the end.",
    limit: "other",
    pathParameters: z.object({
      fromDate: isoDate.meta({ description: "First Indian day, YYYY-MM-DD" }),
      toDate: isoDate.meta({
        description: "Last Indian day, YYYY-MM-DD: not before fromDate, at most 731 days after it",
        example: "2026-11-20",
      }),
      page: z
        .string()
        .regex(/^\d{1,5}$/, "a number from 0 on")
        .meta({ description: "Page of fifty trades, from 0 on; one past the end is empty", example: "0" }),
    }),
    answer: z.array(statementTradeSchema),
    status: 200,
    example: { path: { fromDate: "{monthAgo}", toDate: "{today}", page: "0" } },
  },
} as const satisfies Record<string, TradingOperation>;
