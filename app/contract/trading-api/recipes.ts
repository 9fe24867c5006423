// Errors of each operation in addition to the common ones, with the change to its example that causes them. A test
// sends each.
import { MANY_INSTRUMENTS, UNKNOWN_ORDER, UNKNOWN_SECURITY } from "./code-recipes.ts";
import { body, fault, type OperationFault } from "./operation-fault.ts";
import type { TradingOperationId } from "./operations.ts";
import { SANDBOX_FAULTS } from "./sandbox-recipes.ts";

const notThere = fault(
  "DH-906",
  "No order of this account has the id.",
  "Send the id that placing answered, as text.",
  { path: { orderId: UNKNOWN_ORDER } },
);
const WATCHED = { exchangeSegment: "NSE_EQ", securityId: "1333" };
const noTrigger = fault(
  "DH-906",
  "No conditional trigger of this account has the id.",
  "Send the id that placing answered, as text.",
  { path: { alertId: UNKNOWN_ORDER } },
);
const inactiveSegment = fault(
  "DH-903",
  "The segment is not active for the account, as MCX_COMM.",
  "Trade in a segment of the profile's activeSegment.",
  body({ exchangeSegment: "MCX_COMM", correlationId: undefined }),
);
const unknownChart = fault(
  "DH-907",
  "The segment lists no such security id.",
  "Look id and segment up in the instrument list.",
  body({ securityId: UNKNOWN_SECURITY }),
);
const reversedPeriod = fault(
  "DH-905",
  "toDate is not after fromDate.",
  "Send a later toDate; it is not in the answer itself.",
  body({ fromDate: "2026-11-18", toDate: "2026-11-17" }),
);
const reversedDays = fault("DH-905", "The last day is before the first.", "Swap them.", {
  query: { "from-date": "2026-11-18", "to-date": "2026-11-01" },
});
const unknownUnderlying = fault(
  "813",
  "No options are listed on the underlying.",
  "Send the security id of an index or share with options, and its segment.",
  body({ UnderlyingScrip: 999_999_999 }),
);
const noSuchHolding = (isin: unknown) =>
  fault("DH-905", "The account holds nothing of the ISIN.", "Take the ISIN of a holding.", body({ isin }));
const quoteFaults = [
  fault(
    "804",
    "More than 1,000 instruments in all segments together.",
    "Split the list into several calls.",
    body({ NSE_EQ: Array.from({ length: MANY_INSTRUMENTS }, (_, index) => index + 1) }),
  ),
  fault(
    "814",
    "No security id under any segment.",
    "Send at least one.",
    body({ NSE_EQ: undefined, IDX_I: undefined }),
  ),
];

const noPage = fault("DH-905", "limit is not 1 to 500.", "Send a number from 1 to 500, or leave it out.", {
  query: { limit: "0" },
});

