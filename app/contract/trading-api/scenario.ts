// Scenarios: an account's own market, clock, money and faults in one document that can be saved, shared and run again.
import { z } from "zod";
import { accountTime, faultRules } from "./faults.ts";
import { rupees, securityId, words } from "./vocabulary.ts";

export const SCENARIO_LIMITS = {
  /** Seconds of the account's clock per real second. */
  speedAtMost: 600,
  eventsAtMost: 50,
  holdingsAtMost: 50,
  positionsAtMost: 50,
  /** Number of accounts that can have their own market at a time. */
  marketsAtMost: 50,
  /** A market without calls and sockets for this long is ended when another account needs its slot. */
  unusedForMs: 10 * 60_000,
} as const;

/** Names of the sandbox's scenarios. */
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
        "Id of the instrument in its segment. Left out for an option that is named by its underlying",
    }),
    underlying: securityId.optional().meta({
      description:
        "Of an option: security id of the index or share. Left out where securityId names the instrument",
      example: "13",
    }),
    expiryCode: z.int().min(0).max(3).optional().meta({
      description:
        "Of an option: 0 the nearest expiry on the day that the scenario begins, 1 the next. Left out: 0",
      example: 0,
    }),
    strike: z
      .string()
      .regex(/^ATM(?:[+-]\d{1,2})?$/, "ATM, ATM+n or ATM-n")
      .optional()
      .meta({
        description: "Of an option: strikes from the money as the scenario begins. Left out: ATM",
        example: "ATM+2",
      }),
    drvOptionType: z.enum(["CALL", "PUT"]).optional().meta({
      description: "Of an option: CALL or PUT. Left out: CALL",
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
/** Required and optional fields of each event of a market, in addition to `at`. */
export const MARKET_EVENTS: Readonly<
  Record<EventKind, { what: string; needs: readonly string[]; may: readonly string[] }>
> = {
  move: { what: "The price moves by percent", needs: ["percent"], may: ["instrument", "minutes"] },
  price: { what: "It goes to price", needs: ["instrument", "price"], may: [] },
  halt: {
    what: "Nothing trades until the end, and orders are rejected with HALTED",
    needs: ["until"],
    may: ["instrument"],
  },
  circuit: {
    what: "It stays at a limit of the day, and one side of the book is empty",
    needs: ["instrument", "side"],
    may: ["until"],
  },
  depth: {
    what: "The book has so many levels and lots",
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
        "Indian time of the account's clock, to the minute: it takes place in the minute that begins then; at or before the opening it is a gap. Left out: now, in a document as the scenario begins",
      example: "2026-11-20 10:00:00",
    }),
    until: accountTime.optional().meta({
      description:
        "Indian time at which it ends. Needed for halt; left out for circuit and depth: the session's end, left out for move and price",
      example: "2026-11-20 10:15:00",
    }),
    instrument: instrument.optional().meta({
      description: "Which instrument. Left out for move and halt: the whole market, shares by their beta",
    }),
    percent: z.number().min(-50).max(50).optional().meta({
      description: "Of a move: per cent of the price then, below 0 down. Left out for other events",
      example: -4,
    }),
    minutes: z.int().min(1).max(375).optional().meta({
      description: "Of a move: minutes that it takes. Left out: 1",
      example: 5,
    }),
    price: rupees
      .optional()
      .meta({ description: "Of price: rupees that it goes to. Left out for other events", example: 900 }),
    side: z.enum(["lower", "upper"]).optional().meta({
      description: "Of a circuit: which limit of the day. Left out for other events",
      example: "lower",
    }),
    levels: z
      .int()
      .min(0)
      .max(20)
      .optional()
      .meta({ description: "Of depth: levels each way. Left out for other events", example: 1 }),
    lots: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .meta({ description: "Of depth: lots on a level. Left out for other events", example: 1 }),
    spreadTicks: z.int().min(1).max(1_000).optional().meta({
      description: "Of depth: ticks between bid and offer, and between levels. Left out for other events",
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
        context.addIssue({ code: "custom", path: [name], message: `missing, ${one.event} needs it` });
  })
  .meta({ id: "MarketEvent", description: "What happens to prices beside the seed" });
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
  description: "Rupees that a unit has cost. Left out: the price as the scenario begins",
  example: 950,
});

