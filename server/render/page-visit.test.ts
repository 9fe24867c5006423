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

async function renewedBy(method: string, destination?: string): Promise<string[]> {
  const headers = {
    cookie: "session=own",
    ...(destination === undefined ? {} : { "sec-fetch-dest": destination }),
  };
  return (await readVisit(options, { method, headers }, at)).renewed;
}

it.each([
  ["GET", "document"],
  ["GET", undefined],
  ["POST", "document"],
  ["POST", "empty"],
])("renews the session with a %s request whose destination is %s", async (method, destination) => {
  expect(await renewedBy(method, destination)).toEqual(["session=renewed"]);
});

it("does not renew the session when a script reloads a page", async () => {
  expect(await renewedBy("GET", "empty")).toEqual([]);
});
