// Operations on an account's simulated clock and market. They exist only in the sandbox, for reproducible tests.
import { z } from "zod";
import { LAST_HOLIDAY_YEAR } from "../../domain/calendars/holidays.ts";
import { tradingOperations } from "./operation.ts";
import { clockSpeed } from "./scenario.ts";

/**
 * Earliest day of an account's clock. Market data starts a week earlier, because a new account's holdings were bought a
 * week before its first day.
 */
export const CLOCK_FROM_DAY = "2022-01-11";
export const CLOCK_LAST_YEAR = 2034;
export const ADVANCE_SECONDS_MAX = 86_400;

export const setClockSchema = z
  .strictObject({
    seed: z
      .int()
      .min(0)
      .max(0x7fff_ffff)
      .optional()
      .meta({ description: "Seed of the market's prices, 0 to 2147483647. If omitted: 1", example: 7 }),
    at: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, "YYYY-MM-DD HH:MM:SS")
      .meta({
        description: `Indian time YYYY-MM-DD HH:MM:SS, from ${CLOCK_FROM_DAY} to the end of ${CLOCK_LAST_YEAR}. Holidays are known to the end of ${LAST_HOLIDAY_YEAR}`,
        example: "2026-11-20 10:00:00",
      }),
    hours: z.enum(["exchange", "always"]).optional().meta({
      description: "exchange keeps the exchanges' hours, always never closes. If omitted: exchange",
      example: "exchange",
    }),
    speed: clockSpeed.optional().meta({
      description:
        "Seconds of the account's clock per second, 0 to 600; at 0 it is stopped until advanced. If omitted: 0",
      example: 0,
    }),
  })
  .meta({ id: "SetClock" });

export const clockResponse = z
  .object({
    isVirtual: z.boolean().meta({ description: "True if the account has its own clock" }),
    at: z
      .string()
      .meta({ description: "Indian time of the account's clock", example: "2026-11-20 10:00:00" }),
    seed: z
      .int()
      .nullable()
      .meta({ description: "Seed of its market. Null on the common clock", example: 7 }),
    hours: z
      .enum(["exchange", "always"])
      .nullable()
      .meta({ description: "Market hours. Null on the common clock", example: "exchange" }),
    speed: z.int().nullable().meta({
      description: "Its seconds per second; 0 if stopped. Null on the common clock",
      example: 0,
    }),
  })
  .meta({ id: "ClockState" });

export const CLOCK_OPERATIONS = tradingOperations("sandbox", {
  getClock: {
    path: "/sandbox/clock",
    summary: "Read the account's clock",
    purpose: "Returns the account's own clock if it has one, otherwise the common clock.",
    answer: clockResponse,
  },
  setClock: {
    method: "put",
    path: "/sandbox/clock",
    summary: "Give the account its own clock and market",
    purpose:
      "The account starts again with a market from the seed and a clock that is stopped or runs at a speed. The same seed, time and calls give the same orders, fills and amounts. Orders, positions and funds are separate from those of the common market, and the account's sockets follow its own clock. A restart of the sandbox ends it.",
    body: setClockSchema,
    answer: clockResponse,
    example: { body: { seed: 7, at: "2026-11-20 10:00:00", hours: "exchange" } },
  },
  advanceClock: {
    method: "post",
    path: "/sandbox/clock/advance",
    summary: "Advance the account's clock",
    purpose:
      "Pending orders are matched, triggers fire and days end at each step. A step is one second, or one minute if you advance more than an hour. The limit is one day per call.",
    body: z
      .strictObject({
        seconds: z
          .int()
          .positive()
          .max(ADVANCE_SECONDS_MAX)
          .meta({ description: "Seconds to advance, at most a day", example: 60 }),
      })
      .meta({ id: "AdvanceClock" }),
    answer: clockResponse,
    example: { body: { seconds: 60 } },
  },
  setClockSpeed: {
    method: "put",
    path: "/sandbox/clock/speed",
    summary: "Run or stop the account's clock",
    purpose:
      "Replays the market with its feeds in real time or up to 600 times as fast. A step is one second; above speed 60 it is speed / 60 seconds. Under high load the clock runs slower and skips no step.",
    body: z
      .strictObject({
        speed: clockSpeed.meta({
          description: "Seconds of the account's clock per second, 0 to 600; 0 stops it",
          example: 60,
        }),
      })
      .meta({ id: "SetClockSpeed" }),
    answer: clockResponse,
    example: { body: { speed: 60 } },
  },
  endClock: {
    method: "delete",
    path: "/sandbox/clock",
    summary: "Return to the common clock",
    purpose: "Returns to the common market, with its orders, positions and funds unchanged.",
    answer: clockResponse,
  },
});
