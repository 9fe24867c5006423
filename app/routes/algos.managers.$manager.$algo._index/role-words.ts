// Labels of the roles that instruments have for an algo.
import type { Instrument } from "../../contract/base-api/strategy.ts";

export const ROLE_WORDS: Record<Instrument["role"], string> = {
  underlying: "Watched; its options are traded",
  traded: "Bought and sold",
  hedge: "Held as a hedge",
};
