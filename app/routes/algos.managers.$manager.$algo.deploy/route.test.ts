import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import type { Account, SiteContext } from "../../context.ts";
import { ROUND_THE_CLOCK } from "../../domain/market-sessions.ts";
import { isoDayOf, istDay } from "../../domain/time.ts";
import { action, loader } from "./route.tsx";

function contextOf(account: Account | null) {
  const strategy = {
    ...{ id: "seedling", version: 1, manager: { id: "banyan" }, minAmountRupees: 50_000 },
    ...{ instrument: "Equity", tradingDays: ["Mon", "Tue", "Wed", "Thu", "Fri"], status: { state: "open" } },
  };
  return {
    ...{ account, session: account && { xsrf: "x" }, site: {}, amount: 100_000, calendar: ROUND_THE_CLOCK },
    ...{ orderWindow: () => "" },
    provider: { cachedSince: () => null, fresh: { getStrategy: async () => strategy } },
  } as unknown as SiteContext;
}

/** Returns the response that the loader of the algo's deploy page returns or throws. */
async function load(account: Account, address: string) {
  const params = { manager: "banyan", algo: "seedling" };
  const args = { params, request: new Request(address), context: contextOf(account) };
  try {
    return (await loader(args as unknown as LoaderFunctionArgs)) as Response;
  } catch (thrown) {
    return thrown as Response;
  }
}

/** Submits a form of the algo's deploy page, and returns the response that the action returns or throws. */
async function submit(account: Account | null, fields: Record<string, string>) {
  const context = contextOf(account);
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

it.each([
  ["active", true],
  ["awaiting_order_window", false],
])("previews no second live deployment if one is %s", async (state, isRunning) => {
  const previewed: unknown[] = [];
  const account = {
    listDeployments: async () => ({
      items: [{ id: "d1", strategyId: "seedling", state, terms: { mode: "live" } }],
    }),
    getKillSwitch: async () => ({ isActive: false }),
    getFunds: async () => ({ availablePaise: 100_000_000 }),
    getRiskAcknowledgement: async () => ({ version: "1" }),
    previewDeployment: async (wanted: unknown) => {
      previewed.push(wanted);
      throw new Response(null, { status: 409 });
    },
  } as unknown as Account;
  const terms = { step: "review", amount: "50000", mode: "live", days: "Mon" };
  const startOn = isoDayOf(istDay(Date.now()));
  const address = `http://site.example/deploy?${new URLSearchParams({ ...terms, startOn })}`;
  const answer = await load(account, address);
  expect(previewed).toHaveLength(isRunning ? 0 : 1);
  if (isRunning)
    expect(await answer.json()).toMatchObject({ review: null, running: { id: "d1", mode: "live" } });
});
