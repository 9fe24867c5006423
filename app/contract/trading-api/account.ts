// Operations on the account, its funds, margins and statements.
import { z } from "zod";
import {
  activity,
  address,
  addressDay,
  fundLimitSchema,
  ipBody,
  ipResponse,
  ledgerEntrySchema,
  marginSchema,
  multiMarginSchema,
  statementTradeSchema,
  tokenPayloadSchema,
} from "./account-shapes.ts";
import { tradingOperations } from "./operation.ts";
import { ORDER_FIELDS } from "./orders.ts";
import { amount, isoDate, ownClientId, textField } from "./vocabulary.ts";

/** Text copy of an amount, under a second name that some clients require. */
const textCopyField = (name: string, example: string) =>
  textField(`The same as ${name}, as text with two decimals`, example);

const AUTHENTICATION_OPERATIONS = tradingOperations("authentication", {
  getProfile: {
    path: "/profile",
    summary: "Read the account and its token's validity",
    purpose:
      "Returns the expiry of the token and the segments of the account. It is the simplest way to test a token.",
    answer: z
      .object({
        dhanClientId: ownClientId,
        tokenValidity: textField("When the token ends: DD/MM/YYYY HH:MM, Indian time", "21/11/2026 10:15"),
        activeSegment: textField(
          "Segments that the account trades in, separated by commas",
          "Equity, Derivative",
        ),
        ddpi: activity("selling shares without an approval of each sale"),
        mtf: activity("delivery with borrowed money"),
        dataPlan: activity("market data"),
        dataValidity: textField(
          "When the data plan ends: YYYY-MM-DD HH:MM:SS.S, Indian time",
          "2026-11-21 10:15:00.0",
        ),
      })
      .meta({ id: "Profile" }),
  },
  setIp: {
    method: "post",
    path: "/ip/setIP",
    summary: "Register a static address",
    purpose:
      "The provider accepts calls that place, change or cancel orders only from a registered address. The sandbox stores the address but does not require it.",
    body: ipBody,
    answer: ipResponse,
    example: { body: { ip: "203.0.113.7", ipFlag: "PRIMARY" } },
  },
  modifyIp: {
    method: "put",
    path: "/ip/modifyIP",
    summary: "Change the registered address",
    purpose:
      "The provider allows a change seven days after an address was set. The sandbox returns the date but does not enforce it.",
    body: ipBody,
    answer: ipResponse,
    example: { body: { ip: "203.0.113.8", ipFlag: "PRIMARY" } },
  },
  getIp: {
    path: "/ip/getIP",
    summary: "Read the registered addresses",
    purpose: "Returns the registered addresses, each with the first day on which it can be changed.",
    answer: z
      .object({
        modifyDatePrimary: addressDay("primary"),
        primaryIP: address("primary"),
        modifyDateSecondary: addressDay("secondary"),
        secondaryIP: address("secondary"),
      })
      .meta({ id: "StaticIps" }),
  },
  // Listed last on its documentation page, because it revokes the token that the other samples use.
  renewToken: {
    path: "/RenewToken",
    summary: "Renew a valid token",
    purpose:
      "Returns a new token with the same scopes and period of validity. The response invalidates the old token.",
    answer: tokenPayloadSchema,
  },
});

