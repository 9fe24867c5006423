import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { OptionChain } from "../contract/base-api/market.ts";
import { InterestChart } from "./interest-chart.tsx";

const rows: OptionChain["rows"] = [100, 110, 120].map((rupees) => ({
  strikePaise: rupees * 100,
  call: null,
  put: null,
}));
const chart = (maxPainPaise: number) =>
  renderToStaticMarkup(<InterestChart rows={rows} spotPaise={110_00} maxPainPaise={maxPainPaise} />);

it.each([
  [120_00, 2, "Max pain 120"],
  [150_00, 1, "Max pain 150 →"],
  [60_00, 1, "← Max pain 60"],
])("draws a line at max pain %d only within the drawn strikes", (paise, lines, label) => {
  const html = chart(paise);
  expect(html.match(/<line /g)).toHaveLength(lines);
  expect(html).toContain(`>${label} </text>`);
});
