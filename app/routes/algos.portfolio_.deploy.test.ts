import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { SiteContext } from "../context.ts";
import * as route from "./algos.portfolio_.deploy.tsx";

const PAGE = "/algos/portfolio/deploy";

function deployPage(deployed: string[]) {
  const strategy = (id: string) => ({
    ...{ id, name: id, minAmountRupees: 10_000, manager: { id: "banyan" } },
    status: { state: id === "closed" ? "suspended" : "open" },
  });
  const provider = { getStrategy: async (id: string) => strategy(id), cachedSince: () => null };
  const account = {
    listDeployments: async () => ({
      items: deployed.map((strategyId) => ({
        ...{ id: `of-${strategyId}`, strategyId, state: "active", terms: { mode: "paper" } },
      })),
    }),
  };
  const context = { account, provider, session: { xsrf: "x" }, amount: 100_000 };
  return routePage(PAGE, route, context as unknown as SiteContext);
}

it("leads to the form of each algo with its amount, and to the algos that are deployed already", async () => {
  const { html } = await deployPage(["calm"]).get(`${PAGE}?id=calm&lots=1&id=wild&lots=3&id=closed&lots=1`);
  const links = html.querySelectorAll("section ol a").map((link) => link.getAttribute("href"));
  expect(links).toEqual([
    "/algos/managers/banyan/calm",
    "/algos/my-algos/of-calm",
    "/algos/managers/banyan/wild",
    "/algos/managers/banyan/wild/deploy?amount=30000",
    "/algos/managers/banyan/closed",
  ]);
});

it("states when each open algo is deployed", async () => {
  const { html } = await deployPage(["calm", "wild"]).get(`${PAGE}?id=calm&lots=1&id=wild&lots=1`);
  expect(html.querySelector(".page-header-lead")?.text).toBe("All are deployed.");
});
