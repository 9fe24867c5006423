// Sign-in, sign-out and tracklists, as used by a text browser and by an attacker.
import { parse } from "node-html-parser";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { BRAND } from "../providers/brand.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite } from "../support/site.ts";

const [ASHA, RAVI] = SANDBOX_CLIENTS;
const LISTS = "/algos/tracklist";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const h1 = (html: string) => parse(html).querySelector("h1")?.text.trim();
const listIds = (html: string) =>
  [...html.matchAll(/id="list-([0-9a-f-]{36})"/g)].map((match) => match[1] ?? "");

describe("signing in", () => {
  it("returns to the page where it started, and stores the session in a sealed cookie", async () => {
    const reader = new TestUser(site);
    const page = await reader.signIn(`/login?to=${encodeURIComponent("/algos?risk=Low")}`);
    expect(page.path).toBe("/algos?risk=Low");
    expect(page.status).toBe(200);
    expect(page.text).toContain(ASHA?.name);
    expect(page.headers["cache-control"]).toBe("no-store");
    const cookie = reader.cookies.get("session") ?? "";
    expect(cookie).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(Buffer.from(cookie.split(".")[0] ?? "", "base64url").toString()).not.toContain(ASHA?.id ?? "");
    expect(reader.cookies.has("login")).toBe(false);
  });

  it("accepts a correct TOTP code, and rejects a wrong code of the same client", async () => {
    const reader = new TestUser(site);
    const consentId = await reader.consentId();
    const code = new TOTP({ secret: Secret.fromBase32(RAVI?.totpSecret ?? "") }).generate();
    const form = { consentId, clientId: RAVI?.id ?? "", step: "code", method: "totp" };
    const wrong = await reader.post("/sandbox/auth/consent-login", {
      ...form,
      code: code === "000000" ? "111111" : "000000",
    });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain("4 tries are left");
    const right = await reader.post("/sandbox/auth/consent-login", { ...form, code });
    expect(right.status).toBe(302);
    expect((await reader.visit(right.headers.location ?? "")).text).toContain(RAVI?.name);
  });

  it("gets 429 from the fifth wrong code on", async () => {
    const reader = new TestUser(site);
    const consentId = await reader.consentId();
    const form = { consentId, clientId: "1999999999", step: "code", method: "pin", code: "000000" };
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await reader.post("/sandbox/auth/consent-login", form)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  });

  it.each([
    ["no consent", {}],
    ["an invalid consent", { consentId: "<script>", clientId: "1000000001" }],
    ["an invalid client id", { clientId: "<b>" }],
    ["an invalid code", { clientId: "1000000001", step: "code", code: "12x" }],
  ])("%s is refused with a page that escapes the input", async (_, fields) => {
    const reader = new TestUser(site);
    const consentId = await reader.consentId();
    const answer = await reader.post("/sandbox/auth/consent-login", { consentId, ...fields } as Record<
      string,
      string
    >);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/<script>|<b>/);
  });

  it("can be completed only by the browser that started it, and only once", async () => {
    const [victim, attacker] = [new TestUser(site), new TestUser(site)];
    const callback = await attacker.authorize(await attacker.consentId());
    const planted = await victim.get(callback);
    expect(planted.status).toBe(400);
    expect(h1(planted.text)).toBe("You are not signed in");
    expect(victim.cookies.size).toBe(0);
    expect((await attacker.get(callback)).status).toBe(303);
    const again = new TestUser(site);
    await again.consentId();
    const replayed = await again.get(callback);
    expect(replayed.status).toBe(400);
    expect(again.cookies.has("session")).toBe(false);
  });

  it("is not started by a script's request", async () => {
    const answer = await site.get("/login", { "sec-fetch-dest": "empty" });
    expect(answer.status).toBe(401);
    expect(String(answer.headers["set-cookie"] ?? "")).not.toContain("login=");
  });

  it.each(["", "?tokenId=", "?tokenId=%00", `?tokenId=${"a".repeat(300)}`, "?tokenId=<x>"])(
    "rejects a callback with %s",
    async (query) => {
      const reader = new TestUser(site);
      await reader.consentId();
      const { status } = await reader.get(`/auth/callback${query}`);
      expect([400, 401]).toContain(status);
      expect(reader.cookies.has("session")).toBe(false);
    },
  );

  it.each(["https://evil.example", "//evil.example", "/\\evil.example"])(
    "never redirects to another site (%s)",
    async (to) => {
      const page = await new TestUser(site).signIn(`/login?to=${encodeURIComponent(to)}`);
      expect(page.path).toBe("/algos/my-algos");
    },
  );

  it("returns to the portfolio after a sign-in that was denied before", async () => {
    const reader = new TestUser(site);
    const denied = await reader.get(
      `/auth/callback?consentId=${await reader.consentId()}&error=access_denied`,
    );
    const again = parse(denied.text).querySelector('header a[href^="/login"]')?.getAttribute("href") ?? "";
    expect((await reader.signIn(again)).path).toBe("/algos/my-algos");
  });

  it("rejects a cookie that was changed, truncated, or sealed with another key", async () => {
    const reader = new TestUser(site);
    await reader.signIn();
    const good = reader.cookies.get("session") ?? "";
    const middle = Math.floor(good.length / 2);
    const other = await startSite();
    try {
      const elsewhere = new TestUser(other);
      await elsewhere.signIn();
      for (const bad of [
        `${good.slice(0, middle)}${good[middle] === "A" ? "B" : "A"}${good.slice(middle + 1)}`,
        good.slice(0, -5),
        "x",
        elsewhere.cookies.get("session") ?? "",
      ])
        expect((await site.get(LISTS, { cookie: `session=${bad}` })).text).toContain("You are signed out");
    } finally {
      await other.stop();
    }
  });

  it("the public port does not serve the partner-only API calls", async () => {
    expect((await site.get("/sandbox/auth/partner/generate-consent")).status).toBe(404);
    expect((await site.post("/sandbox/auth/partner/consume-consent", "")).status).toBe(404);
    expect((await site.get("/sandbox/auth/%70artner/generate-consent")).status).toBe(404);
  });

  it("the callback returns 404 if no authentication service is configured", async () => {
    const bare = await startSite({ ...BRAND, BASE_API_URL: "http://127.0.0.1:9" });
    try {
      expect(h1((await bare.get("/login")).text)).toBe("Sign in");
      expect((await bare.get("/auth/callback?tokenId=x")).status).toBe(404);
      expect((await bare.get("/sandbox/auth/consent-login")).status).toBe(404);
    } finally {
      await bare.stop();
    }
  });
});

