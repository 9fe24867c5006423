// Pages of signed-in clients that are filled from cached pages contain only the client's values, and are the same HTML
// as a page that is rendered for the client.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Answer, type Site, startSite } from "../support/site.ts";

const LIST = "/algos";
const ALGO = "/algos/managers/kestrel-ridge/ridgeline-condor";
const ONE_TO_ONE = `${PAGE_KINDS["algo, performance withheld"]}`;

let site: Site;
let asha: TestUser;
let ravi: TestUser;
const [ashaClient, raviClient] = SANDBOX_CLIENTS;
if (ashaClient === undefined || raviClient === undefined) throw new Error("the sandbox has two clients");

beforeAll(async () => {
  site = await startSite();
  asha = new TestUser(site);
  ravi = new TestUser(site);
  await asha.signIn("/login", ashaClient);
  await ravi.signIn("/login", raviClient);
  // The first page after a sign-in shows a message, so it is not filled from the cache.
  for (const reader of [asha, ravi]) await reader.get("/logout");
});
afterAll(async () => {
  await site.stop();
});

/** Returns where a response came from, such as a cache, as the request's log line states. */
async function sourceOf(answer: Answer): Promise<unknown> {
  const id = answer.headers["x-request-id"];
  await expect.poll(() => site.log.some((line) => line.requestId === id)).toBe(true);
  return site.log.find((line) => line.requestId === id)?.from;
}

/** Removes prices, which may change between two requests. */
const withoutPrices = (html: string) =>
  html.replaceAll(/<(\w+)[^>]* data-live[^>]*>[^<]*/g, "<$1>").replaceAll(/\d[\d,.]*/g, "0");

/** Returns the text of both pages at the first difference; null if they are equal. */
function difference(one: string, other: string): (string | undefined)[] | null {
  const [parts, others] = [one, other].map((html) => withoutPrices(html).split(/(?=<)/));
  if (parts === undefined || others === undefined) throw new Error("two pages");
  const at = Array.from({ length: Math.max(parts.length, others.length) }, (_, index) => index).find(
    (index) => parts[index] !== others[index],
  );
  return at === undefined ? null : [parts[at], others[at]];
}

/** Returns the visible text of a page in one line. */
const seen = (html: string) =>
  parse(html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, ""))
    .structuredText.replaceAll(/\s+/g, " ")
    .trim();

describe("counts and names within sentences", () => {
  it('use the singular "1 algo" on a filtered list and in a search with one result', async () => {
    for (const path of ["/algos?q=ridgeline+day+condor", "/search?q=Ridgeline+Day+Condor"]) {
      const pageText = seen((await site.get(path)).text);
      expect(pageText, path).not.toMatch(/\b1 algos\b/);
    }
    const alone = seen((await site.get("/algos?id=monthly-seedling&q=monthly+seedling")).text);
    expect(alone).toMatch(/\b1 algo\b/);
  });

  it("contain neither “1 algos” nor a lower-case abbreviation on any tested page", async () => {
    for (const [kind, path] of Object.entries(PAGE_KINDS)) {
      const pageText = seen((await site.get(path)).text);
      expect(pageText, kind).not.toMatch(
        /\b1 (?:algos|managers|trades|answers|results|orders|deployments)\b/,
      );
      expect(pageText, kind).not.toMatch(/\b(?:pms|sebi|nse|bse)\b(?!\.)/);
    }
  });

  it("write PMS in capitals on the page for brokers and PMS", async () => {
    const page = await site.get("/trading-apis/brokers-pms");
    expect(page.status).toBe(200);
    expect(parse(page.text).querySelector("title")?.text).toMatch(/^APIs for brokers and PMS\b/);
    expect(seen(page.text)).not.toContain("Brokers and pms");
  });
});

