// The headers of every response: security headers, a policy without unsafe-inline, cache rules, validators,
// compression.
import { createHash } from "node:crypto";
import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { sharedSite } from "../support/shared-site.ts";
import { type Site, send, startSite, until } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

describe("security headers", () => {
  const kinds: [string, string, Record<string, string>, string][] = [
    ...Object.entries(PAGE_KINDS).map(([kind, path]): [string, string, Record<string, string>, string] => [
      kind,
      path,
      {},
      "GET",
    ]),
    ["404", "/nowhere", {}, "GET"],
    ["405", "/", {}, "PUT"],
    ["421", "/", { host: "evil.example" }, "GET"],
    ["redirect", "/banks", {}, "GET"],
    ["slash redirect", "/algos/", {}, "GET"],
    ["asset 404", "/assets/none.js", {}, "GET"],
    ["file", "/favicon.svg", {}, "GET"],
    ["health", "/healthz", {}, "GET"],
    ["sitemap", "/sitemap.xml", {}, "GET"],
    ["head", "/", {}, "HEAD"],
    ["data", "/algos?_data=routes%2Falgos._index", {}, "GET"],
    ["file of a page", "/docs/v2/orders.md", {}, "GET"],
    ["file, not modified", "/favicon.svg", { "if-none-match": "*" }, "GET"],
    ["sandbox page", "/sandbox/auth/consent-login?consentId=none", {}, "GET"],
    ["sandbox API", "/sandbox/v2/orders", {}, "GET"],
    ["sandbox, not public", "/sandbox/auth/partner/generate-consent", {}, "GET"],
    ["plain request to a socket", "/live", {}, "GET"],
  ];
  it.each(kinds)("the response for %s has the security headers", async (_, path, headers, method) => {
    const answer = await site.get(path, headers, method);
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "x-frame-options": "DENY",
    });
    expect(answer.headers["x-request-id"]).toMatch(/^[\w-]{16}$/);
    const policy = String(answer.headers["content-security-policy"] ?? "");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(answer.headers["x-powered-by"]).toBeUndefined();
  });

  it("HSTS and Secure cookies are set only with an https origin", async () => {
    expect((await site.get("/")).headers["strict-transport-security"]).toBeUndefined();
    const secure = await startSite({ PUBLIC_ORIGIN: "https://www.broker.example" });
    try {
      const page = await secure.get("/", { host: "www.broker.example" });
      expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
      expect(page.text).toContain('<link rel="canonical" href="https://www.broker.example/"');
      const theme = await secure.post("/theme", "theme=dark&to=/", {
        host: "www.broker.example",
        origin: "https://www.broker.example",
      });
      expect(theme.headers["set-cookie"]?.[0]).toMatch(
        /^__Host-theme=dark; .*HttpOnly; SameSite=Lax; Secure$/,
      );
    } finally {
      await secure.stop();
    }
  });
});

describe("scripts", () => {
  it.each(Object.entries(PAGE_KINDS).filter(([kind]) => !kind.startsWith("stepper")))(
    "%s loads only the scripts that its content needs",
    async (kind, path) => {
      const answer = await site.get(path);
      const page = parse(answer.text);
      const scripts = page.querySelectorAll('script:not([type="application/ld+json"])');
      const hasPrices = page.querySelector("[data-live]") !== null;
      // The script that copies code also redirects an old address with an anchor to the operation's page.
      const hasCode = page.querySelector(".code-box, [data-moved]") !== null;
      // In the documentation, the form script closes the header's menus and handles the key of the search field.
      const hasForm = page.querySelector("main form") !== null || kind.startsWith("docs");
      expect(scripts.map(scriptName)).toEqual([
        ...(hasCode ? ["/assets/docs-script"] : []),
        ...(page.querySelector("[data-verify]") === null ? [] : ["/assets/verify-script"]),
        ...(page.querySelector("[data-chart]") === null ? [] : ["/assets/candle-script"]),
        ...(hasForm ? ["/assets/form-script"] : []),
        ...(hasPrices ? ["/assets/page-script"] : []),
        ...(hasPrices || hasCode || hasForm ? ["/assets/start-script"] : []),
      ]);
      expect(answer.headers["content-security-policy"]).toContain(
        `script-src ${hasPrices || hasCode || hasForm ? "'self'" : "'none'"};`,
      );
      expect(answer.text).not.toContain("nonce=");
    },
  );

  it("the search steps load find-script and form-script, and no inline script", async () => {
    const answer = await site.get("/algos/find");
    const page = parse(answer.text);
    const scripts = page
      .querySelectorAll("script")
      .filter((script) => script.getAttribute("type") !== "application/ld+json");
    expect(scripts.map(scriptName)).toEqual([
      "/assets/find-script",
      "/assets/form-script",
      "/assets/start-script",
    ]);
    expect(answer.headers["content-security-policy"]).toContain("script-src 'self';");
    expect(answer.text).not.toContain("nonce=");
  });
});

