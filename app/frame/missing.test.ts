import { expect, it } from "vitest";
import type { SiteContext } from "../context.ts";
import { similarNames } from "./missing.ts";

const algo = (name: string) => ({ id: "a", name, manager: { id: "m", name: "M" } });

/** Returns the titles of the suggestions for an address, if the searches find these algos and instruments. */
async function suggested(path: string, algos: string[], findInstruments: () => Promise<unknown>) {
  const context = {
    provider: { suggestStrategies: async () => ({ items: algos.map(algo) }) },
    markets: { findInstruments },
  } as unknown as Partial<SiteContext>;
  const request = new Request(`https://site.example${path}`);
  return (await similarNames({ request, context })).map(({ title }) => title);
}

it("suggests algos even if the search for instruments refuses the text", async () => {
  const refuse = async () => {
    throw new Response(null, { status: 422 });
  };
  expect(await suggested("/pocket-tied", ["Pocket Tide"], refuse)).toEqual(["Pocket Tide"]);
});

it("does not suggest a name that has only some letters in common with the address", async () => {
  const instruments = async () => ({
    items: [{ symbol: "NOCIL", name: "NOCIL", segment: "NSE_EQ", id: "1" }],
  });
  expect(await suggested("/nope", ["Harbour Open", "Evergreen Canopy"], instruments)).toEqual([]);
});

it("suggests an instrument by its name", async () => {
  const reliance = { symbol: "RELIANCE", name: "Reliance Industries", segment: "NSE_EQ", id: "2885" };
  const instruments = async () => ({ items: [reliance] });
  expect(await suggested("/stocks/reliance-industries", [], instruments)).toEqual(["RELIANCE"]);
});
