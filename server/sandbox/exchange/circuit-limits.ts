// The band of a day's prices.
import { BANDS } from "../../../app/domain/calendars/price-steps.ts";
import type { MarketInstrument } from "./instrument-master.ts";

/** Prices between which a day's orders and trades lie, on the tick. Derivatives and indices have none in this sandbox. */
export function circuitLimits(
  { kind }: Pick<MarketInstrument, "kind">,
  previousClosePaise: number,
  tickPaise: number,
): { lowerPaise: number; upperPaise: number } {
  if (kind !== "EQUITY")
    return { lowerPaise: tickPaise, upperPaise: 0x7fff_ffff - (0x7fff_ffff % tickPaise) };
  return {
    lowerPaise: Math.max(
      tickPaise,
      Math.ceil((previousClosePaise * (1 - BANDS.fixed)) / tickPaise) * tickPaise,
    ),
    upperPaise: Math.floor((previousClosePaise * (1 + BANDS.fixed)) / tickPaise) * tickPaise,
  };
}
