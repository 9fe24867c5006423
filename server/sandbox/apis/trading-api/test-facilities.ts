// Test facilities of an account: a scenario, a separate clock and market, simulated faults, and a reset.
import type { FaultKind, FaultRule, FaultSocket } from "../../../../app/contract/trading-api/faults.ts";
import type { Scenario } from "../../../../app/contract/trading-api/scenario.ts";
import { NAMED_SCENARIOS } from "../../../../app/contract/trading-api/scenario-library.ts";
import { removeTradingRows } from "../../accounts/account-rows.ts";
import type { NextClientFault } from "../../exchange/feeds/faulty-outbox.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import { readSocketRule } from "./call-faults.ts";
import { AccountFaults, FaultRules } from "./fault-rules.ts";
import type { HandlerContext, Handlers } from "./handler-context.ts";
import type { Journal } from "./journal.ts";
import type { Market } from "./market-handlers.ts";
import { readSetting } from "./scenario.ts";
import { Simulations } from "./simulations.ts";

type TestFacilitiesOptions = {
  common: HandlerContext;
  journal: Journal;
  /** Creates the handlers and periodic checks of an account's separate market. */
  make: (context: HandlerContext) => Market;
  onFault: (fault: unknown) => void;
};

export type SandboxHandlers = ReturnType<TestFacilities["handlers"]>;

export class TestFacilities {
  readonly #options: TestFacilitiesOptions;
  readonly faults: AccountFaults;
  /** Separate markets and clocks of accounts. */
  readonly simulations: Simulations<Market>;

  constructor(options: TestFacilitiesOptions) {
    this.#options = options;
    this.faults = new AccountFaults(options.common.directory);
    this.simulations = new Simulations(options.common, options.make, options.onFault);
  }

  /** Starts a separate market for the account, with a scenario document or only a clock. Throws ApiFault. */
  begin(clientId: string, scenario: Scenario): void {
    this.simulations.begin(clientId, readSetting(scenario));
  }

  scenarioOf(clientId: string) {
    const scenario = this.simulations.of(clientId)?.scenario;
    return {
      name: scenario?.setting.name ?? null,
      scenario: scenario?.document ?? null,
      instruments: (scenario?.instruments ?? []).map(({ exchangeSegment, securityId, symbol, lotSize }) => ({
        exchangeSegment,
        securityId,
        tradingSymbol: symbol,
        lotSize,
      })),
      clock: this.simulations.state(clientId),
    };
  }

  /** Returns the rules of the account's scenario, followed by the account's own rules. */
  #rulesOf(clientId: string): FaultRules[] {
    const scenario = this.simulations.of(clientId)?.scenario;
    const own = this.faults.of(clientId);
    return scenario === undefined ? [own] : [scenario.faults, own];
  }

  /** Counts a call, an order or a message of an account for its fault rules. Returns the rule that is due, or null. */
  countAndMatch(kind: FaultKind, clientId: string, subject: string): FaultRule | null {
    const now = this.#now(clientId);
    for (const rules of this.#rulesOf(clientId)) {
      const rule = rules.countAndMatch(kind, subject, now);
      if (rule !== null) return rule;
    }
    return null;
  }

  /**
   * Returns a function that decides which fault affects the next message of a socket; null for an invalid header. A
   * fault in the header takes precedence over the account's rules.
   */
  socketFaults(header: string | undefined, socket: FaultSocket): NextClientFault | null {
    const requested = header === undefined ? null : readSocketRule(header);
    if (header !== undefined && requested === null) return null;
    const own = new FaultRules(requested === null ? [] : [requested]);
    return (clientId) =>
      own.countAndMatch("socket", socket, this.#now(clientId)) ??
      this.countAndMatch("socket", clientId, socket);
  }

  isTokenExpired(clientId: string): boolean {
    const now = this.#now(clientId);
    return this.#rulesOf(clientId).some((rules) => rules.isTokenExpired(now));
  }

  #now(clientId: string): number {
    return (this.simulations.of(clientId)?.context ?? this.#options.common).broker.now();
  }

  /** Removes all activity of the account and restores the initial state of a new account. */
  reset(clientId: string): void {
    const { common, journal } = this.#options;
    const { broker, directory } = common;
    this.simulations.end(clientId);
    broker.run(() => removeTradingRows(directory, clientId));
    broker.forget(clientId);
    this.faults.forget(clientId);
    journal.forget(clientId);
    openWithHoldings(broker, clientId, common.accountOf(clientId));
  }

  /** Drops the cached data of a removed account. */
  forget(clientId: string): void {
    this.simulations.end(clientId);
    this.faults.forget(clientId);
  }

  handlers() {
    const faults = (clientId: string) => ({ faults: this.faults.of(clientId).list() });
    return {
      listScenarios: () => ({ scenarios: NAMED_SCENARIOS }),
      getScenario: ({ client }) => this.scenarioOf(client.id),
      setScenario: ({ client, body }) => {
        this.begin(client.id, body);
        return this.scenarioOf(client.id);
      },
      endScenario: ({ client }) => {
        this.simulations.end(client.id);
        return this.scenarioOf(client.id);
      },
      addMarketEvents: ({ client, body }) => {
        this.simulations.addEvents(client.id, body.market);
        return this.scenarioOf(client.id);
      },
      getClock: ({ client }) => this.simulations.state(client.id),
      setClockSpeed: ({ client, body }) => {
        this.simulations.setSpeed(client.id, body.speed);
        return this.simulations.state(client.id);
      },
      setClock: ({ client, body }) => {
        this.begin(client.id, body);
        return this.simulations.state(client.id);
      },
      advanceClock: async ({ client, body }) => {
        await this.simulations.advance(client.id, body.seconds);
        return this.simulations.state(client.id);
      },
      endClock: ({ client }) => {
        this.simulations.end(client.id);
        return this.simulations.state(client.id);
      },
      getFaults: ({ client }) => faults(client.id),
      setFaults: ({ client, body }) => {
        this.faults.set(client.id, body.faults);
        return faults(client.id);
      },
      resetAccount: ({ client }) => {
        this.reset(client.id);
        return { status: "SUCCESS" };
      },
    } satisfies Partial<Handlers>;
  }

  close(): void {
    this.simulations.close();
  }
}
