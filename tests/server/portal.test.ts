// The developer portal without scripts, and apps that request a client's consent.
import { parse } from "node-html-parser";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { mainText as text } from "../support/page-facts.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

const PORTAL = "/sandbox/portal";
const [ASHA] = SANDBOX_CLIENTS;
const ORDER = {
  transactionType: "BUY",
  exchangeSegment: "NSE_EQ",
  productType: "INTRADAY",
  orderType: "MARKET",
  validity: "DAY",
  securityId: "1333",
  quantity: 2,
};

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Returns a value that a page shows only once, by its name. */
const secretOf = (html: string, name: string) =>
  parse(html)
    .querySelectorAll('[role="status"] dl > div')
    .find((row) => row.querySelector("dt")?.text.startsWith(name))
    ?.querySelector("dd")
    ?.text.trim() ?? "";
const open = () => TradingClient.open(`${site.origin}/sandbox`);

describe("signing in to the portal", () => {
  it("an account opens with a token or with codes until the user signs out", async () => {
    const { account } = await open();
    const byToken = new TestUser(site);
    const entered = await byToken.submit(`${PORTAL}/sign-in`, { way: "token", token: account.accessToken });
    expect([entered.path, entered.status]).toEqual([PORTAL, 200]);
    expect(text(entered.text)).toContain(`client id ${account.dhanClientId}`);
    const byCodes = new TestUser(site);
    const totp = new TOTP({ secret: Secret.fromBase32(account.totpSecret) }).generate();
    const codes = { way: "codes", clientId: account.dhanClientId, pin: account.pin, totp };
    expect((await byCodes.post(`${PORTAL}/sign-in`, codes)).status).toBe(303);
    expect(text((await byCodes.get(PORTAL)).text)).toContain(account.dhanClientId);
    const copied = byCodes.cookie;
    await byCodes.post(`${PORTAL}/leave`, {});
    expect(text((await site.get(PORTAL, { cookie: copied })).text)).toContain("Sign in with your token");
    // The session in the other browser continues.
    expect(text((await byToken.get(`${PORTAL}/tokens`)).text)).toContain("Your own programs");
  });

  it.each([
    ["an unknown token", { way: "token", token: "x".repeat(64) }, 401],
    ["malformed codes", { way: "codes", clientId: "2000000000", pin: "12", totp: "3" }, 422],
    ["wrong codes", { way: "codes", clientId: "2000000000", pin: "123456", totp: "654321" }, 401],
  ] as [string, Record<string, string>, number][])(
    "%s is refused with a message on the page",
    async (_, fields, status) => {
      const answer = await new TestUser(site).post(`${PORTAL}/sign-in`, fields);
      expect(answer.status).toBe(status);
      expect(parse(answer.text).querySelector('[role="alert"]')?.text.trim()).not.toBe("");
      expect(answer.headers["set-cookie"]).toBeUndefined();
    },
  );

  it("creates one account per form, however often the form is submitted", async () => {
    const reader = new TestUser(site);
    const page = parse((await reader.get(PORTAL)).text);
    const once = page.querySelector('form[action$="/accounts"] [name="once"]')?.getAttribute("value") ?? "";
    const press = () => new TestUser(site).post(`${PORTAL}/accounts`, { once, name: "Twice" });
    const keys = (await Promise.all([press(), press()])).map(
      ({ headers }) => /sandbox-portal=([^;]+)/.exec(String(headers["set-cookie"]))?.[1],
    );
    expect(keys[0]).toBeDefined();
    expect(keys[1]).toBe(keys[0]);
  });
});

