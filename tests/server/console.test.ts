// The operator console on a site with the sandbox: the effect of each function on the site, the permissions, and
// attacks.
import { connect } from "node:net";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstBrokenLine, type StoredLine } from "../../server/state/operator-trail.ts";
import { freePort } from "../support/free-port.ts";
import { ISSUER_CLIENT, type Issuer, startIssuer } from "../support/issuer.ts";
import { Operator } from "../support/operator.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";

const SECRETS = {
  admin: "admin-secret-of-the-console-1",
  compliance: "compliance-secret-of-console-1",
  support: "support-secret-of-the-console",
  viewer: "viewer-secret-of-the-console-1",
};
const ALGO = "monthly-seedling";
const ALGO_PAGE = "/algos/managers/banyan-systematic/monthly-seedling";

let site: Site;
let issuer: Issuer;
let port: number;
beforeAll(async () => {
  issuer = await startIssuer();
  port = await freePort();
  site = await startSite({
    ADMIN_PORT: String(port),
    CONSOLE_SECRETS: Object.entries(SECRETS)
      .map(([role, secret]) => `${role}=${secret}`)
      .join(),
    CONSOLE_ISSUER: issuer.url,
    CONSOLE_CLIENT_ID: ISSUER_CLIENT.id,
    CONSOLE_CLIENT_SECRET: ISSUER_CLIENT.secret,
    // Only the data folder is writable, as in the container, whose root file system is read-only.
    TMPDIR: "/proc/none",
  });
  await until(async () => site.log.some(({ msg }) => msg === "catalogue loaded"), Boolean, 60_000);
});
afterAll(async () => {
  await site.stop();
  await issuer.close();
});

/** Operators' sessions are shared by the tests, because sign-ins are limited to twenty per minute. */
const signedIn = new Map<string, Promise<Operator>>();
function operator(role: keyof typeof SECRETS): Promise<Operator> {
  const known = signedIn.get(role);
  if (known !== undefined) return known;
  const made = (async () => {
    const one = new Operator(port);
    expect((await one.signIn(SECRETS[role])).status).toBe(303);
    return one;
  })();
  signedIn.set(role, made);
  return made;
}
async function trail(): Promise<StoredLine[]> {
  const file = await (await operator("admin")).get("/console/exports/operators.jsonl");
  return file.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as StoredLine);
}
const main = (text: string) => parse(text).querySelector("main")?.text ?? "";

