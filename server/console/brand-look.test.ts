// The preview of the brand uses the brand's theme.
import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { DEFAULT_SITE } from "../../app/contract/site/site.ts";
import { PAGES } from "./pages.ts";
import type { ConsoleServices } from "./services.ts";

it.each([null, "/brand/theme.css?v=1"])(
  "the console previews the brand in both colour schemes with the style sheet %s",
  async (themeHref) => {
    const look = { themeHref, logo: { light: "/brand/logo.svg", dark: "/brand/logo-dark.svg" } };
    const services = { brand: DEFAULT_SITE.brand, look, links: [] } as unknown as ConsoleServices;
    const options = { services } as Parameters<(typeof PAGES)["brand"]>[0];
    const page = parse((await PAGES.brand(options)).text);
    expect(page.querySelector("link")?.getAttribute("href") ?? null).toBe(themeHref);
    expect(page.querySelectorAll("[data-theme] img").map((logo) => logo.getAttribute("src"))).toEqual([
      look.logo.light,
      look.logo.dark,
    ]);
    expect(page.querySelectorAll("[data-theme] .button-main")).toHaveLength(2);
  },
);
