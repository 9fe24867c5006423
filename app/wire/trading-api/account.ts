// Portfolio, eDIS, control, funds, statements and the account itself: the shapes of reference §6.3 and §12 to §16.
import { z } from "zod";
import type { TradingOperation } from "./operation.ts";
import { apiTradeSchema } from "./orders.ts";
import {
  dhanClientId,
  exchangeSegment,
  isoDate,
  productType,
  quantity,
  rupees,
  securityId,
  TRADED_SEGMENTS,
  transactionType,
} from "./vocabulary.ts";

export const holdingSchema = z
  .object({
    exchange: z.enum(["NSE", "BSE", "MCX", "ALL"]),
    tradingSymbol: z.string(),
    securityId,
    isin: z.string(),
    totalQty: z.int(),
    dpQty: z.int().meta({ description: "Delivered to the demat account" }),
    t1Qty: z.int().meta({ description: "Bought on the last trading day, not delivered yet" }),
    availableQty: z.int(),
    collateralQty: z.int(),
    avgCostPrice: z.number(),
    lastTradedPrice: z.number(),
    mtf_t1_qty: z.int(),
    mtf_qty: z.int(),
  })
  .meta({ id: "Holding" });

const positionType = z.enum(["LONG", "SHORT", "CLOSED"]);
export const apiPositionSchema = z
  .object({
    dhanClientId: z.string(),
    tradingSymbol: z.string(),
    securityId,
    positionType,
    exchangeSegment: z.enum(TRADED_SEGMENTS),
    productType,
    buyAvg: z.number(),
    sellAvg: z.number(),
    costPrice: z.number(),
    buyQty: z.int(),
    sellQty: z.int(),
    netQty: z.int().meta({ description: "Bought less sold" }),
    realizedProfit: z.number(),
    unrealizedProfit: z.number(),
    rbiReferenceRate: z.number(),
    multiplier: z.int(),
    carryForwardBuyQty: z.int(),
    carryForwardSellQty: z.int(),
    carryForwardBuyValue: z.number(),
    carryForwardSellValue: z.number(),
    dayBuyQty: z.int(),
    daySellQty: z.int(),
    dayBuyValue: z.number(),
    daySellValue: z.number(),
    drvExpiryDate: z.string(),
    drvOptionType: z.enum(["CALL", "PUT"]).nullable(),
    drvStrikePrice: z.number(),
    crossCurrency: z.boolean(),
  })
  .meta({ id: "PositionRecord" });

export const convertPositionSchema = z
  .object({
    dhanClientId,
    fromProductType: productType,
    exchangeSegment,
    positionType: positionType.exclude(["CLOSED"]),
    securityId,
    tradingSymbol: z.string().optional(),
    convertQty: quantity,
    toProductType: productType,
  })
  .meta({ id: "ConvertPosition" });
export type ConvertPosition = z.infer<typeof convertPositionSchema>;

const isin = z.string().regex(/^[A-Z]{2}[A-Z0-9]{9}\d$/, "twelve characters of an ISIN");
const edisForm = {
  exchange: z.enum(["NSE", "BSE"]),
  segment: z.enum(["EQ", "COMM", "FNO"]),
  bulk: z.boolean().optional(),
};
export const edisFormSchema = z
  .object({ dhanClientId, isin, qty: quantity, ...edisForm })
  .meta({ id: "EdisForm" });
export const edisBulkFormSchema = z
  .object({ dhanClientId, isin: z.array(isin).min(1).max(100), ...edisForm })
  .meta({ id: "EdisBulkForm" });
const edisFormAnswer = z
  .object({
    dhanClientId: z.string(),
    edisFormHtml: z.string().meta({ description: "A form that posts itself to the depository's page" }),
  })
  .meta({ id: "EdisFormAnswer" });

const killSwitchWord = z.enum(["ACTIVATE", "DEACTIVATE"]);
export const pnlExitSchema = z
  .object({
    dhanClientId,
    profitValue: rupees.meta({ description: "Everything is closed at this profit of the day" }),
    lossValue: rupees.meta({ description: "Everything is closed at this loss of the day" }),
    productType: z
      .array(z.enum(["INTRADAY", "DELIVERY"]))
      .min(1)
      .max(2),
    enableKillSwitch: z.boolean().optional(),
  })
  .meta({ id: "PnlExit" });
