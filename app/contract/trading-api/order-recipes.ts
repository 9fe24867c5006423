// Errors of the operations that place, change, cancel and list orders of all kinds.
import { body, fault, type OperationFault, UNKNOWN_ORDER } from "./operation-fault.ts";

const orderNotFound = fault(
  "DH-906",
  "No order of this account has this id.",
  "Send the id that the placement returned, as text.",
  { path: { orderId: UNKNOWN_ORDER } },
);
const ALERT_INSTRUMENT = { exchangeSegment: "NSE_EQ", securityId: "1333" };
const alertNotFound = fault(
  "DH-906",
  "No conditional trigger of this account has this id.",
  "Send the id that the placement returned, as text.",
  { path: { alertId: UNKNOWN_ORDER } },
);
export const inactiveSegment = fault(
  "DH-903",
  "The segment is not active for the account, for example MCX_COMM.",
  "Trade in a segment of the profile's activeSegment.",
  body({ exchangeSegment: "MCX_COMM", correlationId: undefined }),
);
const invalidLimit = fault("DH-905", "limit is not 1 to 500.", "Send a number from 1 to 500, or omit it.", {
  query: { limit: "0" },
});

export const ORDER_FAULTS = {
  placeAlert: [
    fault(
      "DH-905",
      "The comparison has no value or indicator.",
      "Send comparingValue for …_WITH_VALUE, indicatorName for TECHNICAL_….",
      body({
        condition: { ...ALERT_INSTRUMENT, comparisonType: "TECHNICAL_WITH_VALUE", operator: "LESS_THAN" },
      }),
    ),
    fault(
      "DH-905",
      "expDate is in the past or more than a year away.",
      "Send a day from today to a year from now, or omit it.",
      body({
        condition: {
          ...ALERT_INSTRUMENT,
          comparisonType: "PRICE_WITH_VALUE",
          operator: "LESS_THAN",
          comparingValue: 1,
          expDate: "2020-01-01",
        },
      }),
    ),
  ],
  modifyAlert: [alertNotFound],
  getAlert: [alertNotFound],
  cancelAlert: [alertNotFound],
  placeOrder: [
    fault(
      "DH-905",
      "A LIMIT order has no price.",
      "Send a price above 0.",
      body({ orderType: "LIMIT", correlationId: undefined }),
    ),
    fault(
      "DH-906",
      "An order with this correlation id exists.",
      "Look up that order: the first request was received.",
    ),
    fault(
      "DH-906",
      "The product is CO or BO.",
      "Place a super order instead.",
      body({ productType: "BO", correlationId: undefined }),
    ),
    inactiveSegment,
  ],
  placeSlicedOrder: [
    fault(
      "DH-905",
      "The quantity requires more than 20 slices.",
      "Split the quantity into several calls.",
      body({ exchangeSegment: "NSE_EQ", quantity: 10_000_000 }),
    ),
    inactiveSegment,
  ],
  modifyOrder: [
    fault(
      "DH-906",
      "The order is final: traded, rejected, cancelled or expired.",
      "Read the order's state; place a new order.",
      {
        path: { orderId: "{orderId}" },
      },
    ),
    fault("DH-905", "A LIMIT order has price 0.", "Send a price above 0.", body({ price: 0 })),
    orderNotFound,
  ],
  cancelOrder: [
    fault(
      "DH-906",
      "The order is final: there is nothing left to cancel.",
      "Read the order's state. A traded quantity remains.",
      {
        path: { orderId: "{orderId}" },
      },
    ),
    orderNotFound,
  ],
  listOrders: [invalidLimit],
  listTrades: [invalidLimit],
  listSuperOrders: [invalidLimit],
  listForeverOrders: [invalidLimit],
  listAlerts: [invalidLimit],
  getOrder: [orderNotFound],
  getOrderByCorrelationId: [
    fault(
      "DH-906",
      "No order with this correlation id was found.",
      "The order was never received: send it again with the same id.",
      {
        path: { correlationId: "never-sent" },
      },
    ),
  ],
  listTradesOfOrder: [orderNotFound],
  placeSuperOrder: [
    fault(
      "DH-905",
      "The target is on the wrong side of the entry price.",
      "For BUY, the stop must be below the entry and the target above it; for SELL the reverse.",
      body({ targetPrice: "{lowestPrice}", correlationId: undefined }),
    ),
    inactiveSegment,
  ],
  modifySuperOrder: [
    fault(
      "DH-906",
      "No super order of this account has this id.",
      "Send the id that the placement returned.",
      {
        path: { orderId: UNKNOWN_ORDER },
      },
    ),
  ],
  cancelSuperOrder: [
    fault(
      "DH-906",
      "The super order does not exist or has ended.",
      "Read the list of super orders. Square off the position instead.",
      {
        path: { orderId: UNKNOWN_ORDER },
      },
    ),
    fault("DH-905", "The leg is unknown.", "Send ENTRY_LEG, TARGET_LEG or STOP_LOSS_LEG.", {
      path: { leg: "X" },
    }),
  ],
  placeForeverOrder: [
    fault(
      "DH-905",
      "The trigger is 0 or not a multiple of the tick size.",
      "Send a multiple of TICK_SIZE above 0.",
      body({ triggerPrice: 0, correlationId: undefined }),
    ),
    fault(
      "DH-905",
      "The OCO order has no second leg.",
      "Send price1, triggerPrice1 and quantity1.",
      body({ orderFlag: "OCO", correlationId: undefined }),
    ),
  ],
  modifyForeverOrder: [
    fault(
      "DH-906",
      "The forever order does not exist or is no longer pending.",
      "Read the list of forever orders first.",
      {
        path: { orderId: UNKNOWN_ORDER },
      },
    ),
  ],
  cancelForeverOrder: [
    fault(
      "DH-906",
      "The forever order does not exist or is no longer pending.",
      "Read the list of forever orders first.",
      {
        path: { orderId: UNKNOWN_ORDER },
      },
    ),
  ],
} satisfies Record<string, OperationFault[]>;
