import { parse } from "node-html-parser";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { TitleBlock } from "./title-block.tsx";

function deployLink(minAmountRupees: number, amountRupees: number) {
  const strategy = {
    ...{ id: "condor", name: "Condor", manager: { id: "kestrel", name: "Kestrel" }, minAmountRupees },
    ...{ instrument: "Equity", product: "Swing", risk: "High", tags: [], status: { state: "open" } },
  } as unknown as Strategy;
  const html = renderToStaticMarkup(
    <TitleBlock
      strategy={strategy}
      headline={{ kind: "withheld" } as never}
      path="/"
      amountRupees={amountRupees}
      addressAmount={null}
    />,
  );
  const link = parse(html).querySelector('a[href*="/deploy"]');
  return [link?.text.trim(), link?.getAttribute("href")];
}

it("the Deploy link opens the form with the amount that it names", () => {
  expect(deployLink(50_000, 100_000)).toEqual([
    "Deploy with ₹1,00,000",
    "/algos/managers/kestrel/condor/deploy?amount=100000",
  ]);
});

it("the Deploy link names at most the largest amount that the form accepts", () => {
  expect(deployLink(10_000, 1_000_000)).toEqual([
    "Deploy with ₹5,00,000",
    "/algos/managers/kestrel/condor/deploy?amount=500000",
  ]);
});
