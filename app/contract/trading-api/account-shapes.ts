// Schemas of the account, its funds, margins and statements.
import { z } from "zod";
import { apiTradeSchema } from "./orders.ts";
import {
  amount,
  dhanClientId,
  exchangeSegment,
  flag,
  orderType,
  ownClientId,
  productType,
  quantity,
  rupees,
  securityId,
  textField,
  transactionType,
} from "./vocabulary.ts";

export const fundLimitSchema = z
  .object({
    dhanClientId: ownClientId,
    availabelBalance: amount(
      "Rupees that new orders can use; negative after a loss. The API uses this spelling",
      4_91_250.5,
    ),
    sodLimit: amount(
      "Rupees at the start of the day: cash, cost of contracts held overnight, funds added today",
      5_00_000,
    ),
    collateralAmount: amount("Rupees lent on pledged holdings; 0 in the sandbox", 0),
    receiveableAmount: amount(
      "Cost in rupees of shares held at the start of the day and sold today. The API uses this spelling",
      0,
    ),
    utilizedAmount: amount("Rupees that positions, pending orders and delivery purchases use", 8_749.5),
    blockedPayoutAmount: amount("Rupees of a payout in progress; always 0 in the sandbox", 0),
    withdrawableBalance: amount("Rupees that can be paid out, at most the settled amount", 4_91_250.5),
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
  productType,
  securityId,
  orderType: orderType.optional().meta({
    description: "Type of the order. If omitted: a price makes it LIMIT, and a triggerPrice a stop order",
    example: "LIMIT",
  }),
  price: rupees.optional().meta({
    description:
      "Limit in rupees. If it is omitted or 0, or for a market order: the market price, with price protection",
    example: 950,
  }),
  triggerPrice: rupees.optional().meta({
    description:
      "Trigger price of a stop order in rupees. The margin of a short sale with a trigger is computed at its limit. For other orders, omit it or send 0",
    example: 0,
  }),
};
export const marginSchema = z.strictObject({ dhanClientId, ...marginItem }).meta({ id: "MarginRequest" });
export type MarginRequest = z.infer<typeof marginSchema>;
const basket = z.array(z.strictObject(marginItem)).min(1).max(50);
export const multiMarginSchema = z
  .strictObject({
    dhanClientId,
    includePosition: z.boolean().optional().meta({
      description: "Includes the account's positions with their hedges. If omitted: false",
      example: false,
    }),
    includeOrder: z
      .boolean()
      .optional()
      .meta({ description: "Includes the account's pending orders. If omitted: false", example: false }),
    includeOrders: z.boolean().optional().meta({
      description: "Another spelling of includeOrder. If omitted: includeOrder applies",
      example: false,
    }),
    scripList: basket
      .optional()
      .meta({ description: "The orders, 1 to 50. Omitted only if scripts is sent" }),
    scripts: basket
      .optional()
      .meta({ description: "Another spelling of scripList. If omitted: scripList applies" }),
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
    narration: textField("Description of the entry", "Bill of a trade"),
    voucherdate: textField("Date in IST, in English", "Nov 20, 2026"),
    exchange: textField("Exchange and segment of the bill; always NSE-CAPITAL in the sandbox", "NSE-CAPITAL"),
    voucherdesc: textField("Kind of the entry: OPENING, TRADE, CHARGES or FEE", "TRADE"),
    vouchernumber: textField("Number of the entry, eight digits", "00001042"),
    debit: textField("Rupees as text, two decimals; 0.00 for a credit", "0.00"),
    credit: textField("Rupees as text, two decimals; 0.00 for a debit", "500000.00"),
    runbal: textField("Balance after the entry, rupees as text, two decimals", "500000.00"),
  })
  .meta({ id: "LedgerEntry" });

const charge = (what: string, example: number) => amount(`${what} of this fill, rupees`, example);
export const statementTradeSchema = apiTradeSchema
  .extend({
    isin: textField("ISIN of a share; NA for derivatives", "INS000013339"),
    instrument: z
      .enum(["EQUITY", "DERIVATIVES"])
      .meta({ description: "EQUITY for shares, DERIVATIVES for futures and options", example: "EQUITY" }),
    sebiTax: charge("Turnover fee of the regulator", 0.01),
    stt: charge("Securities transaction tax", 0.24),
    brokerageCharges: charge("Brokerage", 0.28),
    serviceTax: charge("GST on all charges that are subject to it", 0.08),
    exchangeTransactionCharges: charge("Charges of exchange and depository", 0.14),
    stampDuty: charge("Stamp duty; 0 for a sale", 0.02),
    drvOptionType: z
      .enum(["CALL", "PUT", "NA"])
      .meta({ description: "CALL or PUT; NA for shares and futures", example: "NA" }),
  })
  .meta({ id: "StatementTrade" });

export const tokenPayloadSchema = z
  .object({
    dhanClientId: ownClientId,
    dhanClientName: textField("Name of the account's holder", "Sandbox account"),
    dhanClientUcc: textField("The exchange's code of the client", "SBX2593579"),
    givenPowerOfAttorney: flag("True if shares can be sold without an approval of each sale (DDPI)"),
    accessToken: textField(
      "Token for the header access-token. Keep it secret: anyone who has it can trade",
      "eyJhbGciOi…",
    ),
    expiryTime: textField("When the token ends: Indian time, without a zone", "2026-11-21T10:15:00.000"),
  })
  .meta({ id: "TokenPayload" });

const ipFlag = z
  .enum(["PRIMARY", "SECONDARY"])
  .meta({ description: "One of the account's two addresses", example: "PRIMARY" });
export const ipBody = z
  .strictObject({
    dhanClientId,
    ip: z.union([z.ipv4(), z.ipv6()]).meta({
      description:
        "IPv4 or IPv6 address from which orders are sent; must differ from the account's other address",
      example: "203.0.113.7",
    }),
    ipFlag,
  })
  .meta({ id: "StaticIp" });
export const ipResponse = z
  .object({
    message: textField("Description of the result", "IP saved successfully"),
    status: z.literal("SUCCESS").meta({ description: "Always SUCCESS; a refusal is a 400" }),
  })
  .meta({ id: "StaticIpAnswer" });
export const activity = (what: string) =>
  z
    .enum(["Active", "Deactive"])
    .meta({ description: `Active or Deactive: ${what}. Active in the sandbox`, example: "Active" });
export const addressDay = (which: string) =>
  textField("Date in IST", "2026-11-27")
    .nullable()
    .meta({
      description: `First day on which the ${which} address may be changed, YYYY-MM-DD. Null if none is set`,
    });
export const address = (which: string) =>
  textField("Address", "203.0.113.7")
    .nullable()
    .meta({ description: `The ${which} address. Null if none is set` });
