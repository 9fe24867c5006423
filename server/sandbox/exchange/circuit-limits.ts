// The daily price band (circuit limits).
import { BANDS } from "../../../app/domain/calendars/price-steps.ts";
import type { MarketInstrument } from "./instrument-master.ts";

/**
 * Returns the lowest and highest permitted price of a day, in whole ticks. Derivatives and indices have no band in this
 * sandbox.
 */
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