/** Faults of an operation in addition to the common ones. Operations without an entry have none. */
export const OPERATION_FAULTS: Readonly<Partial<Record<TradingOperationId, readonly OperationFault[]>>> = {
  placeAlert: [
    fault(
      "DH-905",
      "A comparison without what it compares with.",
      "Send comparingValue for …_WITH_VALUE, indicatorName for TECHNICAL_….",
      body({ condition: { ...WATCHED, comparisonType: "TECHNICAL_WITH_VALUE", operator: "LESS_THAN" } }),
    ),
    fault(
      "DH-905",
      "expDate is over, or more than a year away.",
      "Send a day from today to a year from now, or leave it out.",
      body({
        condition: {
          ...WATCHED,
          comparisonType: "PRICE_WITH_VALUE",
          operator: "LESS_THAN",
          comparingValue: 1,
          expDate: "2020-01-01",
        },
      }),
    ),
  ],
  modifyAlert: [noTrigger],
  getAlert: [noTrigger],
  cancelAlert: [noTrigger],
  placeOrder: [
    fault(
      "DH-905",
      "A LIMIT order without a price.",
      "Send a price above 0.",
      body({ orderType: "LIMIT", correlationId: undefined }),
    ),
    fault(
      "DH-906",
      "An order has the correlation id already.",
      "Read that order: the first send has arrived.",
    ),
    fault(
      "DH-906",
      "Product CO or BO.",
      "Place a super order: it does the same.",
      body({ productType: "BO", correlationId: undefined }),
    ),
    inactiveSegment,
  ],
  placeSlicedOrder: [
    fault(
      "DH-905",
      "It would take more than 20 slices.",
      "Send it as several calls.",
      body({ exchangeSegment: "NSE_EQ", quantity: 10_000_000 }),
    ),
    inactiveSegment,
  ],
  modifyOrder: [
    fault(
      "DH-906",
      "The order is final: traded, rejected, cancelled or expired.",
      "Read its state first; place a new one.",
      {
        path: { orderId: "{orderId}" },
      },
    ),
    fault("DH-905", "A LIMIT order with price 0.", "Send a price above 0.", body({ price: 0 })),
    notThere,
  ],
  cancelOrder: [
    fault(
      "DH-906",
      "The order is final: there is nothing left to cancel.",
      "Read its state; what has traded stays.",
      {
        path: { orderId: "{orderId}" },
      },
    ),
    notThere,
  ],
  listOrders: [noPage],
  listTrades: [noPage],
  listSuperOrders: [noPage],
  listForeverOrders: [noPage],
  listAlerts: [noPage],
  getOrder: [notThere],
  getOrderByCorrelationId: [
    fault(
      "DH-906",
      "No order of the account has the correlation id.",
      "It never arrived: send it again with the same id.",
      {
        path: { correlationId: "never-sent" },
      },
    ),
  ],
  listTradesOfOrder: [notThere],
  placeSuperOrder: [
    fault(
      "DH-905",
      "The target is not on the side that gains.",
      "For BUY: stop below entry below target; for SELL the other way.",
      body({ targetPrice: "{lowestPrice}", correlationId: undefined }),
    ),
    inactiveSegment,
  ],
  modifySuperOrder: [
    fault("DH-906", "No super order of this account has the id.", "Send the id that placing answered.", {
      path: { orderId: UNKNOWN_ORDER },
    }),
  ],
  cancelSuperOrder: [
    fault(
      "DH-906",
      "The super order is not there, or is over.",
      "Read the list; square the position off instead.",
      {
        path: { orderId: UNKNOWN_ORDER },
      },
    ),
    fault("DH-905", "The leg is no name of a leg.", "ENTRY_LEG, TARGET_LEG or STOP_LOSS_LEG.", {
      path: { leg: "X" },
    }),
  ],
  placeForeverOrder: [
    fault(
      "DH-905",
      "The trigger is 0 or no multiple of the tick.",
      "Send a multiple of TICK_SIZE above 0.",
      body({ triggerPrice: 0, correlationId: undefined }),
    ),
    fault(
      "DH-905",
      "An OCO without its second leg.",
      "Send price1, triggerPrice1 and quantity1.",
      body({ orderFlag: "OCO", correlationId: undefined }),
    ),
  ],
  modifyForeverOrder: [
    fault("DH-906", "The forever order is not there, or no longer waits.", "Read the list first.", {
      path: { orderId: UNKNOWN_ORDER },
    }),
  ],
  cancelForeverOrder: [
    fault("DH-906", "The forever order is not there, or no longer waits.", "Read the list first.", {
      path: { orderId: UNKNOWN_ORDER },
    }),
  ],
  convertPosition: [
    fault(
      "DH-906",
      "There is no such position of that size.",
      "Read the positions first.",
      body({ positionType: "SHORT" }),
    ),
    fault(
      "DH-905",
      "Both products are the same.",
      "Name another toProductType.",
      body({ toProductType: "INTRADAY" }),
    ),
  ],
  calculateMargin: [
    fault(
      "DH-905",
      "The segment lists no such security id.",
      "Look it up in the instrument list.",
      body({ securityId: UNKNOWN_SECURITY }),
    ),
    inactiveSegment,
  ],
  calculateMultiMargin: [
    fault("DH-905", "No orders in the list, or more than 50.", "Send 1 to 50.", body({ scripList: [] })),
  ],
  listLedger: [
    reversedDays,
    fault("DH-905", "The period is longer than 731 days.", "Ask for shorter periods.", {
      query: { "from-date": "2022-01-01", "to-date": "2026-11-01" },
    }),
  ],
  listTradeHistory: [
    fault(
      "DH-905",
      "The last day is before the first, or more than 731 days after it.",
      "Ask for shorter periods.",
      {
        path: { fromDate: "2022-01-01", toDate: "2026-11-01" },
      },
    ),
  ],
  setIp: [
    fault("DH-905", "It is no IPv4 or IPv6 address.", "Send the address alone.", body({ ip: "example.com" })),
  ],
  modifyIp: [
    fault(
      "DH-905",
      "None is set that could be changed.",
      "Set it with POST /ip/setIP first.",
      body({ ipFlag: "SECONDARY" }),
    ),
  ],
  setKillSwitch: [
    fault(
      "DH-906",
      "Positions are open or orders are pending.",
      "Square off and cancel first: DELETE /positions.",
      {
        query: { killSwitchStatus: "ACTIVATE" },
      },
    ),
    fault("DH-905", "The status is neither of the two values.", "ACTIVATE or DEACTIVATE.", {
      query: { killSwitchStatus: "ON" },
    }),
  ],
  setPnlExit: [
    fault("DH-905", "No product is named.", "INTRADAY, DELIVERY or both.", body({ productType: [] })),
  ],
  createEdisForm: [noSuchHolding("INE000000000")],
  createEdisBulkForm: [noSuchHolding(["INE000000000"])],
  inquireEdis: [
    fault("DH-905", "It is no ISIN and not ALL.", "Twelve characters, or ALL.", {
      path: { isin: "HDFCBANK" },
    }),
  ],
  quoteLtp: quoteFaults,
  quoteOhlc: quoteFaults,
  quoteFull: quoteFaults,
  getDailyCandles: [
    unknownChart,
    fault(
      "DH-905",
      "The instrument is of another kind.",
      "Take INSTRUMENT of the instrument list.",
      body({ instrument: "INDEX" }),
    ),
    reversedPeriod,
  ],
  getIntradayCandles: [
    unknownChart,
    reversedPeriod,
    fault(
      "DH-905",
      "The period is longer than 90 days.",
      "Ask for it in several calls.",
      body({ fromDate: "2026-01-01", toDate: "2026-11-01" }),
    ),
  ],
  getRollingOption: [
    unknownChart,
    fault(
      "DH-905",
      "The strike is more than 10 from the money.",
      "ATM-10 to ATM+10.",
      body({ strike: "ATM+11" }),
    ),
    fault(
      "DH-905",
      "The period is longer than 45 days.",
      "Ask for it in several calls.",
      body({ fromDate: "2026-01-01", toDate: "2026-11-01" }),
    ),
  ],
  listExpiries: [unknownUnderlying],
  getOptionChain: [
    fault(
      "811",
      "The day is no expiry of the underlying.",
      "Take one of the expiry list.",
      body({ Expiry: "2020-01-01" }),
    ),
    fault("812", "The date is not written YYYY-MM-DD.", "Write it so.", body({ Expiry: "31-12-2026" })),
    unknownUnderlying,
  ],
  listInstruments: [
    fault("DH-905", "There is no such segment.", "One of the exchange segments.", {
      path: { exchangeSegment: "NYSE" },
    }),
  ],
  ...SANDBOX_FAULTS,
};
