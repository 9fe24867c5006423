import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AlgosPanel } from "./side.tsx";

it("states the amount that each algo's drawdown refers to", () => {
  const algo = (id: string, usedRupees: number) => ({
    strategy: { id, name: id, manager: { id: "m", name: "M" }, risk: "Low" as const },
    fall: { rupees: -usedRupees / 10, usedRupees },
  });
  const items = [algo("one", 80_000), algo("two", 200_000)];
  const page = renderToStaticMarkup(<AlgosPanel algos={{ items, total: 2, path: "/algos" } as never} />);
  const text = page.replace(/<[^>]+>/g, "");
  expect(text).toContain("−₹8,000 for ₹80,000");
  expect(text).toContain("−₹20,000 for ₹2,00,000");
});
