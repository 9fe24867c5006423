// Requests for API access are accepted once, rejected with the input preserved, limited, and never lost while the
// service is unavailable.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BRAND } from "../providers/brand.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Answer, type Site, startSite, until } from "../support/site.ts";

const PAGE = "/trading-apis/fintechs";
const VALID_ENQUIRY = {
  name: "Meera Rao",
  email: "meera@fintech.example",
  organisation: "Rao & Daughters",
  message: "Order placement for our advisory clients.\nAbout forty orders a day.",
};

const post = (site: Site, fields: Record<string, string>): Promise<Answer> =>
  site.post(PAGE, new URLSearchParams(fields).toString());
const confirmationOf = ({ text }: Answer) => parse(text).querySelector('#request ~ [role="status"]')?.text;
/** Sends the form in a new browser session, follows the redirect and returns the page. */
async function sendEnquiry(site: Site): Promise<{ reader: TestUser; page: Answer & { path: string } }> {
  const reader = new TestUser(site);
  return { reader, page: await reader.submit(PAGE, VALID_ENQUIRY) };
}
const storedEnquiries = (folder: string) => {
  const outbox = join(folder, "enquiries");
  return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith(".json")) : [];
};

describe("while the enquiry service is available", () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.stop());

  it("a repeated enquiry gets the same reference", async () => {
    const [first, second] = [await sendEnquiry(site), await sendEnquiry(site)];
    expect(confirmationOf(first.page)).toMatch(/Request received.*ENQ-\d{6}/);
    expect(confirmationOf(second.page)).toBe(confirmationOf(first.page));
  });

  it("a sent form redirects to a page that confirms it once, only to the same browser", async () => {
    const sent = await post(site, VALID_ENQUIRY);
    expect([sent.status, sent.headers.location]).toEqual([303, `${PAGE}#request`]);
    const { reader, page } = await sendEnquiry(site);
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(confirmationOf(await reader.get(PAGE))).toBeUndefined();
    expect(confirmationOf(await site.get(PAGE))).toBeUndefined();
  });

  it("a foreign or over-long cookie confirms nothing, and its page is not cached", async () => {
    for (const value of ["ENQ-999999", "x".repeat(3_000), "a.b.c.d.e"]) {
      const page = await site.get(PAGE, { cookie: `enquiry=${value}` });
      expect([page.status, confirmationOf(page)]).toEqual([200, undefined]);
      expect(page.headers["cache-control"]).not.toContain("public");
    }
  });

  it("a reference in the address does not show a confirmation", async () => {
    expect(confirmationOf(await site.get(`${PAGE}?sent=ENQ-999999`))).toBeUndefined();
  });

  it("a rejected enquiry shows the input, with errors at the fields and in the summary", async () => {
    const answer = await post(site, {
      name: "M",
      email: "nobody",
      organisation: "<i>x</i>",
      message: "short",
    });
    expect(answer.status).toBe(422);
    const page = parse(answer.text);
    const links = page.querySelectorAll('[role="alert"] a').map((link) => link.getAttribute("href"));
    expect(links).toEqual(["#request-name", "#request-email", "#request-message"]);
    for (const href of links) {
      const field = page.querySelector(href ?? "");
      expect(field?.getAttribute("aria-invalid")).toBe("true");
      expect(
        page.querySelector(`#${field?.getAttribute("aria-describedby")?.split(" ").at(-1)}`),
      ).not.toBeNull();
    }
    expect(page.querySelector("#request-organisation")?.getAttribute("value")).toBe("<i>x</i>");
    expect(page.querySelector("#request-message")?.text.trim()).toBe("short");
    expect(answer.text).not.toContain("<i>x</i>");
  });

  it.each([
    ["an empty form", {}],
    ["a filled hidden field", { ...VALID_ENQUIRY, website: "http://spam.example" }],
    ["a line break in the name", { ...VALID_ENQUIRY, name: "Meera\r\nBcc: all@example.com" }],
    ["a message that is too long", { ...VALID_ENQUIRY, message: "x".repeat(2_001) }],
  ])("an invalid enquiry gets 422: %s", async (_, fields) => {
    expect((await post(site, fields as Record<string, string>)).status).toBe(422);
  });

  it("rejects an enquiry form that another site or another page submits", async () => {
    const body = new URLSearchParams(VALID_ENQUIRY).toString();
    expect((await site.post(PAGE, body, { origin: "https://evil.example" })).status).toBe(403);
    expect((await site.post("/trading-apis/nobody", body)).status).toBe(404);
  });

  it("too many enquiries from one address get 429 with Retry-After and the input", async () => {
    const answers = [];
    for (let count = 0; count < 6; count += 1)
      answers.push(await post(site, { ...VALID_ENQUIRY, message: `Request number ${count} of several.` }));
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
    expect(
      parse(last?.text ?? "")
        .querySelector("#request-name")
        ?.getAttribute("value"),
    ).toBe(VALID_ENQUIRY.name);
  });
});

describe("while the enquiry service is unavailable", () => {
  it("the site stores an enquiry before confirming it, and sends it after kill -9", async () => {
    const folder = mkdtempSync(join(tmpdir(), "outbox-"));
    const away = await startSite({ DATA_DIR: folder, API_ADMIN_FORM_URL: "http://127.0.0.1:9" });
    expect(confirmationOf((await sendEnquiry(away)).page)).toMatch(
      /[0-9A-F]{12}.*will be sent as soon as it is/,
    );
    expect(storedEnquiries(folder)).toHaveLength(1);
    await away.stop("SIGKILL");
    expect(storedEnquiries(folder)).toHaveLength(1);
    const back = await startSite({ DATA_DIR: folder });
    try {
      await until(
        async () => storedEnquiries(folder).length,
        (count) => count === 0,
        25_000,
      );
      expect(confirmationOf((await sendEnquiry(back)).page)).toContain("ENQ-000001");
    } finally {
      await back.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("a site without a configured service shows no enquiry form", async () => {
    const bare = await startSite({ ...BRAND, BASE_API_URL: "http://127.0.0.1:9" });
    try {
      expect((await bare.get(PAGE)).text).not.toContain("Request access");
      expect((await post(bare, VALID_ENQUIRY)).status).toBe(404);
    } finally {
      await bare.stop();
    }
  });
});