const FUNDS_OPERATIONS = tradingOperations("funds", {
  getFundLimit: {
    path: "/fundlimit",
    summary: "Read the available funds",
    purpose: "Returns the balance at the start of the day, the used amount and the available amount.",
    answer: fundLimitSchema,
  },
  calculateMargin: {
    method: "post",
    path: "/margincalculator",
    summary: "Compute the margin of one order",
    purpose:
      "Returns the margin of a single order before you send it. The account's positions do not reduce it. Shares have a leverage of up to four. You can send the body of an order unchanged; fields that do not affect the margin are ignored.",
    body: marginSchema,
    unread: ORDER_FIELDS,
    answer: z
      .object({
        totalMargin: amount(
          "Rupees that the order would block if it closes no position, charges not included",
          2_380,
        ),
        spanMargin: amount(
          "Derivatives: margin for the worst move of the underlying, rupees; 0 for shares",
          0,
        ),
        exposureMargin: amount("Derivatives: additional margin, rupees; 0 for shares and bought options", 0),
        availableBalance: amount("Rupees that new orders can use now", 5_00_000),
        availabelBalance: amount("The same as availableBalance, spelled as in the fund limit", 5_00_000),
        variableMargin: amount("Shares: the complete margin, rupees; 0 for derivatives", 2_380),
        insufficientBalance: amount(
          "Shortfall in rupees, charges included; 0 if the funds are sufficient",
          0,
        ),
        brokerage: amount("Brokerage of the order, rupees", 2.85),
        leverage: textField("Value of the order divided by its margin, as text with two decimals", "4.00"),
      })
      .meta({ id: "MarginAnswer" }),
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
    method: "post",
    path: "/margincalculator/multi",
    summary: "Compute the margin of a basket, net of hedges",
    purpose:
      "Returns the joint margin of several orders, with or without the account's positions and pending orders.",
    body: multiMarginSchema,
    answer: z
      .object({
        clientId: ownClientId,
        totalMargin: amount("Total margin in rupees, net of hedges", 6_800),
        spanMargin: amount("Derivatives: margin for the worst moves, rupees", 0),
        exposure: amount("Derivatives: additional margin, rupees", 0),
        equityMargin: amount("Margin of shares, rupees", 6_800),
        foMargin: amount("Margin of derivatives, both parts, rupees", 0),
        commodity: amount("Margin of commodities; always 0 in the sandbox", 0),
        currency: amount("Margin of currency contracts; always 0 in the sandbox", 0),
        total_margin: textCopyField("totalMargin", "6800.00"),
        span_margin: textCopyField("spanMargin", "0.00"),
        exposure_margin: textCopyField("exposure", "0.00"),
        equity_margin: textCopyField("equityMargin", "6800.00"),
        fo_margin: textCopyField("foMargin", "0.00"),
        commodity_margin: textCopyField("commodity", "0.00"),
        hedge_benefit: textField(
          "Rupees saved by hedges: sum of the orders' single margins, less totalMargin; text with two decimals",
          "0.00",
        ),
      })
      .meta({ id: "MultiMarginAnswer" }),
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
});

const STATEMENTS_OPERATIONS = tradingOperations("statements", {
  listLedger: {
    path: "/ledger",
    summary: "List ledger entries of a period",
    purpose: "Returns every credit and debit with the running balance. Both dates are included.",
    query: z.object({
      "from-date": isoDate.meta({ description: "First day in IST, YYYY-MM-DD" }),
      "to-date": isoDate.meta({
        description: "Last day in IST, YYYY-MM-DD: not before from-date, at most 731 days after it",
        example: "2026-11-20",
      }),
    }),
    answer: z.array(ledgerEntrySchema),
    example: { query: { "from-date": "{monthAgo}", "to-date": "{today}" } },
  },
  listTradeHistory: {
    path: "/trades/{fromDate}/{toDate}/{page}",
    summary: "List trades of a period, in pages",
    purpose:
      "Returns trades with each charge listed separately, in pages of fifty. The first page is 0; an empty page is past the end.",
    pathParameters: z.object({
      fromDate: isoDate.meta({ description: "First day in IST, YYYY-MM-DD" }),
      toDate: isoDate.meta({
        description: "Last day in IST, YYYY-MM-DD: not before fromDate, at most 731 days after it",
        example: "2026-11-20",
      }),
      page: z
        .string()
        .regex(/^\d{1,5}$/, "a whole number from 0 to 99999")
        .meta({
          description: "Page of fifty trades, starting at 0; pages past the end are empty",
          example: "0",
        }),
    }),
    answer: z.array(statementTradeSchema),
    example: { path: { fromDate: "{monthAgo}", toDate: "{today}", page: "0" } },
  },
});

export const ACCOUNT_OPERATIONS = {
  ...AUTHENTICATION_OPERATIONS,
  ...FUNDS_OPERATIONS,
  ...STATEMENTS_OPERATIONS,
};
