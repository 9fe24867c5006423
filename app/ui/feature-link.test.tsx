import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { InstrumentLink } from "./instrument-link.tsx";

it.each([true, false])("links an instrument to its page if the brand offers markets: %s", async (markets) => {
  const site = { ...DEFAULT_SITE, features: { ...DEFAULT_SITE.features, markets } };
  const page = () => (
    <InstrumentLink of={{ exchangeSegment: "NSE_EQ", securityId: "1333", symbol: "HDFCBANK" }} />
  );
  const { html } = await routePage("/", { loader: () => ({ site }), default: page }, {}, "root").get("/");
  expect(html.textContent).toBe("HDFCBANK");
  expect(html.querySelector("a")?.getAttribute("href")).toBe(markets ? "/markets/NSE_EQ/1333" : undefined);
});

it("renders the link of an instrument whose id is no valid part of an address", async () => {
  const page = () => <InstrumentLink of={{ exchangeSegment: "NSE_EQ", securityId: "5%", symbol: "A" }} />;
  const site = routePage("/", { loader: () => ({ site: DEFAULT_SITE }), default: page }, {}, "root");
  const { html } = await site.get("/");
  expect(html.querySelector("a")?.getAttribute("href")).toBe("/markets/NSE_EQ/5%25");
});
