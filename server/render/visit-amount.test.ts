// The user's amount of a visit.
import { expect, it } from "vitest";
import { handle } from "../../app/routes/algos.find/route.tsx";
import { readVisit } from "./page-visit.ts";

it.each([
  ["uses the amount cookie on the finder page", handle, 50_000],
  ["uses the amount in the address on other pages", {}, 300_000],
])("%s", async (_, pageHandle, amount) => {
  const address = new URL("http://site.example/page?amount=300000");
  const rules = { address, handle: pageHandle, isShared: true, exceptCookies: [], byCookies: {} };
  const visit = await readVisit(
    { sessions: null, rulesOf: () => rules, isDevelopment: false, defaultAmount: () => 100_000 },
    { method: "GET", headers: { cookie: "amount=50000" } },
    { address, requestId: "request", client: "client" },
  );
  expect(visit.amount).toBe(amount);
});
