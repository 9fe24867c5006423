// Figures of different evidence classes or periods are never shown side by side without class and period.
import { parse } from "node-html-parser";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { COMPARED_TERMS } from "../../evidence/compared.ts";
import type { JointEvidence } from "../../evidence/load-joint-evidence.ts";
import { CompareFigures, MoreFigures } from "./compare-figures.tsx";

const strategies = ["one", "two"].map((id) => ({
  ...{ id, name: id, minAmountRupees: 50_000, risk: "Low", tags: [], status: { state: "open" } },
  manager: { id: "m", name: "m" },
})) as unknown as Strategy[];

function viewWith(classes: JointEvidence["classes"], from = ["2026-01-05", "2026-01-05"]): JointEvidence {
  const figures = COMPARED_TERMS.map(() => null);
  const compared = strategies.map(({ id, name }, index) => ({
    ...{ id, name, evidence: classes[index] ?? "backtest", from: from[index] ?? "", to: "2026-11-20" },
    ...{ atWork: 50_000, figures, values: figures },
  }));
  return {
    ...{
      shown: compared,
      extremes: [],
      withheld: [],
      joint: null,
      isOnlyAtMinimum: false,
      charts: [],
      classes,
    },
    isSimulated: true,
  };
}

const rowsOf = (element: React.ReactElement) =>
  parse(renderToStaticMarkup(element))
    .querySelectorAll("tbody tr")
    .map((row) => row.querySelectorAll("th, td").map((cell) => cell.text.trim()));

it.each([
  ["classes", viewWith(["backtest", "live"]), "Backtest, 5 Jan 2026 to", "Live, 5 Jan 2026 to"],
  [
    "periods",
    viewWith(["backtest"], ["2026-01-05", "2026-09-01"]),
    "Backtest, 5 Jan 2026 to",
    "Backtest, 1 Sep 2026 to",
  ],
])("states class and period of each record in both tables if the %s differ", (_, view, one, other) => {
  const main = rowsOf(<CompareFigures strategies={strategies} view={view} amount={50_000} />);
  const more = rowsOf(<MoreFigures strategies={strategies} view={view} />);
  for (const rows of [main, more])
    expect(rows[0]).toEqual(["Record", expect.stringContaining(one), expect.stringContaining(other)]);
});

it("has no row of evidence classes if all records have the same class and period", () => {
  const main = rowsOf(
    <CompareFigures strategies={strategies} view={viewWith(["backtest"])} amount={50_000} />,
  );
  expect(main.map(([head]) => head)).not.toContain("Record");
});
