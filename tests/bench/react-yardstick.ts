// Reference of the page benchmark: React without the site. Renders a document of 3,000 elements with short texts to a
// string repeatedly for the time in its argument (ms), and sends the number of renderings and their cost. Runs as a
// separate process.
import { createElement } from "react";
import { renderToString } from "react-dom/server";

export type ReactYardstick = { perSecond: number; cpuMs: number };

const [forMs = "0"] = process.argv.slice(2);
const ROWS = 750;
const WARM_UP = 200;

function page(round: number): string {
  const rows = Array.from({ length: ROWS }, (_, row) =>
    createElement(
      "li",
      { key: row, className: "row" },
      createElement("a", { href: `/row/${row}` }, `Row ${row}`),
      createElement("span", { className: "figure" }, String(row * round)),
      createElement("em", null, "text"),
    ),
  );
  return renderToString(createElement("ul", null, rows));
}

for (let round = 0; round < WARM_UP; round += 1) page(round);
const before = process.cpuUsage();
const begun = performance.now();
let rendered = 0;
while (performance.now() - begun < Number(forMs)) {
  page(rendered);
  rendered += 1;
}
const { user, system } = process.cpuUsage(before);
process.send?.({
  perSecond: (rendered * 1_000) / (performance.now() - begun),
  cpuMs: (user + system) / 1_000 / rendered,
} satisfies ReactYardstick);
