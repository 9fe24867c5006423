import { expect, it } from "vitest";
import { readVisit } from "./page-visit.ts";

const options: Parameters<typeof readVisit>[0] = {
  sessions: {
    read: async () => ({ xsrf: "x", clientId: "1000000001", name: "Asha Demo" }),
    renew: async () => ["session=renewed"],
  },
  rulesOf: (address) => ({ address, isShared: false, exceptCookies: [], byCookies: {}, handle: {} }),
  isDevelopment: false,
  defaultAmount: () => 100_000,
};
const at = { address: new URL("https://site.example/algos/my-algos"), requestId: "1", client: "" };

async function renewedBy(method: string, headers: Record<string, string> = {}): Promise<string[]> {
  return (await readVisit(options, { method, headers: { cookie: "session=own", ...headers } }, at)).renewed;
}

it.each([
  ["the user opens", "GET", { "sec-fetch-dest": "document" }],
  ["a script loads for the user", "GET", { "sec-fetch-dest": "empty" }],
  ["a form sends", "POST", {}],
])("renews the session with a page that %s", async (_, method, headers) => {
  expect(await renewedBy(method, headers)).toEqual(["session=renewed"]);
});

it("does not renew the session when a script reloads a page", async () => {
  expect(await renewedBy("GET", { "x-reload": "1" })).toEqual([]);
});
