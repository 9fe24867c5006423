// Holdings, positions, eDIS and the trader's control: the shapes of reference §12, §14 and §15.
import { z } from "zod";
import type { TradingOperation } from "./operation.ts";
import {
  dhanClientId,
  exchangeSegment,
  productType,
  quantity,
  rupees,
  securityId,
  TRADED_SEGMENTS,
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

export const PORTFOLIO_OPERATIONS = {
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
} as const satisfies Record<string, TradingOperation>;