describe("contents of the portal", () => {
  it("the start page states after how many days an unused account expires", async () => {
    expect(text((await site.get(PORTAL)).text)).toContain("after 7 days without use");
  });

  it("include requests with masked bodies, which only their own account can find", async () => {
    const client = await open();
    const id = "find-me-by-this-id";
    await client.send("post", "/orders", { ...ORDER, pin: "987654" }, { "x-request-id": id });
    await client.send("post", "/orders", ORDER, { "x-request-id": "an-accepted-one" });
    await client.send("post", "/orders", { ...ORDER, quantity: 0 });
    await client.send("get", "/RenewToken");
    const reader = new TestUser(site);
    const totp = new TOTP({ secret: Secret.fromBase32(client.account.totpSecret) }).generate();
    const { dhanClientId: clientId, pin } = client.account;
    await reader.post(`${PORTAL}/sign-in`, { way: "codes", clientId, pin, totp });

    const found = parse((await reader.get(`${PORTAL}/requests?q=${id}`)).text).querySelectorAll("tbody tr");
    expect(found).toHaveLength(1);
    const one = await reader.get(found[0]?.querySelector("a")?.getAttribute("href") ?? "");
    expect(text(one.text)).toContain('"securityId": "1333"');
    expect(text(one.text)).toContain('"field": "pin"');
    expect(one.text).not.toContain("987654");
    const accepted = parse((await reader.get(`${PORTAL}/requests?q=an-accepted-one`)).text).querySelector(
      "tbody a",
    );
    expect(text((await reader.get(accepted?.getAttribute("href") ?? "")).text)).toContain('"orderId"');
    const refused = parse((await reader.get(`${PORTAL}/requests?status=refused`)).text);
    expect(
      refused
        .querySelectorAll("tbody tr")
        .every((row) => row.querySelector('[data-label="Status"]')?.text === "400"),
    ).toBe(true);
    const all = await reader.get(`${PORTAL}/requests`);
    expect(all.text).not.toContain(client.account.accessToken);
    expect((await reader.get(`${PORTAL}/requests/999999999`)).status).toBe(404);

    const overview = text((await reader.get(PORTAL)).text);
    expect(overview).toMatch(/Orders today.*3 of 5,000/);
    const events = text((await reader.get(`${PORTAL}/postbacks`)).text);
    expect(events).toContain("TRADED");
    // Calls of another account are not found.
    const otherReader = new TestUser(site);
    await otherReader.post(`${PORTAL}/accounts`, {});
    expect(text((await otherReader.get(`${PORTAL}/requests?q=${id}`)).text)).toContain("No call matches.");
    expect((await otherReader.get(found[0]?.querySelector("a")?.getAttribute("href") ?? "")).status).toBe(
      404,
    );
  });

  it("the overview shows the token's expiry, limit usage and the last error code", async () => {
    const client = await open();
    await client.send("post", "/orders", { ...ORDER, quantity: 0 });
    const reader = new TestUser(site);
    await reader.post(`${PORTAL}/sign-in`, { way: "token", token: client.account.accessToken });
    const overview = text((await reader.get(PORTAL)).text);
    expect(overview).toMatch(/Access token\s*Until \d{4}-\d{2}-\d{2}, used/);
    expect(overview).toMatch(/Market feed\s*0 of 5/);
    expect(overview).toMatch(/Resting orders\s*0 of 1,000/);
    expect(overview).toMatch(/DH-905 quantity/);
    expect(overview).not.toContain(client.account.accessToken);
  });

  it("the overview switches a frequent fault on and off", async () => {
    const reader = new TestUser(site);
    await reader.post(`${PORTAL}/accounts`, {});
    const fields = { place: "overview", fault: "slow", number: "1" };
    const on = await reader.submit(`${PORTAL}/faults`, { ...fields, intent: "add" });
    expect([on.path, text(on.text)]).toEqual([PORTAL, expect.stringContaining("Turn off: Slow responses")]);
    const off = await reader.submit(`${PORTAL}/faults`, { ...fields, intent: "remove" });
    expect([off.path, text(off.text)]).toEqual([PORTAL, expect.stringContaining("Turn on: Slow responses")]);
  });

  it("include the account's requests as JSON for a program with the token", async () => {
    const client = await open();
    await client.send("get", "/holdings");
    const headers = { accept: "application/json", "access-token": client.account.accessToken };
    const answer = await site.get(`${PORTAL}/requests`, headers);
    expect(JSON.parse(answer.text).items[0]).toMatchObject({
      method: "GET",
      path: "/v2/holdings",
      status: 200,
    });
    expect((await site.get(`${PORTAL}/requests`, { ...headers, "access-token": "x" })).status).toBe(401);
  });

  it("include the account's clock, and a reset that requires a confirmation", async () => {
    const reader = new TestUser(site);
    await reader.post(`${PORTAL}/accounts`, {});
    const set = await reader.submit(`${PORTAL}/clock`, {
      intent: "set",
      at: "2026-11-20 10:00:00",
      seed: "7",
      hours: "always",
    });
    expect(text(set.text)).toContain("2026-11-20 10:00:00 IST");
    const later = await reader.submit(`${PORTAL}/clock`, { intent: "advance", seconds: "60" });
    expect(text(later.text)).toContain("2026-11-20 10:01:00 IST");
    expect((await reader.post(`${PORTAL}/clock`, { intent: "set", at: "yesterday" })).status).toBe(422);
    expect((await reader.post(`${PORTAL}/clock`, { intent: "reset" })).status).toBe(422);
    const reset = await reader.submit(`${PORTAL}/clock`, { intent: "reset", sure: "yes" });
    expect(text(reset.text)).toContain("The account is reset.");
    expect(text(reset.text)).toContain("The common clock");
  });

  it("a read-only token cannot trade, and a revoked token has no access", async () => {
    const reader = new TestUser(site);
    const account = await reader.submit(`${PORTAL}/accounts`, {});
    const codes = { pin: secretOf(account.text, "PIN"), totpSecret: secretOf(account.text, "TOTP secret") };
    const made = await reader.submit(`${PORTAL}/tokens`, {
      intent: "make",
      scope: "read",
      ...TradingClient.codes(codes),
    });
    const token = secretOf(made.text, "Access token");
    const headers = { "access-token": token, "content-type": "application/json" };
    const holdings = () => site.get("/sandbox/v2/holdings", headers);
    expect((await holdings()).status).toBe(200);
    const refused = await site.post("/sandbox/v2/orders", JSON.stringify(ORDER), headers);
    expect([refused.status, JSON.parse(refused.text).errorCode]).toEqual([403, "DH-902"]);
    const id = parse(made.text).querySelector('form [name="token"]')?.getAttribute("value") ?? "";
    await reader.post(`${PORTAL}/tokens`, { intent: "revoke", token: id });
    expect((await holdings()).status).toBe(401);
  });
});

