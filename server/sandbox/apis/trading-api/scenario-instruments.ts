// Resolves the instruments that a scenario names: by id, or options by underlying and moneyness at its start.
import type { ScenarioInstrument } from "../../../../app/contract/trading-api/scenario.ts";
import { type MarketInstrument, optionId, UNDERLYINGS } from "../../exchange/instrument-master.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { ApiFault } from "./fault.ts";

/** Creates the rejection of a field; the path of a nested field contains dots. */
export const fieldFault = (field: string, message: string): ApiFault =>
  new ApiFault("DH-905", `${field}: ${message}.`, { errors: [{ field, message }] });

export class ScenarioInstruments {
  readonly #market: SandboxMarket;
  readonly #atMs: number;
  readonly #named = new Map<string, MarketInstrument>();

  /** `market` needs no events of the scenario, because they do not affect the moneyness at its start. */
  constructor(market: SandboxMarket, atMs: number) {
    this.#market = market;
    this.#atMs = atMs;
  }

  get named(): readonly MarketInstrument[] {
    return [...this.#named.values()];
  }

  /** Finds an instrument. `field` is its path in the request. Throws ApiFault. */
  find(requested: ScenarioInstrument, field: string): MarketInstrument {
    const found =
      requested.securityId === undefined
        ? this.#option(requested, field)
        : this.#market.find(requested.exchangeSegment, requested.securityId, this.#atMs);
    if (found === null) throw fieldFault(field, "this instrument is not listed when the scenario starts");
    this.#named.set(found.key, found);
    return found;
  }

  #option(requested: ScenarioInstrument, field: string): MarketInstrument | null {
    const { exchangeSegment, underlying, expiryCode = 0, strike = "ATM", drvOptionType = "CALL" } = requested;
    const at = UNDERLYINGS.findIndex(
      ({ key, optionSegment }) => optionSegment === exchangeSegment && key.split(":")[1] === underlying,
    );
    const base = UNDERLYINGS[at];
    if (base === undefined)
      throw fieldFault(`${field}.underlying`, `${exchangeSegment} has no options on this id`);
    const expiry = this.#market.expiries(at, this.#atMs)[expiryCode];
    if (expiry === undefined)
      throw fieldFault(`${field}.expiryCode`, "this expiry does not exist at that time");
    const step = base.strikeStepRupees;
    const steps = Math.round(this.#market.spot(base.key, this.#atMs) / step) + Number(strike.slice(3) || 0);
    const id = optionId(at, {
      strikeRupees: steps * step,
      side: drvOptionType === "CALL" ? "CE" : "PE",
      expiryDay: expiry.day,
    });
    return this.#market.find(exchangeSegment, id, this.#atMs);
  }
}
