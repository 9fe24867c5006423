import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import type { Account, SiteContext } from "../../context.ts";
import { ROUND_THE_CLOCK } from "../../domain/market-sessions.ts";
import { action } from "./route.tsx";

it("responds with 503 and the entered amount if a paper deployment is refused", async () => {
  const strategy = {
    ...{ id: "seedling", version: 1, manager: { id: "banyan" }, minAmountRupees: 50_000 },
    ...{ instrument: "Equity", tradingDays: ["Mon", "Tue", "Wed", "Thu", "Fri"] },
  };
  const account = {
    createDeployment: () => Promise.reject(new Response(null, { status: 503 })),
  } as unknown as Account;
  const context = {
    ...{ account, session: { xsrf: "x" }, site: {}, amount: 100_000, calendar: ROUND_THE_CLOCK },
    provider: { cachedSince: () => null, fresh: { getStrategy: async () => strategy } },
  } as unknown as SiteContext;
  const body = new URLSearchParams({ key: "k1", mode: "paper", amount: "5,00,000", days: "Mon" });
  const request = new Request("http://site.example/deploy", { method: "POST", body });
  const params = { manager: "banyan", algo: "seedling" };
  const answer = (await action({ params, request, context } as unknown as ActionFunctionArgs)) as Response;
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    ...{ key: "k1", capitalRupees: 500_000, entered: { amount: "5,00,000" } },
  });
});