/** Registers an app in the portal, as a developer with a browser would. */
async function makeApp(fields: Record<string, string>) {
  const developer = new TestUser(site);
  await developer.post(`${PORTAL}/accounts`, {});
  const page = await developer.submit(`${PORTAL}/apps`, {
    intent: "make",
    name: "Ladder",
    audience: "any",
    ...fields,
  });
  const headers = { app_id: secretOf(page.text, "App id"), app_secret: secretOf(page.text, "App secret") };
  const call = async (path: string) =>
    JSON.parse((await site.post(`/sandbox/auth/app${path}`, "", headers)).text);
  const ask = async (): Promise<string> => {
    const { consentAppId } = await call("/generate-consent?state=st-1");
    const opened = await site.get(`/sandbox/auth/login/consentApp-login?consentAppId=${consentAppId}`);
    expect(opened.status).toBe(302);
    return consentAppId;
  };
  return { developer, headers, call, ask };
}

describe("an app that requests a client's consent", () => {
  it("can trade after the client's approval, until the client revokes the access", async () => {
    const app = await makeApp({ scope: "trade", url: "http://localhost:4321/back?kept=1" });
    const consentId = await app.ask();
    const user = new TestUser(site);
    const page = await user.get(`/sandbox/auth/consent-login?consentId=${consentId}`);
    expect(text(page.text)).toMatch(/Authorise Ladder.*Place, change and cancel orders.*localhost:4321/);
    expect(page.text).not.toContain(ASHA?.pin);
    expect(String(page.headers["content-security-policy"])).toContain(
      "form-action 'self' http://localhost:4321;",
    );
    expect(page.headers["x-form-origin"]).toBeUndefined();
    const back = await user.authorize(consentId);
    const address = new URL(back);
    expect([address.origin, address.searchParams.get("kept"), address.searchParams.get("state")]).toEqual([
      "http://localhost:4321",
      "1",
      "st-1",
    ]);
    const { accessToken, dhanClientId } = await app.call(
      `/consumeApp-consent?tokenId=${address.searchParams.get("tokenId")}`,
    );
    expect(dhanClientId).toBe(ASHA?.id);
    const headers = { "access-token": accessToken, "content-type": "application/json" };
    const profile = () => site.get("/sandbox/v2/profile", headers);
    expect((await profile()).status).toBe(200);
    const order = () => site.post("/sandbox/v2/orders", JSON.stringify(ORDER), headers);
    const placed = await order();
    expect([placed.status, JSON.parse(placed.text).orderStatus]).toEqual([200, "TRADED"]);

    // The client sees the app among the connected apps and revokes its access.
    await user.signIn();
    const apps = await user.get("/account/apps");
    expect(text(apps.text)).toContain("Ladder");
    const session = parse(apps.text).querySelector('form [name="session"]')?.getAttribute("value") ?? "";
    const revoked = await user.submit("/account/apps", { xsrf: await user.xsrf(), session });
    expect(text(revoked.text)).not.toContain("Ladder can");
    expect([(await profile()).status, (await order()).status]).toEqual([401, 401]);
  });

  it("gets access_denied after the client denies, and the consent cannot be reused", async () => {
    const app = await makeApp({ url: "https://app.example/back" });
    const consentId = await app.ask();
    const deny = () => new TestUser(site).post("/sandbox/auth/consent-login", { consentId, step: "deny" });
    const first = await deny();
    expect([first.status, first.headers.location]).toEqual([
      302,
      "https://app.example/back?error=access_denied&state=st-1",
    ]);
    expect((await deny()).status).toBe(410);
    expect(await new TestUser(site).authorize(consentId)).toBe("");
  });

  it("rejects other clients if private, and shows the token id without a redirect URL", async () => {
    const app = await makeApp({ audience: "own" });
    expect(await new TestUser(site).authorize(await app.ask())).toBe("");
    const appWithoutRedirect = await makeApp({});
    const consentId = await appWithoutRedirect.ask();
    const done = await new TestUser(site).post("/sandbox/auth/consent-login", {
      consentId,
      clientId: ASHA?.id ?? "",
      step: "code",
      method: "pin",
      code: ASHA?.pin ?? "",
    });
    expect(text(done.text)).toMatch(/Ladder is authorised.*Token id\s*[0-9a-f-]{36}/);
  });

  it("is rejected if its address is invalid, and the form preserves the input", async () => {
    const { developer } = await makeApp({});
    const answer = await developer.post(`${PORTAL}/apps`, {
      intent: "make",
      name: "Bad",
      url: "javascript:alert(1)",
    });
    expect(answer.status).toBe(422);
    const field = parse(answer.text).querySelector("#url-new");
    expect([field?.getAttribute("value"), field?.getAttribute("aria-invalid")]).toEqual([
      "javascript:alert(1)",
      "true",
    ]);
  });
});

