// The sandbox's named scenarios. Clients can send documents in the same format.
import type { ScenarioDocument, ScenarioInstrument, ScenarioName } from "./scenario.ts";

export type NamedScenario = { name: ScenarioName; what: string; document: ScenarioDocument };

const SEED = 7;
const DAY = "2026-11-20";
const SHARE: ScenarioInstrument = { exchangeSegment: "NSE_EQ", securityId: "1333" };
const call = (strike: string): ScenarioInstrument => ({
  exchangeSegment: "NSE_FNO",
  underlying: "13",
  expiryCode: 0,
  strike,
  drvOptionType: "CALL",
});
/** Lot size of Nifty options in November 2026. */
const LOT = 65;

export const NAMED_SCENARIOS: readonly NamedScenario[] = [
  {
    name: "expiry-day",
    what: "The last day of two bought options, one near the money and one far out of it: they settle in cash at the close.",
    document: {
      title: "Expiry day",
      at: "2026-11-23 09:00:00",
      seed: SEED,
      positions: [
        { instrument: call("ATM-2"), productType: "MARGIN", quantity: 2 * LOT },
        { instrument: call("ATM+10"), productType: "MARGIN", quantity: LOT },
      ],
    },
  },
  {
    name: "gap-down",
    what: "The whole market opens 4 % below its close, with a bought call that was carried overnight.",
    document: {
      title: "Gap down of 4 %",
      at: `${DAY} 09:00:00`,
      seed: SEED,
      positions: [{ instrument: call("ATM"), productType: "MARGIN", quantity: LOT }],
      market: [{ event: "move", at: `${DAY} 09:00:00`, percent: -4 }],
    },
  },
  {
    name: "circuit",
    what: "A share that you hold falls to its lower circuit at 10:00 and stays there until 14:00 without buyers.",
    document: {
      title: "Lower circuit",
      at: `${DAY} 09:55:00`,
      seed: SEED,
      positions: [{ instrument: SHARE, productType: "INTRADAY", quantity: 100 }],
      market: [
        {
          event: "circuit",
          at: `${DAY} 10:00:00`,
          until: `${DAY} 14:00:00`,
          instrument: SHARE,
          side: "lower",
        },
      ],
    },
  },
  {
    name: "flash-crash",
    what: "The whole market falls by 7 % within five minutes from 11:00 and recovers within twenty.",
    document: {
      title: "Flash crash",
      at: `${DAY} 10:55:00`,
      seed: SEED,
      market: [
        { event: "move", at: `${DAY} 11:00:00`, percent: -7, minutes: 5 },
        { event: "move", at: `${DAY} 11:10:00`, percent: 7.5, minutes: 20 },
      ],
    },
  },
  {
    name: "halt",
    what: "All trading is halted from 10:30 to 10:45. New orders are rejected with HALTED; resting orders wait.",
    document: {
      title: "Trading halt",
      at: `${DAY} 10:25:00`,
      seed: SEED,
      market: [{ event: "halt", at: `${DAY} 10:30:00`, until: `${DAY} 10:45:00` }],
    },
  },
  {
    name: "illiquid-option",
    what: "A call eight strikes out of the money has one lot on each side, sixty ticks apart.",
    document: {
      title: "Illiquid option",
      at: `${DAY} 10:00:00`,
      seed: SEED,
      market: [
        {
          event: "depth",
          at: `${DAY} 09:00:00`,
          instrument: call("ATM+8"),
          levels: 1,
          lots: 1,
          spreadTicks: 60,
        },
      ],
    },
  },
  {
    name: "partial-fills",
    what: "Half of every second order is filled; the rest stays pending until you cancel it.",
    document: {
      title: "Partial fills",
      at: `${DAY} 10:00:00`,
      seed: SEED,
      faults: [{ fault: "partial-fill", every: 2 }],
    },
  },
  {
    name: "broker-down",
    what: "The broker is down for three minutes from 10:05: calls return 503 and sockets break.",
    document: {
      title: "Broker down for three minutes",
      at: `${DAY} 10:04:00`,
      seed: SEED,
      faults: [
        { fault: "unavailable", from: `${DAY} 10:05:00`, until: `${DAY} 10:08:00` },
        { fault: "disconnect", from: `${DAY} 10:05:00`, until: `${DAY} 10:08:00` },
      ],
    },
  },
  {
    name: "lost-answers",
    what: "The response to every third order is lost, but the order is placed.",
    document: {
      title: "Lost responses",
      at: `${DAY} 10:00:00`,
      seed: SEED,
      faults: [{ fault: "lost-answer", on: ["placeOrder"], every: 3 }],
    },
  },
  {
    name: "broken-feed",
    what: "Socket messages are missing, duplicated or out of order, and the feed freezes from 10:05 to 10:06.",
    document: {
      title: "Broken feed",
      at: `${DAY} 10:00:00`,
      seed: SEED,
      faults: [
        { fault: "freeze", on: ["feed"], from: `${DAY} 10:05:00`, until: `${DAY} 10:06:00` },
        { fault: "gap", every: 7 },
        { fault: "duplicate", every: 5 },
        { fault: "out-of-order", every: 4 },
      ],
    },
  },
];
