import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import type { Account, SiteContext } from "../../context.ts";
import { ROUND_THE_CLOCK } from "../../domain/market-sessions.ts";
import { action } from "./route.tsx";

/** Submits a form of the algo's deploy page, and returns the response that the action returns or throws. */
async function submit(account: Account | null, fields: Record<string, string>) {
  const strategy = {
    ...{ id: "seedling", version: 1, manager: { id: "banyan" }, minAmountRupees: 50_000 },
    ...{ instrument: "Equity", tradingDays: ["Mon", "Tue", "Wed", "Thu", "Fri"] },
  };
  const context = {
    ...{ account, session: account && { xsrf: "x" }, site: {}, amount: 100_000, calendar: ROUND_THE_CLOCK },
    provider: { cachedSince: () => null, fresh: { getStrategy: async () => strategy } },
  } as unknown as SiteContext;
  const body = new URLSearchParams({ key: "k1", mode: "paper", ...fields });
  const request = new Request("http://site.example/deploy", { method: "POST", body });
  const params = { manager: "banyan", algo: "seedling" };
  try {
    return (await action({ params, request, context } as unknown as ActionFunctionArgs)) as Response;
  } catch (thrown) {
    return thrown as Response;
  }
}

it("responds with 503 and the entered amount if a paper deployment is refused", async () => {
  const account = {
    createDeployment: () => Promise.reject(new Response(null, { status: 503 })),
  } as unknown as Account;
  const answer = await submit(account, { amount: "5,00,000", days: "Mon" });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    ...{ key: "k1", capitalRupees: 500_000, entered: { amount: "5,00,000" } },
  });
});

it("returns after a sign-in to the form with the entered terms, not to the consent", async () => {
  const returnTo = async (fields: Record<string, string>) => {
    const address = (await submit(null, fields)).headers.get("Location") ?? "";
    return new URL(new URL(address, "http://site").searchParams.get("to") ?? "", "http://site").searchParams;
  };
  const terms = await returnTo({ amount: "1,00,000", days: "Mon", lossPerDay: "3,000" });
  expect(Object.fromEntries(terms)).toMatchObject({
    ...{ multiplier: "2", mode: "paper", days: "Mon", lossPerDay: "3000" },
  });
  expect(terms.has("step")).toBe(false);
  // Invalid terms are shown with their errors.
  expect(Object.fromEntries(await returnTo({ amount: "much", days: "Mon" }))).toMatchObject({
    ...{ step: "review", amount: "much" },
  });
});
