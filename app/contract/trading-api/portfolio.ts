// Operations on holdings, positions, eDIS and trader's control.
import { z } from "zod";
import { tradingOperations } from "./operation.ts";
import { ORDER_FIELDS } from "./orders.ts";
import {
  apiPositionSchema,
  convertPositionSchema,
  edisBulkFormSchema,
  edisFormResponse,
  edisFormSchema,
  exitProducts,
  holdingSchema,
  isin,
  killSwitchStatusSchema,
  pnlExitSchema,
} from "./portfolio-shapes.ts";
import { count, flag, ownClientId, textField } from "./vocabulary.ts";

const POSITION_OPERATIONS = tradingOperations("portfolio", {
  listHoldings: {
    path: "/holdings",
    summary: "List shares in the demat account",
    purpose:
      "Returns shares that were bought for delivery on earlier days. Without holdings it returns an empty list.",
    answer: z.array(holdingSchema),
  },
  listPositions: {
    path: "/positions",
    summary: "List open and closed positions of the day",
    purpose:
      "Returns the positions from today's trades and contracts held overnight, with P&L at the last price.",
    answer: z.array(apiPositionSchema),
  },
  convertPosition: {
    method: "post",
    path: "/positions/convert",
    summary: "Convert a position to another product",
    purpose:
      "Converts a position or part of it, for example from INTRADAY to CNC, if the account has the required funds.",
    body: convertPositionSchema,
    unread: ORDER_FIELDS,
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
    method: "delete",
    path: "/positions",
    summary: "Exit everything",
    purpose:
      "Cancels the day's open orders and closes every open position with market orders. Holdings remain. While an instrument is halted or its market is closed, its exit order is rejected. The position remains open until you call again, and its orders remain cancelled.",
    limit: "order",
    answer: z
      .object({
        status: z.enum(["SUCCESS", "ERROR"]).meta({
          description: "SUCCESS if every exit order was accepted, ERROR if the broker rejected one",
          example: "SUCCESS",
        }),
        message: textField("Result, or the reason why an exit was rejected", "2 exit orders were sent."),
      })
      .meta({ id: "ExitAnswer" }),
  },
});

const EDIS_OPERATIONS = tradingOperations("edis", {
  requestTpin: {
    path: "/edis/tpin",
    summary: "Request a T-PIN",
    purpose:
      "Requests a PIN, which the depository sends to the registered phone. In the sandbox it is always 123456.",
    answer: z
      .object({
        dhanClientId: ownClientId,
        edisStatus: z.enum(["SUCCESS", "FAILURE"]).meta({
          description: "SUCCESS if the PIN was sent; always SUCCESS in the sandbox",
          example: "SUCCESS",
        }),
        remarks: textField("Description of the result", "In the sandbox the T-PIN is always 123456."),
      })
      .meta({ id: "TpinAnswer" }),
    status: 202,
  },
  createEdisForm: {
    method: "post",
    path: "/edis/form",
    summary: "Get the depository's form for one holding",
    purpose: "Returns a form. Show it in a browser, where the holder approves the sale with the PIN.",
    body: edisFormSchema,
    answer: edisFormResponse,
    example: { body: { isin: "INS000013339", qty: 1, exchange: "NSE", segment: "EQ", bulk: false } },
  },
  createEdisBulkForm: {
    method: "post",
    path: "/edis/bulkform",
    summary: "Get the form for several holdings",
    purpose: "Returns the form for a list of ISINs, each with its complete quantity.",
    body: edisBulkFormSchema,
    answer: edisFormResponse,
    example: { body: { isin: ["INS000013339"], exchange: "NSE", segment: "EQ", bulk: true } },
  },
  inquireEdis: {
    path: "/edis/inquire/{isin}",
    summary: "Read the approved quantity",
    purpose: "Returns the approval for an ISIN, or for all holdings with ALL.",
    pathParameters: z.object({
      isin: z.union([z.literal("ALL"), isin]).meta({
        description: "ISIN of a holding, or ALL for every holding together",
        example: "INS000013339",
      }),
    }),
    answer: z
      .object({
        clientId: ownClientId,
        isin: textField("The requested ISIN, or ALL", "INS000013339"),
        totalQty: count("Units held", 20),
        aprvdQty: count("Units approved for sale today; 0 if none are", 1),
        status: z.enum(["SUCCESS", "FAILURE"]).meta({
          description: "SUCCESS if the depository responded; always SUCCESS in the sandbox",
          example: "SUCCESS",
        }),
        remarks: textField("Description of the approval", "Approved for today"),
      })
      .meta({ id: "EdisInquiry" }),
    example: { path: { isin: "INS000013339" } },
  },
});

