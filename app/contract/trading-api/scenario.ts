// A scenario: one document with an account's market, clock, funds and faults. It can be saved, shared and run again.
import { z } from "zod";
import { accountTime, faultRules } from "./faults.ts";
import { rupees, securityId, textField } from "./vocabulary.ts";

export const SCENARIO_LIMITS = {
  /** Maximum speed of an account's clock, in clock seconds per real second. */
  speedAtMost: 600,
  eventsAtMost: 50,
  holdingsAtMost: 50,
  positionsAtMost: 50,
  /** Maximum number of accounts that have their own simulated market at the same time. */
  marketsAtMost: 50,
  /**
   * Time without calls and sockets, in ms, after which the sandbox may end an account's own market so that another
   * account can start one.
   */
  unusedForMs: 10 * 60_000,
} as const;

export const SCENARIO_NAMES = [
  "expiry-day",
  "gap-down",
  "circuit",
  "flash-crash",
  "halt",
  "illiquid-option",
  "partial-fills",
  "broker-down",
  "lost-answers",
  "broken-feed",
] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

export const clockSpeed = z.int().min(0).max(SCENARIO_LIMITS.speedAtMost);

const instrument = z
  .strictObject({
    exchangeSegment: z.enum(["IDX_I", "NSE_EQ", "NSE_FNO", "BSE_EQ", "BSE_FNO"]).meta({
      description: "Exchange and segment of the instrument",
      example: "NSE_EQ",
    }),
    securityId: securityId.optional().meta({
      description:
        "Id of the instrument in its segment. Omitted for an option that is specified by its underlying",
    }),
    underlying: securityId.optional().meta({
      description: "For an option: security id of the index or share. Omitted if securityId is set",
      example: "13",
    }),
    expiryCode: z.int().min(0).max(3).optional().meta({
      description:
        "For an option: 0 for the nearest expiry at the start of the scenario, 1 for the next. If omitted: 0",
      example: 0,
    }),
    strike: z
      .string()
      .regex(/^ATM(?:[+-]\d{1,2})?$/, "ATM, ATM+n or ATM-n")
      .optional()
      .meta({
        description:
          "For an option: distance from the money in strikes, at the start of the scenario. If omitted: ATM",
        example: "ATM+2",
      }),
    drvOptionType: z.enum(["CALL", "PUT"]).optional().meta({
      description: "For an option: CALL or PUT. If omitted: CALL",
      example: "CALL",
    }),
  })
  .refine((one) => (one.securityId === undefined) !== (one.underlying === undefined), {
    path: ["securityId"],
    message: "either securityId or underlying is expected",
  })
  .meta({ id: "ScenarioInstrument", description: "An instrument by its id, or an option by its underlying" });
export type ScenarioInstrument = z.infer<typeof instrument>;

type EventKind = "move" | "price" | "halt" | "circuit" | "depth";
/** Required and optional fields of each kind of market event, in addition to `at`. */
export const MARKET_EVENTS: Readonly<
  Record<EventKind, { what: string; needs: readonly string[]; may: readonly string[] }>
> = {
  move: { what: "The price changes by percent", needs: ["percent"], may: ["instrument", "minutes"] },
  price: { what: "The price is set to price", needs: ["instrument", "price"], may: [] },
  halt: {
    what: "Trading is halted until the end, and orders are rejected with HALTED",
    needs: ["until"],
    may: ["instrument"],
  },
  circuit: {
    what: "The price stays at a circuit limit, and one side of the book is empty",
    needs: ["instrument", "side"],
    may: ["until"],
  },
  depth: {
    what: "The order book has the given levels and lots",
    needs: ["instrument", "levels", "lots", "spreadTicks"],
    may: ["until"],
  },
};
const EVENT_KINDS = Object.keys(MARKET_EVENTS) as [EventKind, ...EventKind[]];

export const marketEventSchema = z
  .strictObject({
    event: z.enum(EVENT_KINDS).meta({
      description: EVENT_KINDS.map((kind) => `${kind}: ${MARKET_EVENTS[kind].what}`).join(". "),
      example: "move",
    }),
    at: accountTime.optional().meta({
      description:
        "Start of the event in Indian time of the account's clock, at a full minute. At or before the open it is a gap. If omitted: now; in a document, the start of the scenario",
      example: "2026-11-20 10:00:00",
    }),
    until: accountTime.optional().meta({
      description:
        "End of the event in Indian time. Required for halt; if omitted for circuit and depth: the session's end; omitted for move and price",
      example: "2026-11-20 10:15:00",
    }),
    instrument: instrument.optional().meta({
      description: "The instrument. If omitted for move and halt: the complete market, shares by their beta",
    }),
    percent: z.number().min(-50).max(50).optional().meta({
      description:
        "For move: change in percent of the current price; negative values lower it. Omitted for other events",
      example: -4,
    }),
    minutes: z.int().min(1).max(375).optional().meta({
      description: "For move: duration in minutes. If omitted: 1",
      example: 5,
    }),
    price: rupees
      .optional()
      .meta({ description: "For price: the new price in rupees. Omitted for other events", example: 900 }),
    side: z.enum(["lower", "upper"]).optional().meta({
      description: "For circuit: the limit of the day. Omitted for other events",
      example: "lower",
    }),
    levels: z
      .int()
      .min(0)
      .max(20)
      .optional()
      .meta({ description: "For depth: levels on each side. Omitted for other events", example: 1 }),
    lots: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .meta({ description: "For depth: lots on each level. Omitted for other events", example: 1 }),
    spreadTicks: z.int().min(1).max(1_000).optional().meta({
      description: "For depth: ticks between bid and ask, and between levels. Omitted for other events",
      example: 40,
    }),
  })
  .superRefine((one, context) => {
    const { needs, may } = MARKET_EVENTS[one.event];
    for (const [name, value] of Object.entries(one)) {
      const isKnown = name === "event" || name === "at" || needs.includes(name) || may.includes(name);
      if (value !== undefined && !isKnown)
        context.addIssue({ code: "custom", path: [name], message: `not a field of ${one.event}` });
    }
    for (const name of needs)
      if (one[name as keyof typeof one] === undefined)
        context.addIssue({ code: "custom", path: [name], message: `missing; required for ${one.event}` });
  })
  .meta({ id: "MarketEvent", description: "An event that changes the simulated prices" });