export type PnlExit = z.infer<typeof pnlExitSchema>;

export const fundLimitSchema = z
  .object({
    dhanClientId: z.string(),
    availabelBalance: z.number().meta({ description: "Spelled so on the wire" }),
    sodLimit: z.number().meta({ description: "At the start of the day" }),
    collateralAmount: z.number(),
    receiveableAmount: z.number(),
    utilizedAmount: z.number(),
    blockedPayoutAmount: z.number(),
    withdrawableBalance: z.number(),
  })
  .meta({ id: "FundLimit" });

const marginItem = {
  exchangeSegment,
  transactionType,
  quantity,
  productType,
  securityId,
  price: rupees.optional(),
  triggerPrice: rupees.optional(),
};
export const marginSchema = z.object({ dhanClientId, ...marginItem }).meta({ id: "MarginRequest" });
export type MarginRequest = z.infer<typeof marginSchema>;
const basket = z.array(z.object(marginItem)).min(1).max(50);
export const multiMarginSchema = z
  .object({
    dhanClientId,
    includePosition: z.boolean().optional(),
    includeOrder: z.boolean().optional(),
    includeOrders: z.boolean().optional().meta({ description: "Another spelling of includeOrder" }),
    scripList: basket.optional(),
    scripts: basket.optional().meta({ description: "Another spelling of scripList" }),
  })
  .refine((body) => body.scripList !== undefined || body.scripts !== undefined, {
    path: ["scripList"],
    message: "a list of one to fifty orders",
  })
  .meta({ id: "MultiMarginRequest" });
export type MultiMargin = z.infer<typeof multiMarginSchema>;

export const ledgerEntrySchema = z
  .object({
    dhanClientId: z.string(),
    narration: z.string(),
    voucherdate: z.string().meta({ example: "Nov 20, 2026" }),
    exchange: z.string(),
    voucherdesc: z.string(),
    vouchernumber: z.string(),
    debit: z.string().meta({ description: "Rupees as text; 0.00 on the other side" }),
    credit: z.string(),
    runbal: z.string(),
  })
  .meta({ id: "LedgerEntry" });

export const statementTradeSchema = apiTradeSchema
  .extend({
    isin: z.string(),
    instrument: z.enum(["EQUITY", "DERIVATIVES"]),
    sebiTax: z.number(),
    stt: z.number(),
    brokerageCharges: z.number(),
    serviceTax: z.number().meta({ description: "GST" }),
    exchangeTransactionCharges: z.number(),
    stampDuty: z.number(),
    drvOptionType: z.enum(["CALL", "PUT", "NA"]),
  })
  .meta({ id: "StatementTrade" });

export const tokenPayloadSchema = z
  .object({
    dhanClientId: z.string(),
    dhanClientName: z.string(),
    dhanClientUcc: z.string(),
    givenPowerOfAttorney: z.boolean(),
    accessToken: z.string(),
    expiryTime: z
      .string()
      .meta({ description: "Indian time, without a zone", example: "2026-11-21T10:15:00.000" }),
  })
  .meta({ id: "TokenPayload" });

