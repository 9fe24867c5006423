import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EquityChart } from "./equity-chart.tsx";

const points = [10_300_000, 10_400_000].map((equityPaise, index) => ({
  ...{ day: `2026-01-0${index + 5}`, equityPaise, benchmarkPaise: equityPaise, underwater: 0 },
}));

it.each([
  [undefined, "8000000"],
  [10_300_000, "10300000"],
])("scales the plot from the start of the displayed days: %s", (startPaise, low) => {
  const markup = renderToStaticMarkup(
    <EquityChart
      id="curve"
      evidence="backtest"
      points={points}
      other={null}
      benchmarkName={null}
      idle={[]}
      stressed={[]}
      capitalPaise={8_000_000}
      {...(startPaise === undefined ? {} : { startPaise })}
      scale="linear"
      summary=""
    />,
  );
  expect(/data-low="(\d+)"/.exec(markup)?.[1]).toBe(low);
});
