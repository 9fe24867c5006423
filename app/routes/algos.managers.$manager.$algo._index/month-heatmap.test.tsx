import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MonthHeatmap } from "./month-heatmap.tsx";

it.each(["net", "gross"] as const)("states in the caption that returns are %s", (basis) => {
  const markup = renderToStaticMarkup(<MonthHeatmap rows={[]} basis={basis} />);
  expect(/<caption[^>]*>([^<]*)/.exec(markup)?.[1]).toMatch(new RegExp(`, ${basis},`));
});