const TRADERS_CONTROL_OPERATIONS = tradingOperations("traders-control", {
  setKillSwitch: {
    method: "post",
    path: "/killswitch",
    summary: "Set or lift the kill switch",
    purpose:
      "Blocks new orders until you lift the block, from the next day at the earliest. Close all positions and cancel all pending orders first. Orders that reduce a position are still accepted.",
    query: z.object({ killSwitchStatus: killSwitchStatusSchema }),
    answer: z
      .object({
        dhanClientId: ownClientId,
        killSwitchStatus: textField(
          "Description of the result",
          "Kill Switch has been successfully activated",
        ),
      })
      .meta({ id: "KillSwitchAnswer" }),
    example: { query: { killSwitchStatus: "DEACTIVATE" } },
  },
  getKillSwitch: {
    path: "/killswitch",
    summary: "Read the kill switch",
    purpose: "Returns the current state of the kill switch.",
    answer: z
      .object({
        dhanClientId: ownClientId,
        killSwitchStatus: killSwitchStatusSchema.meta({
          description: "ACTIVATE while it is on, DEACTIVATE while it is off",
        }),
      })
      .meta({ id: "KillSwitchState" }),
  },
  setPnlExit: {
    method: "post",
    path: "/pnlExit",
    summary: "Set the day's profit and loss limits",
    purpose:
      "Monitors the day's P&L and closes all positions at a limit. A limit that the current P&L has already reached triggers at once.",
    body: pnlExitSchema,
    answer: z
      .object({
        pnlExitStatus: z.literal("ACTIVE").meta({ description: "Always ACTIVE: the limits are monitored" }),
        message: textField("Description of the result", "The day's limits were set."),
      })
      .meta({ id: "PnlExitSet" }),
    example: {
      body: { profitValue: 50_000, lossValue: 50_000, productType: ["INTRADAY"], enableKillSwitch: false },
    },
  },
  getPnlExit: {
    path: "/pnlExit",
    summary: "Read the limits",
    purpose:
      "Returns the limits. If none are set or they have been triggered, it returns INACTIVE without amounts.",
    answer: z
      .object({
        pnlExitStatus: z.enum(["ACTIVE", "INACTIVE"]).meta({
          description:
            "ACTIVE while the limits are monitored, INACTIVE if none are set or they have been triggered",
          example: "ACTIVE",
        }),
        profit: textField("Rupees as text, two decimals; 0.00 if none is set", "50000.00"),
        loss: textField("Rupees as text, two decimals; 0.00 if none is set", "50000.00"),
        productType: z
          .array(z.string())
          .meta({ description: `Products that are counted: ${exitProducts}; empty if no limits are set` }),
        enable_kill_switch: flag("True if the kill switch is activated when they are triggered"),
        enableKillSwitch: flag("The same in another spelling, because sources disagree"),
      })
      .meta({ id: "PnlExitState" }),
  },
  stopPnlExit: {
    method: "delete",
    path: "/pnlExit",
    summary: "Remove the limits",
    purpose: "Removes the limits.",
    answer: z
      .object({
        pnlExitStatus: z.literal("DISABLED").meta({ description: "Always DISABLED: no limit is monitored" }),
        message: textField("Description of the result", "The day's limits were removed."),
      })
      .meta({ id: "PnlExitStopped" }),
  },
});

export const PORTFOLIO_OPERATIONS = {
  ...POSITION_OPERATIONS,
  ...EDIS_OPERATIONS,
  ...TRADERS_CONTROL_OPERATIONS,
};