describe("the operators' console", { timeout: 60_000 }, () => {
  it("requires a sign-in, and returns 404 on the public port", async () => {
    const visitor = new Operator(port);
    expect(main((await visitor.get("/console")).text)).toContain("Sign in");
    for (const path of ["/console/inbox", "/console/holds", "/console/exports/operators.jsonl"])
      expect((await visitor.get(path)).status).toBe(401);
    expect((await site.get("/console")).status).toBe(404);
  });

  it("renders every section without scripts, with the site's styles and strict headers", async () => {
    const admin = await operator("admin");
    for (const path of [
      "",
      "/brand",
      "/inbox",
      "/enquiries",
      "/sessions",
      "/holds",
      "/exports",
      "/trail",
      "/notice",
      "/incidents",
      "/switches",
    ]) {
      const page = await admin.get(`/console${path}`);
      expect(page.status, path).toBe(200);
      expect(page.text).not.toContain("<script");
      expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
      expect(page.headers["cache-control"]).toBe("no-store");
      // With the policy no-referrer, browsers would remove the origin of forms, and every form would be rejected.
      expect(page.headers["referrer-policy"]).toBe("same-origin");
    }
    const page = await admin.get("/console");
    const style = parse(page.text).querySelector('link[rel="stylesheet"]')?.getAttribute("href") ?? "";
    expect((await admin.get(style)).headers["content-type"]).toContain("text/css");
    expect(main(page.text)).toMatch(/Algos, accounts, orders[\s\S]*viewers online/);
  });

  it("previews the brand in both colour schemes with its logo", async () => {
    const admin = await operator("viewer");
    const page = parse((await admin.get("/console/brand")).text);
    expect(page.querySelectorAll("[data-theme]").map((part) => part.getAttribute("data-theme"))).toEqual([
      "light",
      "dark",
    ]);
    for (const part of page.querySelectorAll("[data-theme]")) {
      expect(part.querySelector(".panel .button-main")).not.toBeNull();
      const logo = await admin.get(part.querySelector("img")?.getAttribute("src") ?? "");
      expect([logo.status, logo.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    }
  });

  it("publishes an escaped notice on the site's pages, and removes it", async () => {
    const admin = await operator("admin");
    await site.get("/algos");
    await admin.post("/console/notice", { text: "Prices <b>late</b> today", level: "warning", hours: "" });
    expect((await site.get("/algos")).text).toContain("Prices &lt;b&gt;late&lt;/b&gt; today");
    expect((await site.get("/docs/v2/")).text).toContain("Prices &lt;b&gt;late");
    await admin.post("/console/notice", { remove: "yes" });
    expect((await site.get("/algos")).text).not.toContain("Prices &lt;b&gt;late");
  });

  it("publishes an incident with its updates on /status", async () => {
    const support = await operator("support");
    await support.post("/console/incidents", { title: "Orders are slow", text: "We are looking into it." });
    expect(main((await site.get("/status")).text)).toMatch(/Orders are slow[\s\S]*We are looking into it/);
    const form = parse((await support.get("/console/incidents")).text).querySelector('input[name="id"]');
    const id = form?.getAttribute("value") ?? "";
    await support.post("/console/incidents", { id, text: "The cause is found.", resolved: "yes" });
    expect(main((await site.get("/status")).text)).toMatch(/Resolved[\s\S]*The cause is found/);
    expect((await support.post("/console/incidents", { id, text: "Again" })).status).toBe(404);
  });

  it("disables functions of the site and enables them again", async () => {
    const admin = await operator("admin");
    for (const name of ["chat", "playground", "sign_in", "deploying", "enquiries"])
      expect((await admin.post("/console/switches", { name, reason: "test" })).status, name).toBe(303);
    expect((await site.get("/login")).status).toBe(503);
    expect((await site.get("/support")).text).not.toContain('id="chat-text"');
    for (const name of ["chat", "playground", "sign_in", "deploying", "enquiries"])
      await admin.post("/console/switches", { name, on: "yes" });
    expect((await site.get("/login")).status).toBe(303);
    expect((await site.get("/support")).text).toContain('id="chat-text"');
  });

  it("hides an algo on hold in pages, lists, search, sitemap and data", async () => {
    const compliance = await operator("compliance");
    // The pages are cached before the algo is put on hold, so that the hold must clear the cache.
    expect((await site.get(ALGO_PAGE)).status).toBe(200);
    expect((await site.get("/sitemap.xml")).text).toContain(ALGO);
    expect(
      (await compliance.post("/console/holds", { algo: ALGO, reason: "Review of disclosures" })).status,
    ).toBe(303);
    expect((await site.get(ALGO_PAGE)).status).toBe(404);
    for (const path of [
      "/sitemap.xml",
      "/algos?sort=name",
      "/search?q=monthly+seedling",
      "/algos/managers/banyan-systematic",
      "/llms-full.txt",
    ])
      expect((await site.get(path)).text, path).not.toContain(`/${ALGO}"`);
    expect((await site.get("/sitemap.xml")).text).not.toContain(ALGO);
    for (const path of [`${ALGO_PAGE}/curve.json`, `${ALGO_PAGE}/deploy`, `${ALGO_PAGE}/trades.csv`])
      expect([404, 303]).toContain((await site.get(path)).status);
    const unknown = await compliance.post("/console/holds", { algo: "no-such-algo", reason: "x" });
    expect(unknown.status).toBe(422);
    await compliance.post("/console/holds", { algo: ALGO, release: "yes" });
    expect((await site.get(ALGO_PAGE)).status).toBe(200);
  });

  it("ends a client's sessions at the next request; the client can sign in again", async () => {
    const reader = new TestUser(site);
    await reader.signIn();
    expect((await reader.get("/account/sessions")).status).toBe(200);
    const support = await operator("support");
    await support.post("/console/sessions", { client: "1000000001", reason: "Lost phone" });
    expect((await reader.get("/account/sessions")).status).toBe(303);
    const again = new TestUser(site);
    await again.signIn();
    expect((await again.get("/account/sessions")).status).toBe(200);
  });

  it("delivers a support agent's reply to the user's chat exactly once", async () => {
    const reader = new TestUser(site);
    await reader.post("/support", { text: "Zebra quagmire xylophone?", after: "0" });
    const support = await operator("support");
    const list = await support.get("/console/inbox");
    expect(main(list.text)).toMatch(/Waiting for a person[\s\S]*Zebra quagmire/);
    const href =
      parse(list.text)
        .querySelectorAll("main a")
        .find((link) => link.text.includes("Zebra"))
        ?.getAttribute("href") ?? "";
    for (const _ of [1, 2])
      expect((await support.post(href, { text: "We will call you <today>.", after: "2" })).status).toBe(303);
    const chat = (await reader.get("/support")).text;
    expect(chat).toContain("Support team");
    expect(chat.match(/We will call you &lt;today&gt;\./g)).toHaveLength(1);
    expect(main((await support.get("/console/inbox")).text)).toMatch(/Answered[\s\S]*Zebra/);
  });

  it("lists enquiries and marks an enquiry as answered", async () => {
    const reader = new TestUser(site);
    await reader.post("/trading-apis/fintechs", {
      name: "Asha Rao",
      email: "asha@example.com",
      organisation: "Rao Tech",
      message: "We want to build a portfolio view.",
    });
    const support = await operator("support");
    const page = main((await support.get("/console/enquiries")).text);
    expect(page).toMatch(/ENQ-\d{6}: Asha Rao, Rao Tech/);
    const reference = /ENQ-\d{6}/.exec(page)?.[0] ?? "";
    await support.post("/console/enquiries", { reference });
    expect(main((await support.get("/console/enquiries")).text)).toContain("Answered");
  });

  it("exports clients' audit trails with a hash chain and a signature", async () => {
    const compliance = await operator("compliance");
    const today = new Date().toISOString().slice(0, 10);
    const file = await compliance.get(`/console/exports/clients.jsonl?from=2026-01-01&to=${today}`);
    expect([file.status, file.headers["content-type"]]).toEqual([200, "application/jsonl; charset=utf-8"]);
    expect(JSON.parse(file.text.trim().split("\n").at(-1) ?? "")).toHaveProperty("signature");
    expect((await compliance.get("/console/exports/clients.jsonl?from=../x&to=1")).status).toBe(422);
  });

  it("writes every operator action into a hash-chained audit trail", async () => {
    const lines = await trail();
    expect(firstBrokenLine(lines)).toBeNull();
    const actions = new Set(lines.map(({ action }) => action));
    for (const action of [
      "signed_in",
      "notice_shown",
      "notice_removed",
      "incident_published",
      "incident_resolved",
      "switched_off",
      "switched_on",
      "hold_placed",
      "hold_released",
      "sessions_ended",
      "conversation_answered",
      "enquiry_answered",
      "exported",
    ])
      expect(actions, action).toContain(action);
    expect(lines.find(({ action }) => action === "hold_placed")).toMatchObject({
      who: "local:Tester",
      role: "compliance",
    });
    expect(site.log.some(({ event }) => event === "operator_action")).toBe(true);
    expect(JSON.stringify(site.log)).not.toContain(SECRETS.admin);
  });
});

describe("attacks on the console", { timeout: 60_000 }, () => {
  it("a form from another origin or without the session's token is refused", async () => {
    const admin = await operator("admin");
    const support = await operator("support");
    const form = { text: "Planted", level: "info", hours: "" };
    expect((await admin.post("/console/notice", form, { origin: "https://evil.example" })).status).toBe(403);
    expect((await admin.post("/console/notice", form, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await admin.post("/console/notice", { ...form, xsrf: "" })).status).toBe(403);
    expect((await admin.post("/console/notice", { ...form, xsrf: await support.token() })).status).toBe(403);
    expect((await site.get("/algos")).text).not.toContain("Planted");
  });

  it("an operator cannot open pages or send forms of another role's sections", async () => {
    const viewer = await operator("viewer");
    const support = await operator("support");
    for (const path of [
      "inbox",
      "enquiries",
      "sessions",
      "holds",
      "exports",
      "trail",
      "notice",
      "incidents",
      "switches",
    ]) {
      expect((await viewer.get(`/console/${path}`)).status, path).toBe(403);
      expect(
        (await viewer.post(`/console/${path}`, { name: "chat", reason: "x", algo: ALGO, text: "x" })).status,
      ).toBe(403);
    }
    expect((await viewer.get("/console/exports/operators.jsonl")).status).toBe(403);
    for (const path of ["holds", "notice", "switches", "exports", "trail"])
      expect((await support.get(`/console/${path}`)).status, path).toBe(403);
  });

  it("a changed cookie, and a copied cookie after the sign-out, are rejected", async () => {
    const one = new Operator(port);
    await one.signIn(SECRETS.viewer, "Leaver");
    const copy = new Operator(port);
    for (const [name, value] of one.cookies) copy.cookies.set(name, value);
    expect((await copy.get("/console/brand")).status).toBe(200);
    await one.post("/console/sign-out", {});
    expect((await copy.get("/console/brand")).status).toBe(401);
    const other = new Operator(port);
    other.cookies.set("operator", "eyJhbGciOiJkaXIifQ..x.y.z");
    expect((await other.get("/console/brand")).status).toBe(401);
  });

  it("single sign-on grants the group's role, and rejects invalid tokens with 403", async () => {
    const begin = async (one: Operator) => {
      const begun = await one.get("/console/sign-in/issuer");
      const authorized = await fetch(begun.headers.location ?? "", { redirect: "manual" });
      const back = new URL(authorized.headers.get("location") ?? "");
      return `${back.pathname}${back.search}`;
    };
    const ada = new Operator(port);
    const back = await begin(ada);
    const pending = new Map(ada.cookies);
    expect((await ada.get(back)).status).toBe(303);
    expect(main((await ada.get("/console/notice")).text)).toContain("No notice is shown");
    // A repeated callback with the old cookie is rejected.
    const replay = new Operator(port);
    for (const [name, value] of pending) replay.cookies.set(name, value);
    expect((await replay.get(back)).status).toBe(403);
    // Another browser did not start this sign-in, so it is rejected.
    expect((await new Operator(port).get(back)).status).toBe(403);
    for (const faults of [{ nonce: "other" }, { audience: "other" }, { isForged: true }, { expired: true }]) {
      issuer.faults = faults;
      const one = new Operator(port);
      expect((await one.get(await begin(one))).status, JSON.stringify(faults)).toBe(403);
      expect((await one.get("/console/brand")).status).toBe(401);
    }
    issuer.faults = {};
    issuer.user = { ...issuer.user, roles: ["staff"] };
    const nobody = new Operator(port);
    expect((await nobody.get(await begin(nobody))).text).toContain("has no role here");
  });

  it("a large form gets 413, and a slow form is disconnected within 15 s", async () => {
    const admin = await operator("admin");
    const large = await admin.post("/console/notice", { text: "x".repeat(40_000), level: "info", hours: "" });
    expect(large.status).toBe(413);
    const ended = new Promise<number>((resolve) => {
      const from = Date.now();
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(
          `POST /console/sign-in HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nwho=`,
        ),
      );
      socket.on("error", () => {});
      socket.on("data", () => {});
      socket.on("close", () => resolve(Date.now() - from));
    });
    expect(await ended).toBeLessThan(15_000);
    expect((await admin.get("/console")).status).toBe(200);
  });

  it("too many sign-in attempts get 429, and open sessions still work", async () => {
    const admin = await operator("admin");
    const guesser = new Operator(port);
    const statuses: number[] = [];
    for (let n = 0; n < 24; n += 1)
      statuses.push((await guesser.signIn(`guess-number-${n}-of-the-secret`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await admin.get("/console")).status).toBe(200);
  });
});