describe("the sign-in of the site", () => {
  it("shows which app requests access, and a denial ends the login", async () => {
    const reader = new TestUser(site);
    const consentId = await reader.consentId();
    const page = await reader.get(`/sandbox/auth/consent-login?consentId=${consentId}`);
    expect(text(page.text)).toContain("Meridian wants to view your orders and positions");
    const denied = await reader.submit("/sandbox/auth/consent-login", { consentId, step: "deny" });
    expect(denied.path).toMatch(/^\/auth\/callback/);
    expect(text(denied.text)).toContain("You denied access");
    expect(reader.cookies.has("login")).toBe(false);
  });

  it("signs in as a demo client with one form", async () => {
    const user = new TestUser(site);
    const consentId = await user.consentId("/login?to=/algos/my-algos");
    const demo = { consentId, demo: ASHA?.id ?? "" };
    const back = await user.visit(
      (await user.post("/sandbox/auth/consent-login", demo)).headers.location ?? "",
    );
    expect([back.path, back.status]).toEqual(["/algos/my-algos", 200]);
  });

  it("requires codes for an app, even if the form names a demo client", async () => {
    const app = await makeApp({ scope: "trade", url: "http://localhost:4321/back" });
    const demo = { consentId: await app.ask(), demo: ASHA?.id ?? "" };
    expect((await new TestUser(site).post("/sandbox/auth/consent-login", demo)).status).toBe(422);
  });

  it("shows demo logins on loopback or if allowed, and the set days of unused accounts", async () => {
    const origin = "https://www.broker.example";
    const host = { host: new URL(origin).host };
    const loginOf = async (at: Site, headers = {}) => {
      const begun = await at.get("/login", headers);
      return (await at.get(begun.headers.location ?? "", headers)).text;
    };
    expect(await loginOf(site)).toContain('name="demo"');
    for (const allowed of [{}, { SANDBOX_DEMO_LOGINS: "yes" }]) {
      const other = await startSite({ PUBLIC_ORIGIN: origin, SANDBOX_ACCOUNT_DAYS: "3", ...allowed });
      try {
        const page = await loginOf(other, host);
        expect(page.includes('name="demo"')).toBe("SANDBOX_DEMO_LOGINS" in allowed);
        // The setting of unused accounts is tested here, because these sites need their own settings anyway.
        expect(text((await other.get(PORTAL, host)).text)).toContain("after 3 days without use");
      } finally {
        await other.stop();
      }
    }
  });
});

