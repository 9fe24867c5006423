// The documentation of a site in front of a real provider: the settings specify its addresses, no link leads to an
// endpoint that this site does not have, and no text describes the sandbox.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docsPages } from "../../app/docs/pages.server.ts";
import { BRAND } from "../providers/brand.ts";
import { type Site, startSite } from "../support/site.ts";

/** The documentation calls no provider, so no server listens at these addresses. */
const PROVIDER_ADDRESSES = {
  ...BRAND,
  BASE_API_URL: "http://127.0.0.1:9",
  SESSION_SECRETS: "docs-beside-provider-0123456789abcdef",
};
const NAMED = {
  ...PROVIDER_ADDRESSES,
  API_PUBLIC_URL: "https://api.broker.test/v2",
  API_AUTH_URL: "https://auth.broker.test",
  API_FEED_URL: "wss://feed.broker.test",
  API_DEPTH_URL: "wss://depth.broker.test/twentydepth",
  API_DEPTH_200_URL: "wss://depth.broker.test/twohundreddepth",
  API_ORDER_UPDATE_URL: "wss://orders.broker.test",
  API_INSTRUMENTS_URL: "https://files.broker.test/instruments",
};

const FILES = [
  "/docs/v2/openapi.json",
  "/docs/v2/asyncapi.json",
  "/docs/v2/collection.json",
  "/docs/v2/requests.http",
  "/llms.txt",
  "/llms-full.txt",
];

describe.each([
  ["all addresses configured", NAMED],
  ["only the base API configured", PROVIDER_ADDRESSES],
] as const)("with a provider and %s", (_, env) => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(env);
  });
  afterAll(() => site.stop());

  it("every link of the documentation leads to an existing page", { timeout: 120_000 }, async () => {
    const queue = ["/docs/v2/", "/trading-apis"];
    const seen = new Map<string, string>(queue.map((path) => [path, "the start"]));
    const faults: string[] = [];
    while (queue.length > 0) {
      const path = queue.shift() ?? "";
      const answer = await site.get(path);
      if (answer.status >= 400) faults.push(`${answer.status} ${path} on ${seen.get(path)}`);
      if (!String(answer.headers["content-type"]).startsWith("text/html")) continue;
      if (!path.startsWith("/docs") && !path.startsWith("/trading-apis")) continue;
      for (const node of parse(answer.text).querySelectorAll(
        "main a[href], footer a[href], header a[href]",
      )) {
        const url = new URL(node.getAttribute("href") ?? "", `${site.origin}${path}`);
        const next = `${url.pathname}${url.search}`;
        // Pages about algos and accounts need the provider, which is unavailable here.
        if (
          url.origin !== site.origin ||
          /^\/(?:algos|account|login|discover)/.test(next) ||
          next.includes("lang=") ||
          seen.has(next)
        )
          continue;
        seen.set(next, path);
        queue.push(next);
      }
    }
    expect(faults).toEqual([]);
    expect([...seen.keys()].filter((path) => path.startsWith("/sandbox"))).toEqual([]);
    expect(seen.size).toBeGreaterThan(docsPages(false).length);
  });

  it("no page, Markdown version or file mentions a sandbox, a portal or a playground", {
    timeout: 120_000,
  }, async () => {
    const mentions: string[] = [];
    const look = (path: string, text: string) => {
      for (const [found] of text.matchAll(
        /.{0,60}(?:sandbox|playground|developer portal|localhost|127\.0\.0\.1).{0,40}/gi,
      ))
        if (!found.includes(site.origin)) mentions.push(`${path}: ${found}`);
    };
    for (const { id } of docsPages(false)) {
      look(id, parse((await site.get(`/docs/v2/${id}`)).text).querySelector("main")?.text ?? "");
      look(`${id}.md`, (await site.get(`/docs/v2/${id}.md`)).text.replaceAll(site.origin, ""));
    }
    for (const path of ["/docs/v2/", "/docs/v2/search?q=order", "/trading-apis", "/trading-apis/fintechs"])
      look(path, parse((await site.get(path)).text).querySelector("main")?.text ?? "");
    for (const path of FILES) {
      const { status, text } = await site.get(path);
      expect(status, path).toBe(200);
      look(path, text.replaceAll(site.origin, ""));
    }
    expect(mentions).toEqual([]);
    expect((await site.get("/docs/v2/sandbox")).status).toBe(404);
    expect((await site.get("/docs/v2/playground")).status).toBe(404);
  });

  it("code samples and API documents contain the configured addresses", async () => {
    const openapi = JSON.parse((await site.get("/docs/v2/openapi.json")).text);
    const orders = (await site.get("/docs/v2/quick-start.md")).text;
    if (env === NAMED) {
      expect(openapi.servers[0].url).toBe(NAMED.API_PUBLIC_URL);
      expect(orders).toContain(NAMED.API_PUBLIC_URL);
      expect((await site.get("/docs/v2/asyncapi.json")).text).toContain("feed.broker.test");
      expect((await site.get("/docs/v2/collection.json")).text).toContain(NAMED.API_PUBLIC_URL);
    } else {
      expect(openapi.servers[0].url).toBe("https://api.broker.example/v2");
      expect(JSON.parse((await site.get("/docs/v2/asyncapi.json")).text).servers ?? {}).toEqual({});
    }
  });
});
