import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { JointFigures } from "../../evidence/load-joint-portfolio.ts";
import { AmountsPanel } from "./amounts-panel.tsx";
import { TogetherFigures } from "./together.tsx";

it.each([
  [true, "Net CAGR"],
  [false, "Net in total"],
])("labels the joint return as yearly or total (isYearly: %s): %s", (isYearly, name) => {
  const together = {
    ...{ evidence: "backtest", drawdownPaise: -1_000, netPaise: 9_000, costsAYearPaise: 0 },
    ...{ ownDrawdowns: [], view: { capitalPaise: 100_000 } },
    totalReturn: { share: 0.09, isYearly, days: 180 },
  } as unknown as JointFigures;
  const markup = renderToStaticMarkup(<TogetherFigures together={together} count={2} />);
  expect(markup.match(/Net (?:CAGR|in total)/g)).toEqual([name]);
  expect(markup).toContain("+9.0%");
});

it("includes the range of the curve in the links that change the lots", () => {
  const algo = (id: string) => ({ id, name: id, path: `/${id}`, minAmountRupees: 10_000, isOpen: true });
  const markup = renderToStaticMarkup(
    <AmountsPanel
      chosen={["one", "two", "three"].map(algo)}
      lots={[2, 1, 1]}
      amount={100_000}
      range="1y"
      usedRupees={40_000}
      falls={[]}
      compareHref="/algos/compare"
      add={null}
    />,
  );
  const links = markup.match(/\/algos\/portfolio\?[^"]*/g) ?? [];
  // One link with a lot less, three with a lot more, three without an algo.
  expect(links).toHaveLength(7);
  expect(links.filter((link) => !link.endsWith("range=1y"))).toEqual([]);
});
