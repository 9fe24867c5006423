import { html } from "hono/html";
import { expect, it } from "vitest";
import { frame, type SiteFrame } from "./page-frame.ts";

const SITE: SiteFrame = {
  brandName: "Broker",
  legalName: "",
  language: "en-IN",
  theme: "system",
  styleHref: "/assets/app-1.css",
  docsStyleHref: "/assets/docs-1.css",
  signInStyleHref: "/assets/sign-in-1.css",
  formScriptHref: null,
  hasMarkets: false,
  showsDemoLogins: false,
};

it.each([
  ["narrow", ["/assets/app-1.css", "/assets/sign-in-1.css"]],
  ["wide", ["/assets/app-1.css", "/assets/docs-1.css"]],
] as const)(
  "a %s page loads the common style sheet and the style sheet of its width",
  async (width, sheets) => {
    const page = String(await frame(SITE, { title: "Title", section: "Section", width }, html`<p>Body</p>`));
    expect([...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href)).toEqual(
      sheets,
    );
  },
);