const ipFlag = z.enum(["PRIMARY", "SECONDARY"]);
const ipBody = z.object({ dhanClientId, ip: z.union([z.ipv4(), z.ipv6()]), ipFlag }).meta({ id: "StaticIp" });
const ipAnswer = z
  .object({ message: z.string(), status: z.literal("SUCCESS") })
  .meta({ id: "StaticIpAnswer" });

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
        dhanClientId: z.string(),
        tokenValidity: z.string().meta({ example: "21/11/2026 10:15" }),
        activeSegment: z.string(),
        ddpi: z.enum(["Active", "Deactive"]),
        mtf: z.enum(["Active", "Deactive"]),
        dataPlan: z.enum(["Active", "Deactive"]),
        dataValidity: z.string(),
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
        modifyDatePrimary: z.string().nullable(),
        primaryIP: z.string().nullable(),
        modifyDateSecondary: z.string().nullable(),
        secondaryIP: z.string().nullable(),
      })
      .meta({ id: "StaticIps" }),
    status: 200,
    example: {},
  },
  listHoldings: {
    operationId: "listHoldings",
    page: "portfolio",
    method: "get",
    path: "/holdings",
    summary: "List shares in the demat account",
    purpose: "What was bought for delivery on earlier days; an account without any gets an empty list.",
    limit: "other",
    answer: z.array(holdingSchema),
    status: 200,
    example: {},
  },
  listPositions: {
    operationId: "listPositions",
    page: "portfolio",
    method: "get",
    path: "/positions",
    summary: "List open and closed positions of the day",
    purpose: "What today's trades and carried contracts add up to, with results at the last price.",
    limit: "other",
    answer: z.array(apiPositionSchema),
    status: 200,
    example: {},
  },
  convertPosition: {
    operationId: "convertPosition",
    page: "portfolio",
    method: "post",
    path: "/positions/convert",
    summary: "Convert a position to another product",
    purpose: "Moves all or a part of a position, as from INTRADAY to CNC, when the account can carry it so.",
    limit: "other",
    body: convertPositionSchema,
    answer: z.object({}).meta({ id: "Nothing", description: "An empty object" }),
    status: 202,
    example: {
      body: {
        fromProductType: "INTRADAY",
        exchangeSegment: "NSE_EQ",
        positionType: "LONG",
        securityId: "1333",
        convertQty: 1,
        toProductType: "CNC",
      },
    },
  },
  exitPositions: {
    operationId: "exitPositions",
    page: "portfolio",
    method: "delete",
    path: "/positions",
    summary: "Exit everything",
    purpose: "Cancels the day's open orders and closes every open position at the market.",
    limit: "order",
    answer: z
      .object({ status: z.enum(["SUCCESS", "ERROR"]), message: z.string() })
      .meta({ id: "ExitAnswer" }),
    status: 200,
    example: {},
  },
  requestTpin: {
    operationId: "requestTpin",
    page: "edis",
    method: "get",
    path: "/edis/tpin",
    summary: "Have a T-PIN sent",
    purpose: "The depository sends its PIN to the registered phone. In the sandbox it is always 123456.",
    limit: "other",
    answer: z
      .object({ dhanClientId: z.string(), edisStatus: z.enum(["SUCCESS", "FAILURE"]), remarks: z.string() })
      .meta({ id: "TpinAnswer" }),
    status: 202,
    example: {},
  },
  createEdisForm: {
    operationId: "createEdisForm",
    page: "edis",
    method: "post",
    path: "/edis/form",
    summary: "Get the depository's form for one holding",
    purpose: "Show the form in a browser; the holder gives the PIN there and so approves the sale.",
    limit: "other",
    body: edisFormSchema,
    answer: edisFormAnswer,
    status: 200,
    example: { body: { isin: "INS000013339", qty: 1, exchange: "NSE", segment: "EQ", bulk: false } },
  },
  createEdisBulkForm: {
    operationId: "createEdisBulkForm",
    page: "edis",
    method: "post",
    path: "/edis/bulkform",
    summary: "Get the form for several holdings",
    purpose: "The same with a list of ISINs, each with its whole quantity.",
    limit: "other",
    body: edisBulkFormSchema,
    answer: edisFormAnswer,
    status: 200,
    example: { body: { isin: ["INS000013339"], exchange: "NSE", segment: "EQ", bulk: true } },
  },
  inquireEdis: {
    operationId: "inquireEdis",
    page: "edis",
    method: "get",
    path: "/edis/inquire/{isin}",
    summary: "Tell what has been approved",
    purpose: "By ISIN, or ALL for every holding together.",
    limit: "other",
    pathParameters: z.object({ isin: z.union([z.literal("ALL"), isin]) }),
    answer: z
      .object({
        clientId: z.string(),
        isin: z.string(),
        totalQty: z.int(),
        aprvdQty: z.int(),
        status: z.enum(["SUCCESS", "FAILURE"]),
        remarks: z.string(),
      })
      .meta({ id: "EdisInquiry" }),
    status: 200,
    example: { path: { isin: "INS000013339" } },
  },
  setKillSwitch: {
    operationId: "setKillSwitch",
    page: "traders-control",
    method: "post",
    path: "/killswitch",
    summary: "Set or lift the kill switch",
    purpose:
      "Stops everything new for the rest of the day. It asks for closed positions and no pending orders first; reducing a position stays possible.",
    limit: "other",
    query: z.object({ killSwitchStatus: killSwitchWord }),
    answer: z
      .object({ dhanClientId: z.string(), killSwitchStatus: z.string().meta({ description: "A sentence" }) })
      .meta({ id: "KillSwitchAnswer" }),
    status: 200,
    example: { query: { killSwitchStatus: "DEACTIVATE" } },
  },
  getKillSwitch: {
    operationId: "getKillSwitch",
    page: "traders-control",
    method: "get",
    path: "/killswitch",
    summary: "Tell whether it is set",
    purpose: "The present state.",
    limit: "other",
    answer: z
      .object({ dhanClientId: z.string(), killSwitchStatus: killSwitchWord })
      .meta({ id: "KillSwitchState" }),
    status: 200,
    example: {},
  },
  setPnlExit: {
    operationId: "setPnlExit",
    page: "traders-control",
    method: "post",
    path: "/pnlExit",
    summary: "Set the day's profit and loss limits",
    purpose:
      "Watches the day's result and closes everything at a limit. A profit below the present one, or a loss above it, fires at once.",
    limit: "other",
    body: pnlExitSchema,
    answer: z.object({ pnlExitStatus: z.literal("ACTIVE"), message: z.string() }).meta({ id: "PnlExitSet" }),
    status: 200,
    example: {
      body: { profitValue: 50_000, lossValue: 50_000, productType: ["INTRADAY"], enableKillSwitch: false },
    },
  },
  getPnlExit: {
    operationId: "getPnlExit",
    page: "traders-control",
    method: "get",
    path: "/pnlExit",
    summary: "Read the limits",
    purpose: "INACTIVE without amounts where none are set, or when they have fired.",
    limit: "other",
    answer: z
      .object({
        pnlExitStatus: z.enum(["ACTIVE", "INACTIVE"]),
        profit: z.string(),
        loss: z.string(),
        productType: z.array(z.string()),
        enable_kill_switch: z.boolean(),
        enableKillSwitch: z.boolean(),
      })
      .meta({ id: "PnlExitState" }),
    status: 200,
    example: {},
  },
  stopPnlExit: {
    operationId: "stopPnlExit",
    page: "traders-control",
    method: "delete",
    path: "/pnlExit",
    summary: "Remove the limits",
    purpose: "Nothing is watched any more.",
    limit: "other",
    answer: z
      .object({ pnlExitStatus: z.literal("DISABLED"), message: z.string() })
      .meta({ id: "PnlExitStopped" }),
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
        totalMargin: z.number(),
        spanMargin: z.number(),
        exposureMargin: z.number(),
        availableBalance: z.number(),
        variableMargin: z.number(),
        insufficientBalance: z.number(),
        brokerage: z.number(),
        leverage: z.string().meta({ description: "Times, as text", example: "4.00" }),
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
        clientId: z.string(),
        totalMargin: z.number(),
        spanMargin: z.number(),
        exposure: z.number(),
        equityMargin: z.number(),
        foMargin: z.number(),
        commodity: z.number(),
        currency: z.number(),
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
    query: z.object({ "from-date": isoDate, "to-date": isoDate }),
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
      fromDate: isoDate,
      toDate: isoDate,
      page: z.string().regex(/^\d{1,5}$/, "a number from 0 on"),
    }),
    answer: z.array(statementTradeSchema),
    status: 200,
    example: { path: { fromDate: "{monthAgo}", toDate: "{today}", page: "0" } },
  },
} as const satisfies Record<string, TradingOperation>;