describe("signing out", () => {
  it("ends the token, so that a copy of the cookie gives no access", async () => {
    const reader = new TestUser(site);
    await reader.signIn();
    const copy = reader.cookies.get("session") ?? "";
    const xsrf = await reader.xsrf();
    expect((await reader.get("/logout")).status).toBe(200);
    const out = await reader.post("/logout", { xsrf });
    expect(out.status).toBe(303);
    expect(out.headers["clear-site-data"]).toBe('"cache"');
    expect(reader.cookies.has("session")).toBe(false);
    const replay = await site.get(LISTS, { cookie: `session=${copy}` });
    expect(replay.text).toContain("You are signed out");
  });

  it("from another device redirects to the sign-in page with the return address", async () => {
    const [first, second] = [new TestUser(site), new TestUser(site)];
    await first.signIn();
    await second.signIn();
    await second.post("/account/sessions", { xsrf: await second.xsrf(), intent: "end_others" });
    const answer = await first.get(`${LISTS}?tracked=ridgeline-condor`);
    expect(answer.status).toBe(303);
    expect(decodeURIComponent(answer.headers.location ?? "")).toBe(
      `/login?to=${LISTS}?tracked=ridgeline-condor`,
    );
    expect(first.cookies.has("session")).toBe(false);
    expect((await second.get(LISTS)).status).toBe(200);
  });
});