it("every script and style tag has the integrity hash of the served file", async () => {
  const seen = new Set<string>();
  for (const path of Object.values(PAGE_KINDS)) {
    const page = parse((await site.get(path)).text);
    for (const tag of page.querySelectorAll('script[src], script[data-src], link[rel="stylesheet"]')) {
      const file = ["src", "data-src", "href"].map((name) => tag.getAttribute(name)).find(Boolean) ?? "";
      const hash = tag.getAttribute("integrity") ?? tag.getAttribute("data-integrity");
      expect(hash, `${file} on ${path}`).toBeDefined();
      if (seen.has(file)) continue;
      seen.add(file);
      const { body } = await site.get(file);
      expect(hash, file).toBe(`sha256-${createHash("sha256").update(body).digest("base64")}`);
    }
  }
  // At least the style sheet, and the scripts of prices, documentation and algo finder.
  expect(seen.size).toBeGreaterThanOrEqual(4);
});

it("security.txt has a contact, a policy and an expiry within a year", async () => {
  const answer = await site.get("/.well-known/security.txt");
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = new Map(
    answer.text
      .trim()
      .split("\n")
      .map((line) => line.split(": ", 2) as [string, string]),
  );
  expect(fields.get("Contact")).toBe("mailto:support@meridian.example");
  expect(fields.get("Canonical")).toBe(`${site.origin}/.well-known/security.txt`);
  expect(fields.get("Preferred-Languages")).toBe("en, hi");
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(270);
  expect(days).toBeLessThan(366);
  const policy = await site.get(new URL(fields.get("Policy") ?? "").pathname);
  expect([policy.status, policy.text.includes("Reporting a security weakness")]).toEqual([200, true]);
});

it("the home page identifies the site's operator in structured data", async () => {
  const page = parse((await site.get("/")).text);
  const blocks = page
    .querySelectorAll('script[type="application/ld+json"]')
    .map((script) => JSON.parse(script.text) as Record<string, unknown>);
  const organization = blocks.find((block) => block["@type"] === "Organization");
  expect(organization).toMatchObject({
    "@id": `${site.origin}/#organization`,
    legalName: "Meridian Securities (Demo) Limited",
    contactPoint: { email: "support@meridian.example" },
  });
  expect(blocks.find((block) => block["@type"] === "WebSite")?.publisher).toEqual({
    "@id": organization?.["@id"],
  });
});

describe("caching", () => {
  it("a page allows shared caching, and If-None-Match gets a 304 without a body", async () => {
    const twice = async () => {
      const first = await site.get("/trading-apis/fintechs", { "accept-encoding": "br" });
      const again = await site.get("/trading-apis/fintechs", {
        "accept-encoding": "br",
        "if-none-match": String(first.headers.etag),
      });
      return { first, again };
    };
    // A stale page may be renewed between the two calls.
    const { first, again } = await until(twice, (pair) => pair.again.status === 304, 10_000);
    expect(first.headers["cache-control"]).toBe(
      "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400",
    );
    expect(first.headers.vary).toBe("Cookie, Accept-Encoding");
    expect([again.status, again.body.byteLength, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
    expect(again.headers["cache-control"]).toBe(first.headers["cache-control"]);
    expect(again.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
  });

  it("a page with scripts has the same ETag for each request", async () => {
    // A page that became stale is renewed between the two calls, so the two calls are repeated.
    await until(
      async () => [await site.get("/algos/find"), await site.get("/algos/find", { cookie: "other=1" })],
      ([a, b]) => a?.headers.etag !== undefined && a.headers.etag === b?.headers.etag,
      10_000,
    );
  });

  it("a page with a selected colour scheme is never cached publicly", async () => {
    const dark = await site.get("/", { cookie: "theme=dark" });
    expect(dark.headers["cache-control"]).toBe("private, no-cache");
    expect(dark.text).toContain('data-theme="dark"');
    const light = await site.get("/");
    expect(light.text).not.toContain("data-theme");
    expect(dark.headers.etag).not.toBe(light.headers.etag);
  });

  it.each([
    ["br", "br"],
    ["gzip, br;q=0.1", "gzip"],
    ["gzip", "gzip"],
    ["identity", undefined],
    ["br;q=0", undefined],
    ["", undefined],
  ])("a request with Accept-Encoding %j gets the encoding %s", async (accepted, encoding) => {
    const answer = await site.get("/algos", { "accept-encoding": accepted });
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.text).toContain("</html>");
  });

  it("HEAD returns the same headers as GET without the body", async () => {
    const [get, head] = [await site.get("/algos"), await site.get("/algos", {}, "HEAD")];
    expect([head.status, head.headers.etag, head.headers["content-length"], head.body.byteLength]).toEqual([
      200,
      get.headers.etag,
      get.headers["content-length"],
      0,
    ]);
  });

  it("hashed assets are immutable and precompressed", async () => {
    const style = /href="(\/assets\/app-[^"]+\.css)"/.exec((await site.get("/")).text)?.[1] ?? "";
    const plain = await site.get(style);
    const packed = await site.get(style, { "accept-encoding": "br" });
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(packed.headers["content-encoding"]).toBe("br");
    expect(packed.headers.vary).toBe("Accept-Encoding");
    expect(packed.text).toBe(plain.text);
  });

  it("a brand's logo is immutable at the URL with its hash, else cached for an hour", async () => {
    const logo = /src="(\/brand\/logo\.svg\?v=[^"]+)"/.exec((await site.get("/")).text)?.[1] ?? "";
    const rules = [logo, "/brand/logo.svg", "/brand/logo.svg?v=0123456789"].map(async (path) => {
      return (await site.get(path)).headers["cache-control"];
    });
    expect(await Promise.all(rules)).toEqual([
      "public, max-age=31536000, immutable",
      "public, max-age=3600",
      "public, max-age=3600",
    ]);
  });
});

