// Errors of the operations that only the sandbox has: faults, clock and scenarios.
import { CLOCK_FROM_DAY } from "./clock.ts";
import { body, fault, type OperationFault, UNKNOWN_SECURITY } from "./operation-fault.ts";

const noClock = fault(
  "DH-906",
  "The account has no clock of its own.",
  "Set a clock with PUT /sandbox/clock.",
);

export const SANDBOX_FAULTS = {
  setFaults: [
    fault(
      "DH-905",
      "A rule contains an unknown fault, operation or parameter.",
      "The message states the rule's index in the list; all faults are listed under Simulated faults.",
      body({ faults: [{ fault: "slow", on: ["nothing"] }] }),
    ),
  ],
  setClock: [
    fault(
      "DH-905",
      `The time is before ${CLOCK_FROM_DAY}.`,
      `Send ${CLOCK_FROM_DAY} 00:00:00 or later.`,
      body({ at: "2019-01-01 10:00:00" }),
    ),
  ],
  setClockSpeed: [
    noClock,
    fault(
      "DH-905",
      "The speed is less than 0 or more than 600.",
      "Send a whole number from 0 to 600.",
      body({ speed: 601 }),
    ),
  ],
  advanceClock: [
    noClock,
    fault(
      "DH-905",
      "The duration is less than a second or more than a day.",
      "Send 1 to 86,400 seconds.",
      body({ seconds: 100_000 }),
    ),
  ],
  setScenario: [
    fault(
      "DH-905",
      "Neither a name nor a time is sent, an instrument is not listed at that time, or an event is earlier than the clock's time.",
      "The message states the path of the field, such as market.0.instrument.",
      body({
        positions: [
          {
            instrument: { exchangeSegment: "NSE_EQ", securityId: UNKNOWN_SECURITY },
            productType: "INTRADAY",
            quantity: 1,
          },
        ],
      }),
    ),
  ],
  addMarketEvents: [
    fault("DH-906", "The account has no market of its own.", "Start a scenario with PUT /scenario first."),
    fault(
      "DH-905",
      "An event has a missing or an unknown field.",
      "The page about scenarios lists the fields of each event.",
      body({ market: [{ event: "move" }] }),
    ),
  ],
} as const satisfies Record<string, readonly OperationFault[]>;