describe("tracklists", () => {
  it("track an algo after the sign-in if a signed-out user opened its track link", async () => {
    const reader = new TestUser(site);
    const page = await reader.signIn(`/login?track=ridgeline-condor`, RAVI);
    expect(page.path).toBe(`${LISTS}?tracked=ridgeline-condor`);
    expect(parse(page.text).querySelector("main")?.text).toContain("Ridgeline Condor is on your list");
    const through = await new TestUser(site).get(`${LISTS}?add=monthly-seedling`);
    expect(through.headers.location).toBe("/login?track=monthly-seedling");
  });

  it("can be created, renamed, shared, deleted and restored, and forms apply once", async () => {
    const reader = new TestUser(site);
    await reader.signIn();
    const xsrf = await reader.xsrf();
    const form = { xsrf, intent: "create", key: "form-key-0001", name: "Low risk" };
    for (let twice = 0; twice < 2; twice += 1) expect((await reader.post(LISTS, form)).status).toBe(303);
    let page = (await reader.get(LISTS)).text;
    expect(listIds(page)).toHaveLength(1);
    const [list = ""] = listIds(page);
    await reader.post(LISTS, { xsrf, intent: "rename", list, name: "Calm <b>ones</b>" });
    await reader.post(LISTS, { xsrf, intent: "track", list, strategy: "ridgeline-condor" });
    await reader.post(LISTS, { xsrf, intent: "share", list });
    page = (await reader.get(LISTS)).text;
    expect(page).toContain("Calm &lt;b&gt;ones&lt;/b&gt;");
    const share = /\/algos\/tracklist\/shared\/[\w-]+/.exec(page)?.[0] ?? "";
    const shared = await site.get(share);
    expect([shared.status, h1(shared.text)]).toEqual([200, "Calm <b>ones</b>"]);
    expect(shared.text).toContain("Ridgeline Condor");
    expect(shared.text).toContain('name="robots" content="noindex"');
    await reader.post(LISTS, { xsrf, intent: "untrack", list, strategy: "ridgeline-condor" });
    await reader.post(LISTS, { xsrf, intent: "delete", list });
    expect((await site.get(share)).status).toBe(404);
    expect((await reader.get(LISTS)).text).toContain("You have no tracklist yet");
    expect((await reader.get(`${LISTS}?deleted=${list}`)).text).toContain("Undo");
    await reader.post(LISTS, { xsrf, intent: "restore", list });
    expect(listIds((await reader.get(LISTS)).text)).toEqual([list]);
  });

  it("store a private note, and preserve its text if the session has ended", async () => {
    const reader = new TestUser(site);
    await reader.signIn();
    const xsrf = await reader.xsrf();
    const strategy = "ridgeline-condor";
    await reader.post(LISTS, { xsrf, intent: "create", key: "noted-key-0001", name: "Noted", strategy });
    const list =
      parse((await reader.get(LISTS)).text)
        .querySelectorAll("section[aria-labelledby^='list-']")
        .find((section) => section.querySelector("h2")?.text.startsWith("Noted "))
        ?.getAttribute("aria-labelledby")
        ?.slice("list-".length) ?? "";
    const field = (html: string) => parse(html).querySelector(`[id="note-${list}-${strategy}"]`);
    const note = { xsrf, intent: "note", list, strategy };
    expect((await reader.post(LISTS, { ...note, note: " after <March> " })).headers.location).toBe(
      `${LISTS}#list-${list}`,
    );
    const page = (await reader.get(LISTS)).text;
    expect(field(page)?.getAttribute("value")).toBe("after <March>");
    expect(parse(page).querySelector(`a[href^="/algos/managers"][href$="${strategy}"]`)).not.toBeNull();
    await reader.post(LISTS, { xsrf, intent: "share", list });
    const share = /\/algos\/tracklist\/shared\/[\w-]+/.exec((await reader.get(LISTS)).text)?.[0] ?? "";
    expect((await site.get(share)).text).not.toContain("after &lt;March");
    const refused = await reader.post(LISTS, { ...note, note: "x".repeat(201) });
    expect([refused.status, field(refused.text)?.getAttribute("aria-invalid")]).toEqual([422, "true"]);
    expect(refused.text).toContain("at most 200 characters");
    const out = new TestUser(site);
    const refusedNote = await out.post(LISTS, { ...note, note: "typed too late" });
    expect(field((await out.signIn(refusedNote.headers.location)).text)?.getAttribute("value")).toBe(
      "typed too late",
    );
    const late = new TestUser(site);
    const renamed = await late.post(LISTS, { xsrf, intent: "rename", list, name: "Named too late" });
    const again = parse((await late.signIn(renamed.headers.location)).text);
    expect(again.querySelector(`[id="list-${list}-name"]`)?.getAttribute("value")).toBe("Named too late");
  });

  it("respond to a rejected form with 409 or 422, and show its input and the reason", async () => {
    const reader = new TestUser(site);
    await reader.signIn();
    const xsrf = await reader.xsrf();
    const create = (name: string, key: string) => reader.post(LISTS, { xsrf, intent: "create", key, name });
    await create("Only one", "key-only-one");
    const same = await create("ONLY one", "key-only-two");
    expect(same.status).toBe(409);
    expect(same.text).toContain("You already have a tracklist named “ONLY one”.");
    expect(parse(same.text).querySelector("#new-name")?.getAttribute("value")).toBe("ONLY one");
    const long = await create("x".repeat(60), "key-only-three");
    expect(long.status).toBe(422);
    expect(long.text).toContain("at most 40 characters");
    expect((await create(" ", "key-only-four")).status).toBe(422);
    expect((await reader.post(LISTS, { xsrf, intent: "explode" })).status).toBe(422);
    for (let count = 0; count < 25; count += 1) await create(`List ${count}`, `key-many-${count}`);
    const full = await create("One more", "key-one-more");
    expect(full.status).toBe(409);
    expect(full.text).toContain("You have 20 tracklists, which is the maximum.");
  });

  it("accept only forms of this site with the session's token", async () => {
    const [reader, other] = [new TestUser(site), new TestUser(site)];
    await reader.signIn("/login", RAVI);
    await other.signIn("/login", ASHA);
    const own = await reader.xsrf();
    const form = { intent: "create", key: "forged-key-1", name: "Forged" };
    for (const xsrf of ["", "x", await other.xsrf(), own.slice(0, -1)])
      expect((await reader.post(LISTS, { ...form, xsrf })).status).toBe(403);
    expect((await reader.post("/logout", {})).status).toBe(403);
    expect(
      (await reader.post(LISTS, { ...form, xsrf: own }, { origin: "https://evil.example" })).status,
    ).toBe(403);
    expect(
      (await reader.post(LISTS, { ...form, xsrf: own }, { "sec-fetch-site": "cross-site" })).status,
    ).toBe(403);
    expect((await reader.post(LISTS, form, { "x-xsrf-token": own })).status).toBe(303);
  });

  it("do not show another client's lists under any id", async () => {
    const [owner, thief] = [new TestUser(site), new TestUser(site)];
    await owner.signIn("/login", RAVI);
    const mine = await owner.xsrf();
    await owner.post(LISTS, { xsrf: mine, intent: "create", key: "private-key", name: "Private thoughts" });
    const page = (await owner.get(LISTS)).text;
    const lists = listIds(page);
    await thief.signIn("/login", ASHA);
    const xsrf = await thief.xsrf();
    for (const list of lists)
      for (const fields of [
        { intent: "rename", name: "Mine now" },
        { intent: "share" },
        { intent: "delete" },
        { intent: "restore" },
        { intent: "track", strategy: "ridgeline-condor" },
        { intent: "untrack", strategy: "ridgeline-condor" },
        { intent: "note", strategy: "ridgeline-condor", note: "mine" },
      ])
        expect((await thief.post(LISTS, { xsrf, list, ...fields })).status, fields.intent).toBe(404);
    expect((await thief.get(LISTS)).text).not.toContain("Private thoughts");
    expect((await owner.get(LISTS)).text).toContain("Private thoughts");
  });

  it("preserve a signed-out user's form during the sign-in", async () => {
    const reader = new TestUser(site);
    const answer = await reader.post(LISTS, {
      intent: "create",
      key: "nobody-key",
      name: "Nobody's",
    });
    expect(answer.status).toBe(303);
    const page = await reader.signIn(answer.headers.location);
    expect(parse(page.text).querySelector("#new-name")?.getAttribute("value")).toBe("Nobody's");
    expect(page.text).not.toContain('id="list-Nobody');
  });

  it("are available with the same session after a SIGKILL of the sandbox", async () => {
    const reader = new TestUser(site);
    await reader.signIn("/login", RAVI);
    const xsrf = await reader.xsrf();
    await reader.post(LISTS, { xsrf, intent: "create", key: "durable-key", name: "Durable" });
    process.kill(site.sandboxPid(), "SIGKILL");
    await expect
      .poll(async () => (await reader.get(LISTS)).text, { timeout: 15_000, interval: 200 })
      .toContain("Durable");
  });
});

it("the log contains no cookie, token, PIN or secret", () => {
  const text = JSON.stringify(site.log);
  for (const client of SANDBOX_CLIENTS) {
    expect(text).not.toContain(client.pin);
    expect(text).not.toContain(client.totpSecret);
  }
  expect(text).not.toMatch(/session=|tokenId|partner_secret|consentId/);
});