describe("every page", () => {
  it.each(Object.entries(PAGE_KINDS))(
    "%s: shows each client only that client's data, without an unfilled placeholder",
    async (_, path) => {
      const [xsrfOfAsha, xsrfOfRavi] = [await asha.xsrf(), await ravi.xsrf()];
      for (const [reader, own, others] of [
        [asha, [ashaClient.name, ashaClient.id], [raviClient.name, xsrfOfRavi]],
        [ravi, [raviClient.name, raviClient.id], [ashaClient.name, xsrfOfAsha]],
      ] as const) {
        const { text, headers } = await reader.get(path);
        expect(text).not.toMatch(/\[\[[\w-]{10,}:/);
        if (headers["content-type"]?.startsWith("text/html") && text.includes("Sign out"))
          for (const name of own) expect(text).toContain(name);
        for (const name of others) expect(text).not.toContain(name);
        if (text.includes("Sign out")) expect(headers["cache-control"]).toBe("no-store");
      }
      // The page of a signed-out visitor has a separate cache entry without client data.
      const visitor = await site.get(path);
      for (const name of [ashaClient.name, raviClient.name, xsrfOfAsha, xsrfOfRavi])
        expect(visitor.text).not.toContain(name);
    },
  );
});

describe("a cached page filled with the client's data", () => {
  it.each([
    [LIST, "compare"],
    [`${LIST}?risk=Low&view=table`, "compare"],
    [ALGO, "compare"],
    ["/support", "chat"],
  ])("at %s equals the page that is rendered for the client without the cache", async (path, cookie) => {
    const filled = await asha.get(path);
    expect(await sourceOf(filled)).toBe("filled");
    const own = await site.get(path, { cookie: `${asha.cookie}; ${cookie}=` });
    expect(await sourceOf(own)).toBe("render");
    // A price may change between the requests; the next two pages are then equal.
    await expect
      .poll(
        async () =>
          difference(
            (await asha.get(path)).text,
            (await site.get(path, { cookie: `${asha.cookie}; ${cookie}=` })).text,
          ),
        {
          timeout: 10_000,
        },
      )
      .toBeNull();
    expect(filled.headers["content-security-policy"]).toBe(own.headers["content-security-policy"]);
    expect(filled.headers["cache-control"]).toBe(own.headers["cache-control"]);
    expect(filled.headers["speculation-rules"]).toBe(own.headers["speculation-rules"]);
    expect(filled.headers.vary).toBe(own.headers.vary);
  });

  it("is cached per code language and list layout, and shared by all clients", async () => {
    for (const [path, name, values, has] of [
      [
        "/docs/v2/orders/place-order",
        "docs-language",
        ["curl", "python"],
        (value: string) => `lang=${value}#place-order" rel="nofollow" aria-current="true"`,
      ],
      [
        LIST,
        "layout",
        ["cards", "table"],
        (value: string) => (value === "table" ? "<table" : '<article class="panel card'),
      ],
    ] as const)
      for (const value of values) {
        const answer = await site.get(path, { cookie: `${name}=${value}` });
        expect(answer.text).toContain(has(value));
        expect(await sourceOf(await site.get(path, { cookie: `${name}=${value}` }))).toMatch(/cache|stale/);
        expect(await sourceOf(await site.get(path, { cookie: `${asha.cookie}; ${name}=${value}` }))).toBe(
          "filled",
        );
        // Shared caches may store only the default page.
        expect(answer.headers["cache-control"]).toBe("private, no-cache");
      }
    const made = await site.get("/docs/v2/orders/place-order", { cookie: "docs-language=klingon" });
    expect(made.text).toBe((await site.get("/docs/v2/orders/place-order")).text);
  });

  it("shows the client's current tracklists, without changing other clients' pages", async () => {
    const tracking = 'data-quick="track-ridgeline-condor"';
    const trackLabel = async (reader: TestUser) => {
      const answer = await reader.get(LIST);
      expect(await sourceOf(answer)).toBe("filled");
      return /(Tracked: remove|Track)<span/.exec(answer.text.split(tracking)[1] ?? "")?.[1];
    };
    expect([await trackLabel(asha), await trackLabel(ravi)]).toEqual(["Track", "Track"]);
    await asha.submit("/algos/tracklist", {
      xsrf: await asha.xsrf(),
      strategy: "ridgeline-condor",
      intent: "track_first",
      back: LIST,
    });
    expect([await trackLabel(asha), await trackLabel(ravi)]).toEqual(["Tracked: remove", "Track"]);
  });

  it("shows the message after a sign-in only once", async () => {
    const again = new TestUser(site);
    await again.signIn("/login", raviClient);
    again.cookies.set("notice", "signed_in");
    const first = await again.get(LIST);
    expect(await sourceOf(first)).toBe("render");
    expect(first.text).toContain(`Signed in as ${raviClient.name} (`);
    expect(await sourceOf(await again.get(LIST))).toBe("filled");
  });
});

describe("a page with client-specific content", () => {
  it.each(["/algos/risk-disclosure", ONE_TO_ONE])("%s is rendered for each request", async (path) => {
    for (const reader of [asha, ravi, asha]) {
      const answer = await reader.get(path);
      expect(answer.status).toBe(200);
      expect(await sourceOf(answer)).toBe("render");
    }
  });

  it("shows a record on request only to the client who requested it", async () => {
    const asking = await asha.get(ONE_TO_ONE);
    expect(asking.text).toContain('value="ask"');
    await asha.submit(ONE_TO_ONE, { xsrf: await asha.xsrf(), intent: "ask", to: ONE_TO_ONE });
    expect((await asha.get(ONE_TO_ONE)).text).not.toContain('value="ask"');
    expect((await ravi.get(ONE_TO_ONE)).text).toContain('value="ask"');
  });
});

it("no page caused a warning in the log", () => {
  expect(site.log.filter((line) => line.console === "warning")).toEqual([]);
});