export type MarketEventRequest = z.infer<typeof marketEventSchema>;
export const marketEvents = z.array(marketEventSchema).max(SCENARIO_LIMITS.eventsAtMost);

const signedQuantity = (what: string) =>
  z
    .int()
    .min(-10_000_000)
    .max(10_000_000)
    .refine((units) => units !== 0, "not 0")
    .meta({ description: what, example: 10 });
const cost = rupees.optional().meta({
  description: "Cost of a unit in rupees. If omitted: the price at the start of the scenario",
  example: 950,
});

const documentFields = {
  title: z.string().max(80).optional().meta({
    description: "Your own title, at most 80 characters. If omitted: none",
    example: "Gap down on a Friday",
  }),
  at: accountTime.optional().meta({
    description:
      "Start of the clock in Indian time. Required without name. If omitted, the named scenario's own start applies",
    example: "2026-11-20 09:00:00",
  }),
  until: accountTime.optional().meta({
    description: "Indian time at which a running clock stops. If omitted: it does not stop",
    example: "2026-11-20 15:45:00",
  }),
  speed: clockSpeed.optional().meta({
    description:
      "Seconds of the account's clock per real second: 1 is real time, 600 is a trading day in 40 seconds, 0 is a stopped clock. If omitted: 0",
    example: 60,
  }),
  seed: z.int().min(0).max(0x7fff_ffff).optional().meta({
    description: "Seed of the market's prices, 0 to 2147483647. If omitted: 1",
    example: 7,
  }),
  hours: z.enum(["exchange", "always"]).optional().meta({
    description: "exchange: the exchanges' hours; always: never closes. If omitted: exchange",
    example: "exchange",
  }),
  funds: rupees.optional().meta({
    description: "Opening cash in rupees. If omitted: that of a new account",
    example: 5_00_000,
  }),
  holdings: z
    .array(
      z.strictObject({
        instrument,
        quantity: z.int().min(1).max(10_000_000).meta({ description: "Units held", example: 50 }),
        price: cost,
      }),
    )
    .max(SCENARIO_LIMITS.holdingsAtMost)
    .optional()
    .meta({
      description: "Shares held for delivery, bought a week before. If omitted: those of a new account",
    }),
  positions: z
    .array(
      z.strictObject({
        instrument,
        productType: z.enum(["INTRADAY", "MARGIN"]).meta({
          description:
            "INTRADAY: opened at the start of the scenario. MARGIN: a derivative carried from the previous day",
          example: "MARGIN",
        }),
        quantity: signedQuantity("Units, negative for a sold position; whole lots for derivatives"),
        price: cost,
      }),
    )
    .max(SCENARIO_LIMITS.positionsAtMost)
    .optional()
    .meta({ description: "Open positions. If omitted: none" }),
  market: marketEvents.optional().meta({
    description: `Events that change the simulated prices, at most ${SCENARIO_LIMITS.eventsAtMost} events. If omitted: nothing`,
  }),
  faults: faultRules.optional().meta({
    description: "Fault rules of the scenario, applied before the account's own. If omitted: none",
  }),
};

export const scenarioSchema = z
  .strictObject({
    name: z.enum(SCENARIO_NAMES).optional().meta({
      description: "Name of a predefined scenario; other fields replace its own. If omitted, at is required",
      example: "gap-down",
    }),
    ...documentFields,
  })
  .refine(({ name, at }) => name !== undefined || at !== undefined, {
    path: ["at"],
    message: "missing; required for a scenario without a name",
  })
  .meta({ id: "Scenario" });
export type Scenario = z.infer<typeof scenarioSchema>;
/** A scenario document. It must state the time `at`. */
export type ScenarioDocument = Omit<Scenario, "name"> & { at: string };

export const scenarioDocumentSchema = z
  .strictObject({
    ...documentFields,
    at: accountTime.meta({
      description: "Start of the clock in Indian time",
      example: "2026-11-20 09:00:00",
    }),
  })
  .meta({ id: "ScenarioDocument", description: "The scenario as a document: save it, change it, send it" });

export const namedScenarioSchema = z
  .object({
    name: z.enum(SCENARIO_NAMES).meta({ description: "Name of the scenario", example: "gap-down" }),
    what: textField("Description of the test, as a sentence", "Every price opens 4 % lower."),
    document: scenarioDocumentSchema,
  })
  .meta({ id: "NamedScenario" });
