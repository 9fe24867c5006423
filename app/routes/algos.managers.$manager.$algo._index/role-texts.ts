// Labels of the roles that instruments have in an algo, such as traded or watched.
import type { Instrument } from "../../contract/base-api/strategy.ts";

export const ROLE_LABELS: Record<Instrument["role"], string> = {
  underlying: "Watched; its options are traded",
  traded: "Bought and sold",
  hedge: "Held as a hedge",
};