describe("a partner platform", () => {
  it("shows account data after consent, until either side disconnects", async () => {
    const reader = new TestUser(site);
    await reader.signIn();
    const apis = await reader.get("/trading-apis");
    expect(apis.text).toContain('href="/sandbox/platforms/chartline"');
    const before = await reader.get("/sandbox/platforms/chartline");
    expect(text(before.text)).toContain("Connect your Meridian account");
    const connect = async () => {
      const redirect = await reader.post("/sandbox/platforms/chartline", { intent: "connect" });
      const consentId =
        new URL(redirect.headers.location ?? "", site.origin).searchParams.get("consentId") ?? "";
      const connected = await reader.visit(await reader.authorize(consentId));
      expect(connected.path).toBe("/sandbox/platforms/chartline");
      expect(text(connected.text)).toMatch(/Connected to account 1000000001.*Available margin\s*₹/);
      const apps = await reader.get("/account/apps");
      expect(text(apps.text)).toContain("Chartline");
      return parse(apps.text).querySelector('form [name="session"]')?.getAttribute("value") ?? "";
    };
    await connect();
    const gone = await reader.submit("/sandbox/platforms/chartline", { intent: "disconnect" });
    expect(text(gone.text)).toContain("Connect your Meridian account");
    expect(text((await reader.get("/account/apps")).text)).not.toContain("Chartline");

    const session = await connect();
    await reader.submit("/account/apps", { xsrf: await reader.xsrf(), session });
    expect(text((await reader.get("/sandbox/platforms/chartline")).text)).toContain(
      "Connect your Meridian account",
    );
  });
});
