import { expect, it } from "vitest";
import type { SiteContext } from "../context.ts";
import { similarNames } from "./missing.ts";

it("suggests algos even if the search for instruments refuses the text", async () => {
  const algo = { id: "pocket-tide", name: "Pocket Tide", manager: { id: "m", name: "M" } };
  const context = {
    provider: { suggestStrategies: async () => ({ items: [algo] }) },
    markets: {
      findInstruments: async () => {
        throw new Response(null, { status: 422 });
      },
    },
  } as unknown as Partial<SiteContext>;
  const request = new Request("https://site.example/pocket-tied");
  expect((await similarNames({ request, context })).map(({ title }) => title)).toEqual(["Pocket Tide"]);
});
