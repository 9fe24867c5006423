// Converts the events of a scenario's document for the market. An event starts at a whole minute, so it never changes a
// minute that has begun.
import type { MarketEventRequest } from "../../../../app/contract/trading-api/scenario.ts";
import { MINUTE_MS } from "../../../../app/domain/time.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { MarketEvent } from "../../exchange/market-events.ts";
import { fieldFault, type ScenarioInstruments } from "./scenario-instruments.ts";
import { istTime, paiseOf, readIst } from "./wire-format.ts";

/** An event with its start time in Indian time. */
export type ReadEvent = MarketEvent & { at: string };

/**
 * Converts the events of a document. `fromMs` is the start of the scenario, or the current time of a running clock.
 * Throws ApiFault.
 */
export function readEvents(
  wanted: readonly MarketEventRequest[],
  instruments: ScenarioInstruments,
  nowMs: number,
  { isRunning = false } = {},
): ReadEvent[] {
  return wanted.map((request, index) => {
    const field = `market.${index}`;
    const fromMs = roundedUpMs(request.at, `${field}.at`) ?? Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
    if (isRunning && fromMs < nowMs)
      throw fieldFault(`${field}.at`, "this time is earlier than the clock's time");
    const untilMs = roundedUpMs(request.until, `${field}.until`) ?? Number.POSITIVE_INFINITY;
    if (untilMs <= fromMs) throw fieldFault(`${field}.until`, "must be after `at`");
    const instrument =
      request.instrument === undefined ? null : instruments.find(request.instrument, `${field}.instrument`);
    if (instrument !== null) checkInstrument(request.event, instrument, `${field}.instrument`);
    return { at: istTime(fromMs), fromMs, ...effectOf(request, instrument?.key ?? null, untilMs) };
  });
}

/** Parses a time, and rounds seconds up to the minute. Returns null for an omitted time. */
function roundedUpMs(time: string | undefined, field: string): number | null {
  if (time === undefined) return null;
  const atMs = readIst(time);
  if (atMs === null) throw fieldFault(field, "this time does not exist");
  return Math.ceil(atMs / MINUTE_MS) * MINUTE_MS;
}

/**
 * Throws ApiFault for an event that does not apply to the instrument. Derivatives have no price of their own and follow
 * their underlying; an index has neither circuit limits nor an order book.
 */
function checkInstrument(
  event: MarketEventRequest["event"],
  { path, kind }: MarketInstrument,
  field: string,
) {
  const needsPrice = event === "move" || event === "price" || event === "circuit";
  if (needsPrice && path === null)
    throw fieldFault(field, `${event} is for shares and indices; a derivative follows its underlying`);
  if ((event === "circuit" || event === "depth") && kind === "INDEX")
    throw fieldFault(field, `${event} is not for an index`);
}

function effectOf(request: MarketEventRequest, key: string | null, untilMs: number) {
  const { event, percent = 0, minutes = 1, price = 0, side = "lower" } = request;
  const { levels = 0, lots = 1, spreadTicks = 1 } = request;
  switch (event) {
    case "move":
      return { kind: "move", key, percent, minutes } as const;
    case "price":
      return { kind: "price", key: key ?? "", paise: paiseOf(price) } as const;
    case "halt":
      return { kind: "halt", key, untilMs } as const;
    case "circuit":
      return { kind: "circuit", key: key ?? "", untilMs, side } as const;
    case "depth":
      return { kind: "depth", key: key ?? "", untilMs, levels, lots, spreadTicks } as const;
  }
}
