import { expect, it } from "vitest";
import { boardText } from "../../markets/text.ts";
import { pageText } from "./text.ts";

it("texts with a count use the singular for 1", () => {
  expect([boardText.largeShares(1), boardText.largeShares(40)]).toEqual([
    "1 large share.",
    "40 large shares.",
  ]);
  expect(boardText.moversCaption(1)).toContain("1 large share,");
  expect([pageText.barsHint(1), pageText.barsHint(1_200)]).toEqual(["1 bar, CSV", "1,200 bars, CSV"]);
});
