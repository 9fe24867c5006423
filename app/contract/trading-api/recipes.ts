// Errors that each operation can return, with changes to its example that cause the error. A test sends each changed
// example.
import { body, fault, MANY_INSTRUMENTS, type OperationFault, UNKNOWN_SECURITY } from "./operation-fault.ts";
import type { TradingOperationId } from "./operations.ts";
import { inactiveSegment, ORDER_FAULTS } from "./order-recipes.ts";
import { SANDBOX_FAULTS } from "./sandbox-recipes.ts";

const unknownChart = fault(
  "DH-907",
  "The security id is not listed in the segment.",
  "Look up the id and segment in the instrument list.",
  body({ securityId: UNKNOWN_SECURITY }),
);
const reversedPeriod = fault(
  "DH-905",
  "toDate is not after fromDate.",
  "Send a later toDate; it is exclusive.",
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
const holdingNotFound = (isin: unknown) =>
  fault(
    "DH-905",
    "The account has no holding with this ISIN.",
    "Send the ISIN of a holding.",
    body({ isin }),
  );
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
    "Send at least one security id.",
    body({ NSE_EQ: undefined, IDX_I: undefined }),
  ),
];

/**
 * Errors of each operation, except those that all operations can return. An operation without an entry has no others.
 */
export const OPERATION_FAULTS: Readonly<Partial<Record<TradingOperationId, readonly OperationFault[]>>> = {
  ...ORDER_FAULTS,
  convertPosition: [
    fault(
      "DH-906",
      "No position of this size exists.",
      "Read the positions first.",
      body({ positionType: "SHORT" }),
    ),
    fault(
      "DH-905",
      "Both products are the same.",
      "Send another toProductType.",
      body({ toProductType: "INTRADAY" }),
    ),
  ],
  calculateMargin: [
    fault(
      "DH-905",
      "The security id is not listed in the segment.",
      "Look it up in the instrument list.",
      body({ securityId: UNKNOWN_SECURITY }),
    ),
    inactiveSegment,
  ],
  calculateMultiMargin: [
    fault(
      "DH-905",
      "The list has no orders or more than 50.",
      "Send 1 to 50 orders.",
      body({ scripList: [] }),
    ),
  ],
  listLedger: [
    reversedDays,
    fault("DH-905", "The period is longer than 731 days.", "Request shorter periods.", {
      query: { "from-date": "2022-01-01", "to-date": "2026-11-01" },
    }),
  ],
  listTradeHistory: [
    fault(
      "DH-905",
      "The last day is before the first, or more than 731 days after it.",
      "Request shorter periods.",
      {
        path: { fromDate: "2022-01-01", toDate: "2026-11-01" },
      },
    ),
  ],
  setIp: [
    fault(
      "DH-905",
      "The value is not an IPv4 or IPv6 address.",
      "Send only the address.",
      body({ ip: "example.com" }),
    ),
  ],
  modifyIp: [
    fault(
      "DH-905",
      "No address is set, so none can be changed.",
      "Set it with POST /ip/setIP first.",
      body({ ipFlag: "SECONDARY" }),
    ),
  ],
  setKillSwitch: [
    fault(
      "DH-906",
      "Positions are open or orders are pending.",
      "Close positions and cancel orders first, with DELETE /positions.",
      {
        query: { killSwitchStatus: "ACTIVATE" },
      },
    ),
    fault("DH-905", "The status is neither ACTIVATE nor DEACTIVATE.", "Send ACTIVATE or DEACTIVATE.", {
      query: { killSwitchStatus: "ON" },
    }),
  ],
  setPnlExit: [
    fault(
      "DH-905",
      "The list of products is empty.",
      "Send INTRADAY, DELIVERY or both.",
      body({ productType: [] }),
    ),
  ],
  createEdisForm: [holdingNotFound("INE000000000")],
  createEdisBulkForm: [holdingNotFound(["INE000000000"])],
  inquireEdis: [
    fault("DH-905", "The value is neither an ISIN nor ALL.", "Send an ISIN of twelve characters, or ALL.", {
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
      "Send INSTRUMENT from the instrument list.",
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
      "Split the period into several calls.",
      body({ fromDate: "2026-01-01", toDate: "2026-11-01" }),
    ),
  ],
  getRollingOption: [
    unknownChart,
    fault(
      "DH-905",
      "The strike is more than 10 strikes from the money.",
      "Send ATM-10 to ATM+10.",
      body({ strike: "ATM+11" }),
    ),
    fault(
      "DH-905",
      "The period is longer than 45 days.",
      "Split the period into several calls.",
      body({ fromDate: "2026-01-01", toDate: "2026-11-01" }),
    ),
  ],
  listExpiries: [unknownUnderlying],
  getOptionChain: [
    fault(
      "811",
      "The day is not an expiry of the underlying.",
      "Send a day from the expiry list.",
      body({ Expiry: "2020-01-01" }),
    ),
    fault(
      "812",
      "The date does not have the form YYYY-MM-DD.",
      "Send the date as YYYY-MM-DD.",
      body({ Expiry: "31-12-2026" }),
    ),
    unknownUnderlying,
  ],
  listInstruments: [
    fault("DH-905", "The segment is unknown.", "Send one of the exchange segments.", {
      path: { exchangeSegment: "NYSE" },
    }),
  ],
  ...SANDBOX_FAULTS,
};
