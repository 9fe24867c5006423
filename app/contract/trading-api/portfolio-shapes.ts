// Schemas of holdings, positions, eDIS and trader's control.
import { z } from "zod";
import {
  amount,
  count,
  derivative,
  dhanClientId,
  exchangeSegment,
  flag,
  ownClientId,
  productType,
  quantity,
  rupees,
  securityId,
  textField,
  tradingSymbol,
} from "./vocabulary.ts";

export const holdingSchema = z
  .object({
    exchange: z.enum(["NSE", "BSE", "MCX", "ALL"]).meta({
      description: "Exchange of the share: NSE or BSE in the sandbox",
      example: "NSE",
    }),
    tradingSymbol,
    securityId,
    isin: textField("ISIN of the share", "INS000013339"),
    totalQty: count("Units held at the start of the day: dpQty and t1Qty", 20),
    dpQty: count("Units delivered to the demat account", 20),
    t1Qty: count("Units bought on the last trading day, not delivered yet", 0),
    availableQty: count("Units that can be sold: totalQty less the units sold today", 20),
    collateralQty: count("Units pledged; 0 in the sandbox", 0),
    avgCostPrice: amount("Average cost in rupees of the units that are not sold today", 940.25),
    lastTradedPrice: amount("Last traded price in rupees", 951.2),
    mtf_t1_qty: count("Units bought with borrowed money on the last trading day; 0 in the sandbox", 0),
    mtf_qty: count("Units held with borrowed money; 0 in the sandbox", 0),
  })
  .meta({ id: "Holding" });

export const positionType = z.enum(["LONG", "SHORT", "CLOSED"]).meta({
  description: "LONG, SHORT, or CLOSED if the net quantity is 0",
  example: "LONG",
});
export const apiPositionSchema = z
  .object({
    dhanClientId: ownClientId,
    tradingSymbol,
    securityId,
    positionType,
    exchangeSegment,
    productType,
    buyAvg: amount("Average purchase price in rupees; 0 without a purchase", 949.8),
    sellAvg: amount("Average sale price in rupees; 0 without a sale", 0),
    costPrice: amount("Average cost of the position in rupees; 0 when it is closed", 949.8),
    buyQty: count("Units bought, including units held overnight", 5),
    sellQty: count("Units sold, including units held overnight", 0),
    netQty: count("Units bought less units sold; negative for a short position", 5),
    realizedProfit: amount("Today's realised P&L in rupees, before charges", 0),
    unrealizedProfit: amount("Unrealised P&L at the last price, in rupees", 7),
    rbiReferenceRate: amount("For currency contracts; always 1 in the sandbox", 1),
    multiplier: count("Units of a contract's quantity; always 1 in the sandbox", 1),
    carryForwardBuyQty: count("Units of a long position carried forward from an earlier day", 0),
    carryForwardSellQty: count("Units of a short position carried forward from an earlier day", 0),
    carryForwardBuyValue: amount("Cost of the long position carried forward, rupees", 0),
    carryForwardSellValue: amount("Proceeds of the short position carried forward, rupees", 0),
    dayBuyQty: count("Units bought today", 5),
    daySellQty: count("Units sold today", 0),
    dayBuyValue: amount("Cost of the units bought today in rupees, before charges", 4_749),
    daySellValue: amount("Proceeds of the units sold today in rupees, before charges", 0),
    ...derivative,
    drvExpiryDate: textField("Expiry day of the contract, YYYY-MM-DD; 0001-01-01 for shares", "2026-12-01"),
    crossCurrency: flag("True for a cross-currency contract; always false in the sandbox"),
  })
  .meta({ id: "PositionRecord" });

export const convertPositionSchema = z
  .strictObject({
    dhanClientId,
    fromProductType: productType.meta({ description: "Current product of the position" }),
    exchangeSegment,
    positionType: positionType
      .exclude(["CLOSED"])
      .meta({ description: "Direction of the position: LONG or SHORT", example: "LONG" }),
    securityId,
    tradingSymbol: z.string().optional().meta({
      description: "Accepted but ignored: securityId identifies the instrument. Omit it",
      example: "HDFCBANK",
    }),
    convertQty: quantity.meta({
      description: "Units to convert, at most those of the position; whole lots for derivatives",
      example: 1,
    }),
    toProductType: productType.meta({
      description: "New product; must differ from the current one",
      example: "CNC",
    }),
  })
  .meta({ id: "ConvertPosition" });
export type ConvertPosition = z.infer<typeof convertPositionSchema>;

export const isin = z
  .string()
  .regex(/^[A-Z]{2}[A-Z0-9]{9}\d$/, "twelve characters of an ISIN")
  .meta({
    description: "ISIN of a holding: two capitals, nine capitals or digits, a check digit",
    example: "INS000013339",
  });
const edisForm = {
  exchange: z
    .enum(["NSE", "BSE"])
    .meta({ description: "Exchange that the shares will be sold at", example: "NSE" }),
  segment: z
    .enum(["EQ", "COMM", "FNO"])
    .meta({ description: "Segment of the sale: EQ for shares", example: "EQ" }),
  bulk: z
    .boolean()
    .optional()
    .meta({ description: "True if the request is for several holdings. If omitted: false", example: false }),
};
export const edisFormSchema = z
  .strictObject({
    dhanClientId,
    isin,
    qty: quantity.meta({ description: "Units to approve, at most those held", example: 1 }),
    ...edisForm,
  })
  .meta({ id: "EdisForm" });
export const edisBulkFormSchema = z
  .strictObject({
    dhanClientId,
    isin: z.array(isin).min(1).max(100).meta({ description: "ISINs of holdings" }),
    ...edisForm,
  })
  .meta({ id: "EdisBulkForm" });
export const edisFormResponse = z
  .object({
    dhanClientId: ownClientId,
    edisFormHtml: textField(
      "The depository's form as an HTML page: show it in a browser",
      "<!doctype html>…",
    ),
  })
  .meta({ id: "EdisFormAnswer" });

export const killSwitchStatusSchema = z.enum(["ACTIVATE", "DEACTIVATE"]).meta({
  description: "ACTIVATE blocks new orders; DEACTIVATE lifts the block, from the next day at the earliest",
  example: "DEACTIVATE",
});
export const exitProducts = "INTRADAY for intraday positions, DELIVERY for CNC, MTF and MARGIN";
export const pnlExitSchema = z
  .strictObject({
    dhanClientId,
    profitValue: rupees.meta({
      description:
        "Rupees: all positions are closed at this profit of the day, realised and unrealised. 0 for no limit",
      example: 50_000,
    }),
    lossValue: rupees.meta({
      description:
        "Rupees: all positions are closed at this loss of the day, realised and unrealised. 0 for no limit",
      example: 50_000,
    }),
    productType: z
      .array(z.enum(["INTRADAY", "DELIVERY"]))
      .min(1)
      .max(2)
      .meta({ description: `Products that are counted and closed: ${exitProducts}` }),
    enableKillSwitch: z.boolean().optional().meta({
      description: "True to activate the kill switch after all positions are closed. If omitted: false",
      example: false,
    }),
  })
  .meta({ id: "PnlExit" });
export type PnlExit = z.infer<typeof pnlExitSchema>;
