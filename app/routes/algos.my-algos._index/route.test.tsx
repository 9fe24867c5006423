import { expect, it } from "vitest";
import { routePage } from "../../../tests/support/submit-form.tsx";
import type { SiteContext } from "../../context.ts";
import * as route from "./route.tsx";

const away = async () => {
  throw new Response(null, { status: 404 });
};

/** Returns the mode that the page shows by default to a client with one deployment. */
async function modeOf(mode: "live" | "paper", state: string) {
  const deployment = {
    id: "0f9a1f3e-58c5-4c0e-9a39-0a4a6c1f5b77",
    strategyId: "steady-four",
    strategyName: "Steady Four",
    state,
    since: "2026-11-20T06:30:00.000Z",
    by: "trader",
    capitalRupees: 96_000,
    terms: { mode, guards: { lossPerDayRupees: null, lossInAllRupees: null, tradesPerDay: null } },
    result: null,
    nextActions: [],
    outlook: null,
  };
  const account = {
    getPortfolio: away,
    listDeployments: async () => ({ items: [deployment] }),
    getKillSwitch: async () => ({ isActive: false }),
    listPositions: async () => ({ items: [] }),
    getAccountLimits: away,
    listAccountEvents: away,
  };
  const context = { account, session: { xsrf: "x", name: "Asha" } } as unknown as SiteContext;
  const { html } = await routePage("/algos/my-algos", route, context).get("/algos/my-algos");
  return html.querySelector('.segmented [aria-current="true"]')?.text.trim();
}

it.each([
  ["paper", "active", "Paper"],
  ["paper", "stopped", "Live"],
  ["live", "active", "Live"],
] as const)("with one %s deployment that is %s, the portfolio shows %s", async (mode, state, shown) => {
  expect(await modeOf(mode, state)).toBe(shown);
});
