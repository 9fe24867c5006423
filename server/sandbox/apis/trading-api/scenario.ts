// A scenario of an account: its parsed document and the resulting market events, faults, money, holdings and positions.
import { CLOCK_FROM_DAY, CLOCK_LAST_YEAR } from "../../../../app/contract/trading-api/clock.ts";
import {
  type MarketEventRequest,
  SCENARIO_LIMITS,
  type ScenarioDocument,
  type ScenarioName,
  type Scenario as ScenarioRequest,
} from "../../../../app/contract/trading-api/scenario.ts";
import { NAMED_SCENARIOS } from "../../../../app/contract/trading-api/scenario-library.ts";
import type { Broker } from "../../broker/broker.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { MarketEvents } from "../../exchange/market-events.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import { checkRules, FaultRules } from "./fault-rules.ts";
import { openPositions, readHoldings, readPositions } from "./scenario-account.ts";
import { readEvents } from "./scenario-events.ts";
import { fieldFault, ScenarioInstruments } from "./scenario-instruments.ts";
import { paiseOf, readIst } from "./wire-format.ts";

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
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const document = { ...named?.document, ...given } as ScenarioDocument;
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

  /** Opens the account with the document's money, holdings and positions. Throws ApiFault. */
  openAccount(broker: Broker, clientId: string, account: string): void {
    const { funds, holdings, positions } = this.#document;
    openWithHoldings(broker, clientId, account, {
      ...(funds === undefined ? {} : { fundsPaise: paiseOf(funds) }),
      ...(holdings === undefined ? {} : { holdings: readHoldings(holdings, this.#instruments, broker) }),
    });
    openPositions(broker, { clientId, account }, readPositions(positions ?? [], this.#instruments, broker));
  }

  /** Adds events that take place from now on. Throws ApiFault. */
  addEvents(wanted: readonly MarketEventRequest[], nowMs: number): void {
    const before = this.#document.market ?? [];
    if (before.length + wanted.length > SCENARIO_LIMITS.eventsAtMost)
      throw fieldFault("market", `a scenario has at most ${SCENARIO_LIMITS.eventsAtMost} events`);
    const added = readEvents(wanted, this.#instruments, nowMs, { isRunning: true });
    this.#market.setEvents(new MarketEvents([...this.#market.events.all, ...added]));
    this.#document = {
      ...this.#document,
      market: [...before, ...wanted.map((event, index) => ({ ...event, at: added[index]?.at ?? event.at }))],
    };
  }
}
