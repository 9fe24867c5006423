// What an account can set up to test its program: a clock and a market of its own, faults, and a reset.
import type { SetClock } from "../../../../app/contract/trading-api/clock.ts";
import type { FaultKind, FaultRule } from "../../../../app/contract/trading-api/faults.ts";
import { removeTradingRows } from "../../accounts/account-rows.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import { AccountFaults } from "./account-faults.ts";
import { checkRules, type FaultRules } from "./fault-rules.ts";
import type { HandlerContext, Handlers } from "./handler-context.ts";
import type { Journal } from "./journal.ts";
import type { Market } from "./market-handlers.ts";
import { Simulations } from "./simulations.ts";

type Parts = {
  common: HandlerContext;
  journal: Journal;
  /** Makes the handlers of an account's own market. */
  make: (context: HandlerContext) => Market;
  onFault: (fault: unknown) => void;
};

export type SandboxHandlers = ReturnType<Laboratory["handlers"]>;

export class Laboratory {
  readonly #parts: Parts;
  readonly #faults: AccountFaults;
  readonly #simulations: Simulations<Market>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#faults = new AccountFaults(parts.common.directory);
    this.#simulations = new Simulations(parts.common, parts.make);
  }

  /** The account's own market; null for the common one. */
  marketOf(clientId: string): { context: HandlerContext; made: Market } | null {
    return this.#simulations.of(clientId);
  }

  clockOf(clientId: string) {
    return this.#simulations.state(clientId);
  }

  /** Throws ApiFault. */
  beginClock(clientId: string, wanted: SetClock): void {
    this.#simulations.begin(clientId, wanted);
  }

  /** Throws ApiFault. */
  advanceClock(clientId: string, seconds: number): Promise<void> {
    return this.#simulations.advance(clientId, seconds, this.#parts.onFault);
  }

  endClock(clientId: string): void {
    this.#simulations.end(clientId);
  }

  faultsOf(clientId: string): FaultRules {
    return this.#faults.of(clientId);
  }

  /** Replaces the account's rules. Throws ApiFault for rules that name what there is not. */
  setFaults(clientId: string, rules: readonly FaultRule[]): void {
    checkRules(rules, "faults");
    this.#faults.set(clientId, rules);
  }

  /** Counts a call, an order or a message of an account. Returns the rule that strikes it; null for none. */
  strike(kind: FaultKind, clientId: string, subject: string): FaultRule | null {
    return this.#faults.of(clientId).strike(kind, subject, this.#now(clientId));
  }

  isTokenExpired(clientId: string): boolean {
    return this.#faults.of(clientId).isTokenExpired(this.#now(clientId));
  }

  #now(clientId: string): number {
    return (this.#simulations.of(clientId)?.context ?? this.#parts.common).broker.now();
  }

  /** Removes what the account did, and gives it what a new account has. */
  reset(clientId: string): void {
    const { common, journal } = this.#parts;
    const { broker, directory } = common;
    this.#simulations.end(clientId);
    broker.run(() => removeTradingRows(directory, clientId));
    broker.forget(clientId);
    this.#faults.forget(clientId);
    journal.forget(clientId);
    openWithHoldings(broker, clientId, common.accountOf(clientId));
  }

  /** Ends what is in memory of an account that is removed. */
  forget(clientId: string): void {
    this.#simulations.end(clientId);
    this.#faults.forget(clientId);
  }

  handlers() {
    const faults = (clientId: string) => ({ faults: this.#faults.of(clientId).list() });
    return {
      getClock: ({ client }) => this.clockOf(client.id),
      setClock: ({ client, body }) => {
        this.beginClock(client.id, body);
        return this.clockOf(client.id);
      },
      advanceClock: async ({ client, body }) => {
        await this.advanceClock(client.id, body.seconds);
        return this.clockOf(client.id);
      },
      endClock: ({ client }) => {
        this.endClock(client.id);
        return this.clockOf(client.id);
      },
      getFaults: ({ client }) => faults(client.id),
      setFaults: ({ client, body }) => {
        this.setFaults(client.id, body.faults);
        return faults(client.id);
      },
      resetAccount: ({ client }) => {
        this.reset(client.id);
        return { status: "SUCCESS" };
      },
    } satisfies Partial<Handlers>;
  }

  close(): void {
    this.#simulations.close();
  }
}