const documentFields = {
  title: z.string().max(80).optional().meta({
    description: "A title of your own, at most 80 characters. Left out: none",
    example: "Gap down on a Friday",
  }),
  at: accountTime.optional().meta({
    description: "Indian time at which the clock begins. Needed without name; left out: the named scenario's",
    example: "2026-11-20 09:00:00",
  }),
  until: accountTime.optional().meta({
    description: "Indian time at which a running clock stops. Left out: it runs on",
    example: "2026-11-20 15:45:00",
  }),
  speed: clockSpeed.optional().meta({
    description:
      "Seconds of the account's clock that pass in a second: 1 real time, 600 a trading day in 40 seconds, 0 stands still until it is advanced. Left out: 0",
    example: 60,
  }),
  seed: z.int().min(0).max(0x7fff_ffff).optional().meta({
    description: "Seed of the market's prices, 0 to 2147483647. Left out: 1",
    example: 7,
  }),
  hours: z.enum(["exchange", "always"]).optional().meta({
    description: "exchange keeps the exchanges' hours, always never closes. Left out: exchange",
    example: "exchange",
  }),
  funds: rupees.optional().meta({
    description: "Rupees of cash that the account begins with. Left out: those of a new account",
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
      description: "Shares held for delivery, bought a week before. Left out: those of a new account",
    }),
  positions: z
    .array(
      z.strictObject({
        instrument,
        productType: z.enum(["INTRADAY", "MARGIN"]).meta({
          description:
            "INTRADAY opened as the scenario begins, MARGIN a derivative carried from the day before",
          example: "MARGIN",
        }),
        quantity: signedQuantity("Units, below 0 sold; whole lots for derivatives"),
        price: cost,
      }),
    )
    .max(SCENARIO_LIMITS.positionsAtMost)
    .optional()
    .meta({ description: "Open positions. Left out: none" }),
  market: marketEvents.optional().meta({
    description: `What happens to prices beside the seed, at most ${SCENARIO_LIMITS.eventsAtMost} events. Left out: nothing`,
  }),
  faults: faultRules.optional().meta({
    description:
      "Rules of faults that hold while the scenario does, before the account's own. Left out: none",
  }),
};

/** A scenario with all its parts. */
export const scenarioSchema = z
  .strictObject({
    name: z.enum(SCENARIO_NAMES).optional().meta({
      description:
        "A scenario that the sandbox has; the other fields replace its own. Left out: the document is whole",
      example: "gap-down",
    }),
    ...documentFields,
  })
  .refine(({ name, at }) => name !== undefined || at !== undefined, {
    path: ["at"],
    message: "missing, a scenario without a name needs it",
  })
  .meta({ id: "Scenario" });
export type Scenario = z.infer<typeof scenarioSchema>;
/** A scenario document including its time. */
export type ScenarioDocument = Omit<Scenario, "name"> & { at: string };

export const scenarioDocumentSchema = z
  .strictObject({
    ...documentFields,
    at: accountTime.meta({
      description: "Indian time at which the clock begins",
      example: "2026-11-20 09:00:00",
    }),
  })
  .meta({ id: "ScenarioDocument", description: "The scenario as a document: save it, change it, send it" });

export const namedScenarioSchema = z
  .object({
    name: z.enum(SCENARIO_NAMES).meta({ description: "Name of the scenario", example: "gap-down" }),
    what: words("What it tests, in a sentence", "Every price opens 4 % lower."),
    document: scenarioDocumentSchema,
  })
  .meta({ id: "NamedScenario" });
