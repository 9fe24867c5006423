// The account itself, its funds, margins and statements: the shapes of reference §6.3, §13 and §16.
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
  transactionType,
} from "./vocabulary.ts";

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
    realizedProfit: z.number().meta({
      description:
        "Of the day, charges and fees taken off; the sandbox adds this field so that the sum can be checked",
    }),
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
