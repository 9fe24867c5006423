// The second brand on a running site: no names of the demo brand are shown, and a brand folder can be replaced at
// runtime.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Site, startSite, until } from "../support/site.ts";

/** All names in the demo brand's data. */
const DEMO = /meridian|sample street|a\. sample|INZ000000000|demonstration brand/i;
const PAGES = 205;

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
    let read = 0;
    for (const path of seen) {
      if (read++ >= PAGES) break;
      const { text } = await site.get(path);
      if (DEMO.test(text)) found.push(`${path}: ${DEMO.exec(text)?.[0]}`);
      for (const link of parse(text).querySelectorAll("a[href^='/']"))
        seen.add((link.getAttribute("href") ?? "").split("#")[0] ?? "");
    }
    expect(read).toBeGreaterThan(200);
    expect(found).toEqual([]);
  });

  it("offers its own amounts and omits what it disables", async () => {
    const { text } = await site.get("/");
    expect(text).toContain("₹75,000");
    expect(parse(text).querySelector("#home-amount")?.getAttribute("value")).toBe("₹50,000");
    const playground = (await site.get("/docs/v2/playground?op=placeOrder")).text;
    expect(playground).toContain("nothing can be sent here");
    expect((await site.post("/docs/v2/playground", "op=placeOrder")).status).toBe(503);
  });

  it("answers in the chat with its own contacts", async () => {
    const reply = await site.post("/support", `text=${encodeURIComponent("compliance officer")}`);
    const cookie = (reply.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
    expect((await site.get("/support", { cookie })).text).toContain("anupalan@uday.example");
  });

  it("follows a changed folder on SIGHUP and ignores one with faults", async () => {
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
