// Attacks on sessions with a copied cookie, a prepared link, or a session of the same user in another browser.
import { parse } from "node-html-parser";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { CLOSE_CODES } from "../../../app/contract/live/close-codes.ts";
import { ORDERS_PATH, ORDERS_SUBPROTOCOL } from "../../../app/contract/live/order-updates.ts";
import { SANDBOX_CLIENTS } from "../../../server/sandbox/accounts/clients.ts";
import { createSeal } from "../../../server/session/seal.ts";
import { TestUser } from "../../support/sign-in.ts";
import { type Site, startSite, until } from "../../support/site.ts";
import { TradingClient } from "../../support/trading-client.ts";

const [ASHA, RAVI] = SANDBOX_CLIENTS;
const SECRET = "a-secret-that-only-this-test-knows-0001";
const SESSIONS = "/account/sessions";
const ENDED_WITHIN_MS = 15_000;

let site: Site;
beforeAll(async () => {
  site = await startSite({ SESSION_SECRETS: SECRET });
});
afterAll(() => site.stop());

type Tab = { status: number | null; retryAfter: string | undefined; closed: number | null; heard: string[] };

/** Opens the order socket as a page of this site would, with these cookies. */
function openTab(cookie: string): Promise<Tab & { socket: WebSocket }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${site.port}${ORDERS_PATH}`, ORDERS_SUBPROTOCOL, {
      headers: { cookie, origin: site.origin },
    });
    const tab = {
      socket,
      status: null as number | null,
      retryAfter: undefined as string | undefined,
      closed: null as number | null,
      heard: [] as string[],
    };
    socket.on("message", (data) => tab.heard.push(data.toString()));
    socket.on("close", (code) => {
      tab.closed = code;
    });
    socket.on("error", () => {});
    socket.on("unexpected-response", (_, answer) => {
      tab.status = answer.statusCode ?? 0;
      tab.retryAfter = answer.headers["retry-after"];
      answer.resume();
      resolve(tab);
    });
    socket.on("open", () => {
      tab.status = 101;
      socket.send(JSON.stringify(["s", "", 0]));
      resolve(tab);
    });
  });
}
const isClosed = (tab: Tab) =>
  until(
    async () => tab.closed,
    (code) => code !== null,
    ENDED_WITHIN_MS,
  );

async function signedIn(client = ASHA): Promise<TestUser> {
  const reader = new TestUser(site);
  await reader.signIn("/login", client);
  return reader;
}

/** Returns the provider's token in a user's cookie. */
async function tokenOf(reader: TestUser): Promise<string> {
  const shape = z.object({ accessToken: z.string() });
  const opened = await createSeal([SECRET]).open("session", reader.cookies.get("session"), shape, Date.now());
  return opened?.accessToken ?? "";
}

/** Calls the base API directly, as another replica of the site would. */
async function baseApi(method: "GET" | "DELETE", path: string, token: string) {
  const line = site.log.findLast((one) => one.msg === "sandbox is listening");
  const port = /127\.0\.0\.1:(\d+)/.exec(String(line?.detail))?.[1];
  const answer = await request(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { "access-token": token },
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: text === "" ? null : JSON.parse(text) };
}

describe("a copied session cookie", () => {
  it("opens no order socket and shows no account page after the sign-out", async () => {
    const reader = await signedIn();
    const copy = reader.cookie;
    const tab = await openTab(copy);
    expect(tab.status).toBe(101);
    const xsrf = await reader.xsrf();
    expect((await reader.post("/logout", { xsrf })).status).toBe(303);
    expect(await isClosed(tab)).toBe(CLOSE_CODES.sessionEnded);
    const replayed = await openTab(copy);
    expect(replayed.status).toBe(401);
    const home = await site.get("/", { cookie: copy });
    expect(home.text).not.toContain(ASHA?.name);
    expect((await site.get(SESSIONS, { cookie: copy })).headers.location).toMatch(/^\/login\?to=/);
  });

  it("has its socket closed within 15 s after the session ends at the provider", async () => {
    const [ending, staying] = [await signedIn(), await signedIn()];
    const [one, other] = [await openTab(ending.cookie), await openTab(staying.cookie)];
    expect((await baseApi("DELETE", "/v1/session", await tokenOf(ending))).status).toBe(204);
    expect(await isClosed(one)).toBe(CLOSE_CODES.sessionEnded);
    expect((await openTab(ending.cookie)).status).toBe(401);
    expect(other.closed).toBeNull();
    other.socket.terminate();
  });

  it("gets 503 with Retry-After while the provider cannot verify the session", async () => {
    const reader = await signedIn();
    process.kill(site.sandboxPid(), "SIGSTOP");
    try {
      const tab = await openTab(reader.cookie);
      expect([tab.status, tab.retryAfter]).toEqual([503, "5"]);
    } finally {
      process.kill(site.sandboxPid(), "SIGCONT");
    }
    await until(
      async () => (await openTab(reader.cookie)).status,
      (status) => status === 101,
      ENDED_WITHIN_MS,
    );
  });
});

describe("several browsers of one client", () => {
  it("can be signed in together, and each browser is signed out separately", async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const tab = await openTab(second.cookie);
    for (const reader of [first, second]) expect((await reader.get("/algos/tracklist")).status).toBe(200);
    await first.post("/logout", { xsrf: await first.xsrf() });
    expect((await first.get("/algos/tracklist")).text).toContain("You are signed out");
    expect((await second.get("/algos/tracklist")).text).not.toContain("You are signed out");
    expect(tab.closed).toBeNull();
    tab.socket.terminate();
  });

  it("are limited to ten sessions: a new sign-in ends the least recently used one", async () => {
    const readers: TestUser[] = [];
    for (let count = 0; count < 11; count += 1) readers.push(await signedIn(RAVI));
    const states = await Promise.all(
      readers.map(async (reader) => (await baseApi("GET", "/v1/session", await tokenOf(reader))).status),
    );
    expect(states).toEqual([401, ...Array(10).fill(200)]);
  });

  it("are listed, and can be signed out individually or together", async () => {
    const [own, second, third] = [await signedIn(), await signedIn(), await signedIn()];
    await own.submit(SESSIONS, { xsrf: await own.xsrf(), intent: "end_others" });
    expect((await baseApi("GET", "/v1/session", await tokenOf(second))).status).toBe(401);
    expect((await baseApi("GET", "/v1/session", await tokenOf(third))).status).toBe(401);

    const [fourth, fifth] = [await signedIn(), await signedIn()];
    const tab = await openTab(fourth.cookie);
    const page = await own.get(SESSIONS);
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "no-store"]);
    const rows = parse(page.text).querySelectorAll("main tbody tr");
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => row.text.includes("This browser"))).toHaveLength(1);
    expect(rows[0]?.text).toMatch(/IST/);
    const { body } = await baseApi("GET", "/v1/session", await tokenOf(fourth));
    const ended = await own.submit(SESSIONS, { xsrf: await own.xsrf(), intent: "end", session: body.id });
    expect(parse(ended.text).querySelector('[role="status"]')?.text).toContain("That device is signed out.");
    expect(await isClosed(tab)).toBe(CLOSE_CODES.sessionEnded);
    const led = await fourth.get("/algos/tracklist");
    expect([led.status, fourth.cookies.has("session")]).toEqual([303, false]);

    const everywhere = await own.post(SESSIONS, { xsrf: await own.xsrf(), intent: "end_all" });
    expect([everywhere.status, everywhere.headers.location, own.cookies.has("session")]).toEqual([
      303,
      "/",
      false,
    ]);
    expect((await baseApi("GET", "/v1/session", await tokenOf(fifth))).status).toBe(401);
  });

  it("cannot be seen or ended by other clients", async () => {
    const [owner, thief] = [await signedIn(ASHA), await signedIn(RAVI)];
    const { body } = await baseApi("GET", "/v1/session", await tokenOf(owner));
    const page = await thief.submit(SESSIONS, { xsrf: await thief.xsrf(), intent: "end", session: body.id });
    expect(page.status).toBe(200);
    expect((await baseApi("GET", "/v1/session", await tokenOf(owner))).status).toBe(200);
    expect(page.text).not.toContain(body.id);
    for (const fields of [{ intent: "end_all" }, { intent: "end", session: body.id }])
      expect((await owner.post(SESSIONS, fields)).status, "without its token").toBe(403);
  });

  it("stay signed in when a program gets or renews a token, and vice versa", async () => {
    const reader = await signedIn(RAVI);
    const list = async () =>
      (await baseApi("GET", "/v1/sessions", await tokenOf(reader))).body.items as {
        kind: string;
        isCurrent: boolean;
      }[];
    const kinds = (await list()).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["sign_in"]));
    expect((await list()).filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const renewed = await site.get("/sandbox/v2/RenewToken", { "access-token": await tokenOf(reader) });
    expect([renewed.status, JSON.parse(renewed.text).errorCode]).toEqual([400, "DH-905"]);

    const { pin = "", totp } = TradingClient.codes(RAVI ?? { pin: "", totpSecret: "" });
    const login = `/sandbox/auth/app/generateAccessToken?dhanClientId=${RAVI?.id}&pin=${pin}&totp=${totp}`;
    const first: string = JSON.parse((await site.post(login, "")).text).accessToken;
    const profile = async (token: string) =>
      (await site.get("/sandbox/v2/profile", { "access-token": token })).status;
    expect(await profile(first)).toBe(200);
    const answer = await site.get("/sandbox/v2/RenewToken", { "access-token": first });
    const second: string = JSON.parse(answer.text).accessToken;
    expect([await profile(first), await profile(second)]).toEqual([401, 200]);
    expect((await baseApi("GET", "/v1/session", await tokenOf(reader))).status).toBe(200);
    await signedIn(RAVI);
    expect(await profile(second)).toBe(200);
  });
});

describe("a sign-in with another person's link", () => {
  it("is refused with 400, with the victim's or the attacker's consent", async () => {
    const [victim, attacker] = [new TestUser(site), new TestUser(site)];
    const theirs = await attacker.authorize(await attacker.consentId(), RAVI);
    const own = await victim.consentId();
    const tokenId = new URL(theirs, site.origin).searchParams.get("tokenId") ?? "";
    const loginCookie = victim.cookies.get("login");
    for (const link of [theirs, `/auth/callback?tokenId=${tokenId}&consentId=${own}`]) {
      const answer = await victim.get(link);
      expect([answer.status, victim.cookies.has("session")], link).toEqual([400, false]);
      expect(answer.text).toContain("belongs to a different sign-in");
      // The attack does not affect the victim's pending sign-in.
      expect(victim.cookies.get("login")).toBe(loginCookie);
    }
    // The refused callback has used up the tokenId of the attacker.
    expect((await attacker.get(`/auth/callback?tokenId=${tokenId}`)).status).toBe(401);
    const page = await victim.visit(await victim.authorize(own, ASHA));
    expect(page.text).toContain(`Signed in as ${ASHA?.name}`);
  });

  it("is refused if its login cookie is a copy of a used one", async () => {
    const reader = new TestUser(site);
    const consentId = await reader.consentId();
    const copy = new TestUser(site);
    for (const [name, value] of reader.cookies) copy.cookies.set(name, value);
    await reader.visit(await reader.authorize(consentId));
    const other = new TestUser(site);
    const link = await other.authorize(await other.consentId());
    expect((await copy.get(link)).status).toBe(400);
    expect(copy.cookies.has("session")).toBe(false);
  });
});

describe("a second sign-in in the same browser", () => {
  it("ends the previous session", async () => {
    const reader = await signedIn(ASHA);
    const before = await tokenOf(reader);
    const session = reader.cookies.get("session") ?? "";
    reader.cookies.delete("session");
    const consentId = await reader.consentId();
    reader.cookies.set("session", session);
    await reader.visit(await reader.authorize(consentId, RAVI));
    expect((await baseApi("GET", "/v1/session", before)).status).toBe(401);
    expect((await baseApi("GET", "/v1/session", await tokenOf(reader))).body.clientId).toBe(RAVI?.id);
  });
});

describe("the message after a sign-in", () => {
  it("appears once, on an uncached page, and never to other users", async () => {
    const reader = new TestUser(site);
    const signedInText = `Signed in as ${ASHA?.name} (${ASHA?.id}).`;
    const statusText = (html: string) => parse(html).querySelector('main [role="status"]')?.text ?? "";
    const page = await reader.signIn("/login?to=/legal/terms");
    expect(statusText(page.text)).toBe(signedInText);
    expect(page.headers["cache-control"]).toBe("no-store");
    const again = await reader.get("/legal/terms");
    expect(statusText(again.text)).toBe("");
    expect(parse(again.text).querySelector("header")?.text).toContain("Signed in as");
    const visitorPage = await site.get("/legal/terms", { cookie: "notice=signed_in" });
    expect(visitorPage.text).not.toContain(ASHA?.name);
    expect(statusText(visitorPage.text)).toBe("");
    for (const odd of ["notice=%00", "notice=<b>", "notice=constructor"])
      expect((await site.get("/legal/terms", { cookie: odd })).status).toBe(200);
  });
});
