import { expect, it } from "vitest";
import { routePage } from "../../../tests/support/submit-form.tsx";
import type { SiteContext } from "../../context.ts";
import { ROUND_THE_CLOCK } from "../../domain/market-sessions.ts";
import * as route from "./route.tsx";

it.each([
  ["closed", false],
  ["open", true],
])("links to the existing deployment of an algo that cannot be deployed: %s", async (state, isActive) => {
  const strategy = {
    ...{ id: "seedling", name: "Seedling", version: "1", minAmountRupees: 50_000, risk: "Low", tags: [] },
    ...{ manager: { id: "banyan", name: "Banyan" }, tradingDays: ["Mon"], product: "Swing" },
    ...{ instrument: "Equity", structure: { legs: [] }, status: { state, reason: null } },
  };
  const account = {
    listDeployments: async () => ({
      items: [{ id: "d1", strategyId: "seedling", state: "active", terms: { mode: "live" } }],
    }),
    getKillSwitch: async () => ({ isActive }),
    getFunds: async () => ({ availablePaise: 100_000_000 }),
    getRiskAcknowledgement: async () => ({ version: "1" }),
  };
  const context = {
    ...{ account, session: { xsrf: "x" }, site: {}, amount: 100_000, calendar: ROUND_THE_CLOCK },
    ...{ orderWindow: () => "" },
    provider: {
      cachedSince: () => null,
      listSimilarStrategies: async () => ({ items: [] }),
      fresh: { getStrategy: async () => strategy },
    },
  } as unknown as SiteContext;
  const page = routePage("/algos/managers/:manager/:algo/deploy", route, context);
  const { html } = await page.get("/algos/managers/banyan/seedling/deploy");
  expect(html.querySelector('a[href="/algos/my-algos/d1"]')).not.toBeNull();
});
