import type { HTMLElement } from "node-html-parser";
import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { SiteContext } from "../context.ts";
import * as route from "./algos.portfolio_.deploy.tsx";

const PAGE = "/algos/portfolio/deploy";

function deployPage(deployed: string[]) {
  const strategy = (id: string) => ({
    ...{ id, name: id, minAmountRupees: 10_000, manager: { id: "banyan" } },
    status: { state: id.startsWith("closed") ? "suspended" : "open" },
  });
  const loaded: string[] = [];
  const provider = {
    getStrategy: async (id: string) => {
      loaded.push(id);
      if (id === "gone") throw new Response(null, { status: 404 });
      return strategy(id);
    },
    cachedSince: () => null,
  };
  const account = {
    listDeployments: async () => ({
      items: deployed.map((strategyId) => ({
        ...{ id: `of-${strategyId}`, strategyId, state: "active", terms: { mode: "paper" } },
      })),
    }),
  };
  const context = { account, provider, session: { xsrf: "x" }, amount: 100_000 };
  return { ...routePage(PAGE, route, context as unknown as SiteContext), loaded };
}
const leadOf = ({ html }: { html: HTMLElement }) => html.querySelector(".page-header-lead")?.text;

it("links to the deploy form of each algo with its amount, or to its deployment", async () => {
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

it("counts no closed algo in the needed money", async () => {
  const { html } = await deployPage([]).get(`${PAGE}?id=calm&lots=1&id=wild&lots=3&id=closed&lots=1`);
  expect(html.querySelector("dl.facts dd")?.text).toBe("₹40,000");
});

it("states when each open algo is deployed", async () => {
  const page = await deployPage(["calm", "wild"]).get(`${PAGE}?id=calm&lots=1&id=wild&lots=1`);
  expect(leadOf(page)).toBe("All are deployed.");
  expect(page.cookie).toContain("joint=; Path=/; Max-Age=0");
});

it("does not state that closed algos are deployed", async () => {
  const page = await deployPage([]).get(`${PAGE}?id=closed&lots=1&id=closed-too&lots=1`);
  expect(leadOf(page)).not.toBe("All are deployed.");
});

it.each(["", "?id=gone&lots=1", "?id=../evil&lots=1"])(
  "redirects without a known algo, and stores and deletes nothing: %s",
  async (query) => {
    const page = await deployPage([]).get(`${PAGE}${query}`);
    expect([page.status, page.location, page.cookie]).toEqual([302, "/algos/portfolio", null]);
  },
);

it("retains the lots of the only algo that is left", async () => {
  const { html, cookie } = await deployPage([]).get(`${PAGE}?id=gone&lots=2&id=calm&lots=3`);
  expect(html.querySelector('a[href$="/deploy?amount=30000"]')).not.toBeNull();
  expect(cookie).toMatch(/^joint=calm:3; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax/);
});

it("loads and stores at most five of many algos", async () => {
  const { get, loaded } = deployPage([]);
  const { cookie } = await get(
    `${PAGE}?${Array.from({ length: 500 }, (_, nth) => `id=a${nth}&lots=1`).join("&")}`,
  );
  expect([...new Set(loaded)]).toHaveLength(5);
  expect(cookie).toMatch(/^joint=a0:1\.a1:1\.a2:1\.a3:1\.a4:1;/);
});

it("states that no other algo is open if a closed one is not deployed", async () => {
  const site = deployPage(["calm"]);
  for (const address of [`${PAGE}?id=calm&lots=1&id=closed&lots=1`, `${PAGE}?id=closed&lots=1`]) {
    const { html } = await site.get(address);
    expect(html.querySelector(".page-header-lead")?.text).toBe("No other algo is open to new deployments.");
  }
});
