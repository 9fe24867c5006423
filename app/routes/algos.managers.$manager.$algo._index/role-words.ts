// What an algo does with an instrument, in words.
import type { Instrument } from "../../wire/strategy.ts";

export const ROLE_WORDS: Record<Instrument["role"], string> = {
  underlying: "Watched; its options are traded",
  traded: "Bought and sold",
  hedge: "Held as a hedge",
};
