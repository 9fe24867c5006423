import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import type { LossStatement } from "../../evidence/loss.ts";
import { HeadlineRow } from "./headline-row.tsx";

const LOSS = { perTradeRupees: null, perDayRupees: null, workingRupees: 100_000 } as LossStatement;

function headline(
  rating: Strategy["rating"],
  worstCase: Strategy["lossLimits"]["worstCase"] = "gap",
): string {
  const strategy = {
    risk: "High",
    rating,
    lossLimits: { perTradePercent: null, perDayPercent: null, worstCase },
    fee: { monthlyRupees: 0 },
  } as unknown as Strategy;
  return renderToStaticMarkup(
    <HeadlineRow
      strategy={strategy}
      headline={{ kind: "withheld" } as never}
      loss={LOSS}
      amountRupees={100_000}
    />,
  );
}

it("states no stop only if the provider states the algo's loss limits", () => {
  expect(headline(undefined)).toContain("no stop");
  expect(headline(undefined, "unstated")).not.toContain("no stop");
  expect(headline(undefined, "unstated")).toContain("not stated by the provider");
});

describe("the risk of an algo without a visible record", () => {
  it("is shown with its source: structure, stress test, record or provider", () => {
    const method = "1";
    expect(headline({ method, recordTo: "2026-01-02" })).toContain("from structure, stress test and record");
    expect(headline({ method, recordTo: null })).toContain("from structure and stress test<");
    expect(headline(undefined)).toContain("rated by its provider");
  });
});
