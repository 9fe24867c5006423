import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { JointFigures } from "../../evidence/load-joint-portfolio.ts";
import { TogetherFigures } from "./together.tsx";

it.each([
  [true, "Net CAGR"],
  [false, "Net in total"],
])("labels the joint return by its period (isYearly: %s): %s", (isYearly, name) => {
  const together = {
    ...{ evidence: "backtest", drawdownPaise: -1_000, netPaise: 9_000, costsAYearPaise: 0 },
    ...{ ownDrawdowns: [], view: { capitalPaise: 100_000 } },
    totalReturn: { share: 0.09, isYearly, days: 180 },
  } as unknown as JointFigures;
  const markup = renderToStaticMarkup(<TogetherFigures together={together} count={2} />);
  expect(markup.match(/Net (?:CAGR|in total)/g)).toEqual([name]);
  expect(markup).toContain("+9.0%");
});
