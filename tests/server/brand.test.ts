// The second brand on a running site: it shows no names of the demo brand, and the brand folder can be replaced at
// runtime.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Site, startSite, until } from "../support/site.ts";

/** All names in the demo brand's data. */
const DEMO = /meridian|sample street|a\. sample|INZ000000000|demonstration brand/i;
const PAGES = 205;
const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
/** Matches three words such as "This page does", but not names such as "Kestrel Ridge Research". */
const ENGLISH = /\b[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}\b/;

/**
 * Returns the first English words in a page's title and content; null if there are none. The menu is left out, because
 * it contains English descriptions of managers.
 */
function englishIn(text: string): string | null {
  const page = parse(text);
  // Suggested pages of the documentation are in English.
  for (const link of page.querySelectorAll("main a[href^='/docs/']")) link.closest("li")?.remove();
  const read = [page.querySelector("title"), page.querySelector("main")].map(
    (part) => part?.structuredText ?? "",
  );
  return ENGLISH.exec(read.join("\n"))?.[0] ?? null;
}

const folder = mkdtempSync(join(tmpdir(), "brand-"));
const file = join(folder, "brand.yaml");
let site: Site;
beforeAll(async () => {
  cpSync("server/brands/second", folder, { recursive: true });
  site = await startSite({ BRAND_DIR: folder });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

/** Loads the paths and all pages that they link to, up to PAGES. Returns the number of loaded pages. */
async function crawl(from: Site, seen: Set<string>, onPage: (path: string, text: string) => void) {
  let read = 0;
  for (const path of seen) {
    if (read >= PAGES) break;
    read++;
    const { text } = await from.get(path);
    onPage(path, text);
    for (const link of parse(text).querySelectorAll("a[href^='/']"))
      seen.add((link.getAttribute("href") ?? "").split("#")[0] ?? "");
  }
  return read;
}

describe("the second brand", () => {
  it(`shows no name of the demo brand on ${PAGES} pages`, { timeout: 240_000 }, async () => {
    const seen = new Set([
      "/",
      "/llms.txt",
      "/llms-full.txt",
      "/manifest.webmanifest",
      "/docs/v2/openapi.json",
    ]);
    for (const path of ["/.well-known/security.txt", "/sandbox/portal", "/sitemap.xml", "/nothing-here"])
      seen.add(path);
    const found: string[] = [];
    const read = await crawl(site, seen, (path, text) => {
      if (DEMO.test(text)) found.push(`${path}: ${DEMO.exec(text)?.[0]}`);
    });
    expect(read).toBeGreaterThan(200);
    expect(found).toEqual([]);
  });

  it("shows its preset amounts; its playground cannot send requests", async () => {
    const { text } = await site.get("/");
    expect(text).toContain("₹75,000");
    expect(parse(text).querySelector("#home-amount")?.getAttribute("value")).toBe("₹50,000");
    const playground = (await site.get("/docs/v2/playground?op=placeOrder")).text;
    expect(playground).toContain("Sending calls is switched off on this site");
    expect((await site.post("/docs/v2/playground", "op=placeOrder")).status).toBe(503);
  });

  it("shows its own logo, favicon, colours and Hindi texts", async () => {
    const { text } = await site.get("/");
    const page = parse(text);
    expect(page.querySelector("html")?.getAttribute("lang")).toBe("hi-IN");
    for (const expectedText of ["ट्रेडिंग एल्गो, पहले हानि।", "साइन इन", "उपयोग की शर्तें", "एल्गो ट्रेडिंग क्या है?"])
      expect(text).toContain(expectedText);
    const list = parse((await site.get("/algos")).text);
    // The build renames parameters. The brand's sentence must still show the value.
    expect(list.querySelector(".fits-not")?.text).toMatch(/^₹[\d,]+ और चाहिए$/);
    expect(list.querySelector("main")?.text).not.toMatch(/Most deployed|Holding period|Under ₹/);
    const logo = page.querySelector("header img")?.getAttribute("src") ?? "";
    const theme = page.querySelector('link[href^="/brand/theme.css"]')?.getAttribute("href") ?? "";
    expect((await site.get(logo)).text).toBe(readFileSync(join(folder, "logo.svg"), "utf8"));
    expect((await site.get(theme)).text).toContain("--accent: light-dark(#0b5c4a");
    expect((await site.get("/favicon.ico")).text).toBe(readFileSync(join(folder, "favicon.svg"), "utf8"));
    const manifest = JSON.parse((await site.get("/manifest.webmanifest")).text);
    expect(manifest).toMatchObject({ name: "उदय", description: "तैयार एल्गो और ट्रेडिंग API", lang: "hi-IN" });
    // Reads width and height from the header of the generated PNG.
    const card = (await site.get("/social-card.png")).body;
    expect([card.readUInt32BE(16), card.readUInt32BE(20)]).toEqual([1200, 630]);
    expect((await site.get("/legal/terms")).text).toContain("आप किसके साथ व्यवहार करते हैं");
    expect((await site.get("/algos/risk-disclosure")).text).toContain("10 में से 9");
    expect((await site.get("/nothing-here")).text).toContain("ऐसा कोई पृष्ठ नहीं है");
  });

  const form = "theme=dark&to=/algos";
  const elsewhere = { origin: "https://evil.example" };
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    site.get(path, { ...BROWSER, ...headers }, method);
  const post = (path: string, body = form, headers: Record<string, string> = {}) =>
    site.post(path, body, { ...BROWSER, ...headers });

  it.each([
    ["an unknown page", 404, () => get("/nothing-here")],
    ["an unknown manager", 404, () => get("/algos/managers/nobody")],
    ["an unknown instrument", 404, () => get("/markets/NSE_EQ/999999999")],
    ["an unknown file", 404, () => get("/assets/nothing.css")],
    ["a path that leaves the site", 404, () => get("//evil.example/")],
    ["a path that only servers call", 404, () => get("/sandbox/auth/partner")],
    ["an unknown page of the portal", 404, () => get("/sandbox/portal/nothing")],
    ["an unknown sign-in page", 404, () => get("/sandbox/auth/nothing")],
    ["a malformed path", 400, () => get("/%zz")],
    ["a malformed query", 400, () => get("/algos?q=%00")],
    ["a long address", 414, () => get(`/${"a".repeat(9_000)}`)],
    ["another host", 421, () => get("/", { host: "evil.example" })],
    ["prices for another site", 403, () => get("/live", { "sec-fetch-site": "cross-site" })],
    ["an unsupported method", 405, () => get("/", {}, "DELETE")],
    ["an unsupported method of the sign-in", 405, () => get("/sandbox/auth/login", {}, "DELETE")],
    ["a form to a page without forms", 405, () => post("/algos")],
    ["a form of another site", 403, () => post("/theme", form, elsewhere)],
    ["a form of another site for the portal", 403, () => post("/sandbox/portal/leave", form, elsewhere)],
    ["a form of another type", 415, () => post("/theme", "{}", { "content-type": "application/json" })],
    [
      "a portal form of another type",
      415,
      () => post("/sandbox/portal/accounts", "<a/>", { "content-type": "text/xml" }),
    ],
    ["a large form", 413, () => post("/theme", `to=${"a".repeat(70_000)}`)],
    ["a form with many fields", 413, () => post("/theme", "a=1&".repeat(200))],
    ["a large form of the portal", 413, () => post("/sandbox/portal/accounts", "a".repeat(2_000_000))],
  ])("shows an error page in Hindi for %s", async (_, status, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers.allow).toContain("GET");
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(parse(answer.text).querySelector("html")?.getAttribute("lang")).toBe("hi-IN");
    expect(answer.text).toMatch(/\p{Script=Devanagari}/u);
    expect(englishIn(answer.text)).toBeNull();
  });

  it("shows an error page in Hindi when a visitor requests too many pages", async () => {
    const small = await startSite({ BRAND_DIR: folder, PAGES_PER_ADDRESS: "1" });
    try {
      let number = 0;
      const refused = await until(
        () => small.get(`/search?q=${number++}`, BROWSER),
        ({ status }) => status === 429,
        20_000,
      );
      expect(refused.text).toContain("बहुत सारे अनुरोध");
      expect(englishIn(refused.text)).toBeNull();
    } finally {
      await small.stop();
    }
  });

  it(`has lang="hi-IN" on the sandbox's pages`, async () => {
    const page = parse((await site.get("/sandbox/portal")).text);
    expect(page.querySelector("html")?.getAttribute("lang")).toBe("hi-IN");
  });

  it("shows the brand's contacts in the chat", async () => {
    const reply = await site.post("/support", `text=${encodeURIComponent("अनुपालन अधिकारी कौन है?")}`);
    const cookie = (reply.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
    expect((await site.get("/support", { cookie })).text).toContain("anupalan@uday.example");
  });

  it("a SIGHUP loads changed texts and disables a feature", async () => {
    const textFile = join(folder, "words/frame.yaml");
    writeFileSync(textFile, readFileSync(textFile, "utf8").replace("signIn: साइन इन", "signIn: भीतर आएँ"));
    writeFileSync(file, readFileSync(file, "utf8").replace("features:", "features:\n  markets: false"));
    expect((await site.get("/markets")).status).toBe(200);
    site.process.kill("SIGHUP");
    await until(
      async () => (await site.get("/")).text,
      (text) => text.includes("भीतर आएँ"),
      10_000,
    );
    for (const path of ["/markets", "/Markets", "/%6Darkets"])
      expect((await site.get(path)).status, path).toBe(404);
    for (const path of ["/search?q=hdfc", "/hdfc-bank"])
      expect((await site.get(path)).text, path).not.toContain('href="/markets/');
    for (const path of ["/", "/sitemap.xml", "/llms.txt"])
      expect((await site.get(path)).text).not.toMatch(/"\/markets"|\/markets[<)]/);
  });

  it("a SIGHUP changes the sandbox's pages and chat without restarting the sandbox", async () => {
    const sandboxPid = site.sandboxPid();
    const change = (name: string, from: RegExp, to: string) => {
      const text = readFileSync(join(folder, name), "utf8");
      expect(text).toMatch(from);
      writeFileSync(join(folder, name), text.replace(from, to));
    };
    change("words/portal.yaml", /^ {2}noAccount: .*/m, "  noAccount: अब तक कोई खाता नहीं?");
    change("words/sandbox.yaml", /^ {2}skipToContent: .*\n/m, "");
    change("brand.yaml", /anupalan@uday\.example/, "niyam@uday.example");
    site.process.kill("SIGHUP");
    const portal = await until(
      async () => (await site.get("/sandbox/portal")).text,
      (text) => text.includes("अब तक कोई खाता नहीं?"),
      10_000,
    );
    // A text that the changed folder no longer replaces is English again.
    expect(portal).toContain("Skip to content");
    const reply = await site.post("/support", `text=${encodeURIComponent("अनुपालन अधिकारी कौन है?")}`);
    const cookie = (reply.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
    expect((await site.get("/support", { cookie })).text).toContain("niyam@uday.example");
    expect(site.sandboxPid()).toBe(sandboxPid);
  });

  it("a SIGHUP loads a changed brand folder, and ignores a folder with errors", async () => {
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replace("name: उदय", 'name: "A&B <Broking>"'));
    site.process.kill("SIGHUP");
    const named = async () => (await site.get("/")).text.includes("A&amp;B &lt;Broking&gt;");
    await until(named, (isNamed) => isNamed, 5_000);
    writeFileSync(file, before.replace("supportEmail: madad@uday.example", "supportEmail: nobody"));
    site.process.kill("SIGHUP");
    await until(
      async () => site.log.find(({ msg }) => msg?.startsWith("the brand folder has faults")),
      (line) => line !== undefined,
      5_000,
    );
    expect(await named()).toBe(true);
    expect(JSON.stringify(site.log)).toContain("brand.yaml, supportEmail: expected an e-mail address");
  });
});

describe("a copy of the demonstration brand", () => {
  it("shows its changed name and address on every page, and no demo name", { timeout: 120_000 }, async () => {
    const copy = mkdtempSync(join(tmpdir(), "brand-"));
    cpSync("server/brands/meridian", copy, { recursive: true });
    const brand = readFileSync(join(copy, "brand.yaml"), "utf8");
    writeFileSync(
      join(copy, "brand.yaml"),
      brand
        .replace(/^name: .*/m, "name: Copperline")
        .replace(/^legalName: .*/m, "legalName: Copperline Broking Limited")
        .replace(/^registration: .*/m, "registration: INZ000777777")
        .replace(/^address: .*/m, "address: 3 Mill Lane, Pune 411001")
        .replace(/^supportEmail: .*/m, "supportEmail: help@copperline.example")
        .replace(/^complianceOfficer: .*/m, "complianceOfficer: B. Rao"),
    );
    mkdirSync(join(copy, "words"));
    writeFileSync(join(copy, "words/frame.yaml"), "footer:\n  allPlaces: Every page\n");
    const own = await startSite({ BRAND_DIR: copy });
    try {
      const facts = ["Copperline Broking Limited", "INZ000777777", "3 Mill Lane", "B. Rao", "Every page"];
      let pages = 0;
      await crawl(own, new Set(["/"]), (path, text) => {
        expect(text, path).not.toMatch(DEMO);
        // Downloads have no footer, and the sandbox's pages have a different one.
        if (!text.includes("<footer") || path.startsWith("/sandbox/")) return;
        pages++;
        for (const fact of facts) expect(text, path).toContain(fact);
      });
      expect(pages).toBeGreaterThan(100);
    } finally {
      await own.stop();
      rmSync(copy, { recursive: true });
    }
  });
});
