// A scenario of an account: its parsed document and the resulting market events, faults, cash, holdings and positions.
import { CLOCK_FROM_DAY, CLOCK_LAST_YEAR } from "../../../../app/contract/trading-api/clock.ts";
import {
  type MarketEventRequest,
  SCENARIO_LIMITS,
  type ScenarioDocument,
  type ScenarioName,
  type Scenario as ScenarioRequest,
} from "../../../../app/contract/trading-api/scenario.ts";
import { NAMED_SCENARIOS } from "../../../../app/contract/trading-api/scenario-library.ts";
import { MINUTE_MS } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { type MarketEvent, MarketEvents } from "../../exchange/market-events.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import { checkRules, FaultRules } from "./fault-rules.ts";
import { openPositions, readHoldings, readPositions } from "./scenario-account.ts";
import { fieldFault, ScenarioInstruments } from "./scenario-instruments.ts";
import { istTime, readIst, toPaise } from "./wire-format.ts";

const FROM_MS = Date.parse(`${CLOCK_FROM_DAY}T00:00:00+05:30`);
const UNTIL_MS = Date.parse(`${CLOCK_LAST_YEAR + 1}-01-01T00:00:00+05:30`);
const DEFAULT_SEED = 1;

export type ScenarioSetting = {
  /** Null for a document from the request. */
  name: ScenarioName | null;
  document: ScenarioDocument;
  /** Start time of the account's clock, epoch ms. */
  atMs: number;
  /** Time at which a running clock stops, epoch ms. */
  untilMs: number;
  speed: number;
  seed: number;
  hours: "exchange" | "always";
};

/** Replaces a named scenario in a request by its document. Throws ApiFault. */
export function readSetting({ name, ...own }: ScenarioRequest): ScenarioSetting {
  const named = name === undefined ? undefined : NAMED_SCENARIOS.find((one) => one.name === name);
  const definedFields = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const document = { ...named?.document, ...definedFields } as ScenarioDocument;
  const atMs = readIst(document.at);
  if (atMs === null || atMs < FROM_MS || atMs >= UNTIL_MS)
    throw fieldFault(
      "at",
      `a time from ${CLOCK_FROM_DAY} to the end of ${CLOCK_LAST_YEAR}, such as 2026-11-20 10:00:00`,
    );
  const untilMs = document.until === undefined ? UNTIL_MS : readIst(document.until);
  if (untilMs === null || untilMs <= atMs) throw fieldFault("until", "must be after `at`");
  return {
    name: name ?? null,
    document,
    atMs,
    untilMs,
    speed: document.speed ?? 0,
    seed: document.seed ?? DEFAULT_SEED,
    hours: document.hours ?? "exchange",
  };
}

export class Scenario {
  readonly setting: ScenarioSetting;
  readonly faults: FaultRules;
  readonly #market: SandboxMarket;
  readonly #instruments: ScenarioInstruments;
  #document: ScenarioDocument;

  /** Sets the document's events in `market`, which has no events yet. Throws ApiFault for an invalid document. */
  constructor(setting: ScenarioSetting, market: SandboxMarket) {
    const { document, atMs } = setting;
    this.setting = setting;
    this.#market = market;
    this.#document = document;
    this.#instruments = new ScenarioInstruments(market, atMs);
    checkRules(document.faults ?? [], "faults");
    this.faults = new FaultRules(document.faults ?? []);
    const events = readEvents(document.market ?? [], this.#instruments, atMs);
    if (events.length > 0) market.setEvents(new MarketEvents(events));
  }

  /** The document including events that were added later. */
  get document(): ScenarioDocument {
    return this.#document;
  }

  /** Instruments that the document names, each once. */
  get instruments(): readonly MarketInstrument[] {
    return this.#instruments.named;
  }

  /** Opens the account with the document's cash, holdings and positions. Throws ApiFault. */
  openAccount(broker: Broker, clientId: string, account: string): void {
    const { funds, holdings, positions } = this.#document;
    openWithHoldings(broker, clientId, account, {
      ...(funds === undefined ? {} : { fundsPaise: toPaise(funds) }),
      ...(holdings === undefined ? {} : { holdings: readHoldings(holdings, this.#instruments, broker) }),
    });
    openPositions(broker, { clientId, account }, readPositions(positions ?? [], this.#instruments, broker));
  }

  /** Adds events that start now or later. Throws ApiFault. */
  addEvents(requests: readonly MarketEventRequest[], nowMs: number): void {
    const before = this.#document.market ?? [];
    if (before.length + requests.length > SCENARIO_LIMITS.eventsAtMost)
      throw fieldFault("market", `a scenario has at most ${SCENARIO_LIMITS.eventsAtMost} events`);
    const added = readEvents(requests, this.#instruments, nowMs, { isRunning: true });
    this.#market.setEvents(new MarketEvents([...this.#market.events.all, ...added]));
    this.#document = {
      ...this.#document,
      market: [
        ...before,
        ...requests.map((event, index) => ({ ...event, at: added[index]?.at ?? event.at })),
      ],
    };
  }
}

/** An event with its start time in Indian time. */
type ReadEvent = MarketEvent & { at: string };

/**
 * Converts the events of a document. `fromMs` is the start of the scenario, or the current time of a running clock.
 * An event starts at a whole minute, so it never changes a minute that has begun. Throws ApiFault.
 */
function readEvents(
  requests: readonly MarketEventRequest[],
  instruments: ScenarioInstruments,
  nowMs: number,
  { isRunning = false } = {},
): ReadEvent[] {
  return requests.map((request, index) => {
    const field = `market.${index}`;
    const fromMs = roundedUpMs(request.at, `${field}.at`) ?? Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
    if (isRunning && fromMs < nowMs)
      throw fieldFault(`${field}.at`, "this time is earlier than the clock's time");
    const untilMs = roundedUpMs(request.until, `${field}.until`) ?? Number.POSITIVE_INFINITY;
    if (untilMs <= fromMs) throw fieldFault(`${field}.until`, "must be after `at`");
    const instrument =
      request.instrument === undefined ? null : instruments.find(request.instrument, `${field}.instrument`);
    if (instrument !== null) checkInstrument(request.event, instrument, `${field}.instrument`);
    return { at: istTime(fromMs), fromMs, ...createEffect(request, instrument?.key ?? null, untilMs) };
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

function createEffect(request: MarketEventRequest, key: string | null, untilMs: number) {
  const { event, percent = 0, minutes = 1, price = 0, side = "lower" } = request;
  const { levels = 0, lots = 1, spreadTicks = 1 } = request;
  switch (event) {
    case "move":
      return { kind: "move", key, percent, minutes } as const;
    case "price":
      return { kind: "price", key: key ?? "", paise: toPaise(price) } as const;
    case "halt":
      return { kind: "halt", key, untilMs } as const;
    case "circuit":
      return { kind: "circuit", key: key ?? "", untilMs, side } as const;
    case "depth":
      return { kind: "depth", key: key ?? "", untilMs, levels, lots, spreadTicks } as const;
  }
}