/** Maximum size of the compressed HTML per page type, in bytes. */
const limitOf = (kind: string) =>
  kind.startsWith("docs")
    ? 20_000
    : /^(?:home|list|manager|algo)/.test(kind) && kind !== "algo, all figures"
      ? 12_000
      : 13_600;

it("the compressed HTML of each page is below its size limit", async () => {
  for (const [kind, path] of Object.entries(PAGE_KINDS)) {
    const answer = await site.get(path, { "accept-encoding": "br" });
    // Headers use up to a thousand bytes of the first TCP window. Pages of the reference may be larger, because they
    // contain all operations of a subject.
    expect(answer.body.byteLength, kind).toBeLessThan(limitOf(kind));
  }
});

it("the compressed style sheet is below 15 kB", async () => {
  const style = /href="(\/assets\/app-[^"]+\.css)"/.exec((await site.get("/")).text)?.[1] ?? "";
  expect(
    (await send(site.port, { method: "GET", path: style, headers: { "accept-encoding": "br" } })).body
      .byteLength,
  ).toBeLessThan(15_000);
});

it("the scripts of a page and their worker are below 30 kB together", async () => {
  const sizes = new Map<string, number>();
  const sizeOf = async (path: string) => {
    const known = sizes.get(path);
    if (known !== undefined) return known;
    const { body } = await send(site.port, { method: "GET", path, headers: { "accept-encoding": "br" } });
    sizes.set(path, body.byteLength);
    return body.byteLength;
  };
  for (const [kind, path] of Object.entries(PAGE_KINDS)) {
    const scripts = parse((await site.get(path)).text).querySelectorAll("script");
    const files = scripts.flatMap((script) =>
      ["src", "data-src", "data-worker"].flatMap((name) => script.getAttribute(name) ?? []),
    );
    let sum = 0;
    for (const file of files) sum += await sizeOf(file);
    expect(sum, kind).toBeLessThan(30_000);
  }
});

it("the scripts of an instrument page are below 66 kB together with the charting library", async () => {
  const send = (path: string) => site.get(path, { "accept-encoding": "br" });
  const page = parse((await site.get(PAGE_KINDS["instrument, index"] ?? "")).text);
  const scripts = page
    .querySelectorAll("script")
    .flatMap((script) => script.getAttribute("data-src") ?? script.getAttribute("src") ?? []);
  const chart = scripts.find((path) => path.includes("candle-script")) ?? "";
  const [, library] = /import\("\.\/([^"]+)"\)/.exec((await site.get(chart)).text) ?? [];
  expect(library).toBeDefined();
  const answers = await Promise.all([...scripts, `/assets/${library}`].map(send));
  const sum = answers.reduce((bytes, { body }) => bytes + body.byteLength, 0);
  expect(sum).toBeGreaterThan(50_000);
  expect(sum).toBeLessThan(66_000);
});

function scriptName(script: { getAttribute(name: string): string | undefined }): string | undefined {
  const file = script.getAttribute("data-src") ?? script.getAttribute("src");
  return file?.replace(/-[\w-]{8}\.js$/, "");
}
