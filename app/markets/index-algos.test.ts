import { expect, it } from "vitest";
import { algosOnIndex } from "./index-algos.ts";

it("filters the algos of an index, and none of a share or of an index without algos", () => {
  expect(algosOnIndex({ exchangeSegment: "IDX_I", securityId: "25" })).toEqual({
    filter: { filter_underlying: ["Bank-Nifty"] },
    path: "/algos?underlying=Bank-Nifty",
  });
  expect(algosOnIndex({ exchangeSegment: "NSE_EQ", securityId: "25" })).toBeNull();
  expect(algosOnIndex({ exchangeSegment: "IDX_I", securityId: "442" })).toBeNull();
});
