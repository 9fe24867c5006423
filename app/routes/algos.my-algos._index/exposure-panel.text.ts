// Text of the panel of exposure and margin.

import { plural } from "../../format/locale.ts";
import { formatCount } from "../../format/rupees.ts";

export const text = {
  exposureAndMargin: "Exposure and margin",
  noneOpen: (mode: string) => `No ${mode} position is open.`,
  openPositions: "Open positions",
  boughtAtLtp: "Bought, at LTP",
  soldAtLtp: "Sold, at LTP",
  unrealised: "Unrealised",
  withoutPrice: (count: number) =>
    `${formatCount(count)} without a price ${plural(count, { one: "is", other: "are" })} not in these sums.`,
  marginUsed: ({ share, used, margin }: { share: number; used: string; margin: string }) =>
    `${share}% of the margin is used: ${used} of ${margin}`,
} as const;
