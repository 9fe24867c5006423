// Tests the order of the requests for a deployment's page. The positions must not be older than the fills that the page
// lists.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import type { Account, SiteContext } from "../../context.ts";
import { loader } from "./route.tsx";

const ID = "0f9a1f3e-58c5-4c0e-9a39-0a4a6c1f5b77";
const AT = "2026-11-20T06:30:00.000Z";

it("loads the position after the fills, so that no fill is shown next to “Flat”", async () => {
  // In this test, a fill arrives while the page loads.
  let isFilled = false;
  const fill = { id: "d1", at: AT, class: "order", what: "TRADED", by: null };
  const account = {
    getDeployment: async () => ({
      id: ID,
      strategyId: "ridgeline-condor",
      createdAt: AT,
      outlook: isFilled ? "4 legs open, exit by 15:20." : "Flat.",
      positions: [],
    }),
    listAccountEvents: async () => {
      isFilled = true;
      return { items: [fill], nextCursor: null, asOf: AT };
    },
    listOrders: async () => ({ items: [], nextCursor: null }),
    listTrades: async () => ({ items: [], nextCursor: null }),
    getPortfolio: async () => ({ asOf: AT, curves: [] }),
  } as unknown as Account;
  const context = { account, session: { xsrf: "x" } } as unknown as SiteContext;
  const request = new Request(`http://site.example/algos/my-algos/${ID}`);
  const data = (await loader({ params: { id: ID }, request, context } as unknown as LoaderFunctionArgs)) as {
    last: { id: string } | null;
    deployment: { outlook: string };
  };
  expect(data.last?.id).toBe("d1");
  expect(data.deployment.outlook).toBe("4 legs open, exit by 15:20.");
});
