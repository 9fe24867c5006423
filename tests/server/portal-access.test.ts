// Access to the developer portal: permissions and their duration, actions that require PIN and TOTP, and rejected
// forms.
import { parse } from "node-html-parser";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSandboxPage } from "../../app/contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { ATTEMPT_LIMITS } from "../../server/sandbox/accounts/attempts.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Answer, type Site, startSite } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

const PORTAL = "/sandbox/portal";
type Account = TradingClient["account"];

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const open = async (): Promise<Account> => (await TradingClient.open(`${site.origin}/sandbox`)).account;
const codesOf = TradingClient.codes;
const signIn = async (token: string): Promise<TestUser> => {
  const reader = new TestUser(site);
  expect((await reader.post(`${PORTAL}/sign-in`, { way: "token", token })).status).toBe(303);
  return reader;
};
const isSignedIn = async (reader: TestUser) => (await reader.get(`${PORTAL}/tokens`)).status === 200;
const alertOf = ({ text }: Answer) => parse(text).querySelector('[role="alert"]')?.text.trim() ?? "";
const secretOf = ({ text }: Answer, name: string) =>
  parse(text)
    .querySelectorAll('[role="status"] dl > div')
    .find((row) => row.querySelector("dt")?.text.startsWith(name))
    ?.querySelector("dd")
    ?.text.trim() ?? "";
const statusWith = async (token: string) =>
  (await site.get("/sandbox/v2/profile", { "access-token": token })).status;
/** Replaces the account's token with a read-only one. */
async function readOnlyToken(account: Account): Promise<string> {
  const reader = await signIn(account.accessToken);
  const made = await reader.submit(`${PORTAL}/tokens`, {
    intent: "make",
    scope: "read",
    ...codesOf(account),
  });
  const token = secretOf(made, "Access token");
  expect(token).not.toBe("");
  return token;
}

describe("a read-only token", () => {
  it("can read the scenario, clock and fault rules, but cannot change or reset them", async () => {
    const account = await open();
    const send = (method: string, path: string, token: string, body?: object) =>
      request(`${site.origin}/sandbox/v2${path}`, {
        method: method.toUpperCase() as "GET",
        headers: { "access-token": token, "content-type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
      });
    expect((await send("put", "/scenario", account.accessToken, { name: "halt" })).statusCode).toBe(200);
    const token = await readOnlyToken(account);
    const writes = TRADING_OPERATION_LIST.filter(
      ({ page, method }) => isSandboxPage(page) && method !== "get",
    );
    expect(writes.map(({ operationId }) => operationId).sort()).toEqual([
      "addMarketEvents",
      "advanceClock",
      "endClock",
      "endScenario",
      "resetAccount",
      "setClock",
      "setClockSpeed",
      "setFaults",
      "setScenario",
    ]);
    const read = async () => (await send("get", "/scenario", token)).body.json();
    const before = await read();
    expect(before).toMatchObject({ name: "halt" });
    for (const { method, path } of writes) {
      const refused = await send(method, path, token, method === "delete" ? undefined : {});
      expect([path, refused.statusCode, await refused.body.json()]).toEqual([
        path,
        403,
        expect.objectContaining({ errorCode: "DH-902" }),
      ]);
    }
    expect(await read()).toEqual(before);
  });

  it("does not give access to the portal", async () => {
    const token = await readOnlyToken(await open());
    const refused = await new TestUser(site).post(`${PORTAL}/sign-in`, { way: "token", token });
    expect(refused.status).toBe(403);
    expect(alertOf(refused)).toContain("trade scope");
    expect(refused.headers["set-cookie"]).toBeUndefined();
  });

  it("sent as a header does not authorise a portal form", async () => {
    const account = await open();
    const token = await readOnlyToken(account);
    for (const form of ["tokens", "clock", "postbacks", "apps", "playground"]) {
      const body = new URLSearchParams({ intent: "make", sure: "yes", ...codesOf(account, 1) }).toString();
      const answer = await site.post(`${PORTAL}/${form}`, body, { "access-token": token });
      expect([form, answer.status]).toEqual([form, 401]);
      expect(await statusWith(token)).toBe(200);
    }
  });
});

describe("a session opened with a token", () => {
  it.each([
    [
      "revoked in another browser",
      async (account: Account) => {
        const other = await signIn(account.accessToken);
        const page = parse((await other.get(`${PORTAL}/tokens`)).text);
        const id = page.querySelector('form [name="token"]')?.getAttribute("value") ?? "";
        await other.post(`${PORTAL}/tokens`, { intent: "revoke", token: id });
      },
    ],
    [
      "replaced by PIN and TOTP",
      async (account: Account) => {
        const { pin, totp } = codesOf(account);
        const path = `/sandbox/auth/app/generateAccessToken?dhanClientId=${account.dhanClientId}&pin=${pin}&totp=${totp}`;
        expect((await site.post(path, "")).status).toBe(200);
      },
    ],
    [
      "renewed",
      async (account: Account) => {
        const headers = { "access-token": account.accessToken, dhanClientId: account.dhanClientId };
        expect((await site.get("/sandbox/v2/RenewToken", headers)).status).toBe(200);
      },
    ],
  ] as [string, (account: Account) => Promise<void>][])("ends when the token is %s", async (_, end) => {
    const account = await open();
    const reader = await signIn(account.accessToken);
    expect(await isSignedIn(reader)).toBe(true);
    await end(account);
    expect(await isSignedIn(reader)).toBe(false);
    expect((await reader.post(`${PORTAL}/postbacks`, { intent: "address", url: "" })).status).toBe(401);
  });

  it("remains open in the browser that creates a new token with PIN and TOTP", async () => {
    const account = await open();
    const [reader, other] = [await signIn(account.accessToken), await signIn(account.accessToken)];
    await reader.submit(`${PORTAL}/tokens`, { intent: "make", scope: "trade", ...codesOf(account) });
    expect(await isSignedIn(reader)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
  });

  it("can create a new token without ending a session opened with PIN and TOTP", async () => {
    const account = await open();
    const byCodes = new TestUser(site);
    const form = { way: "codes", clientId: account.dhanClientId, ...codesOf(account) };
    expect((await byCodes.post(`${PORTAL}/sign-in`, form)).status).toBe(303);
    const byToken = await signIn(account.accessToken);
    await byToken.post(`${PORTAL}/tokens`, { intent: "make", ...codesOf(account, 1) });
    expect(await isSignedIn(byCodes)).toBe(true);
  });
});

describe("a confirmation with PIN and TOTP", () => {
  const ACTIONS: [form: string, fields: Record<string, string>][] = [
    ["tokens", { intent: "make", scope: "trade" }],
    ["tokens", { intent: "codes" }],
    ["playground", {}],
  ];

  it.each(ACTIONS)("is required by the portal form “%s” with fields %o", async (form, fields) => {
    const account = await open();
    const reader = await signIn(account.accessToken);
    for (const [codes, status] of [
      [{}, 422],
      [{ pin: account.pin }, 422],
      [{ ...codesOf(account), pin: account.pin === "000000" ? "111111" : "000000" }, 401],
      [{ ...codesOf(account), totp: "000000" }, 401],
    ] as [Record<string, string>, number][]) {
      const refused = await reader.post(`${PORTAL}/${form}`, { ...fields, ...codes });
      expect([refused.status, alertOf(refused) !== ""], JSON.stringify(codes)).toEqual([status, true]);
      expect(refused.text).not.toContain(account.pin);
    }
    expect(await statusWith(account.accessToken)).toBe(200);
    expect((await reader.post(`${PORTAL}/${form}`, { ...fields, ...codesOf(account) })).status).toBe(303);
  });

  it("confirms a single action, and the same TOTP code confirms no other action", async () => {
    const account = await open();
    const reader = await signIn(account.accessToken);
    const codes = codesOf(account);
    expect((await reader.post(`${PORTAL}/tokens`, { intent: "make", ...codes })).status).toBe(303);
    for (const fields of [{ intent: "make", scope: "read" }, { intent: "make" }, { intent: "codes" }])
      expect((await reader.post(`${PORTAL}/tokens`, { ...fields, ...codes })).status).toBe(401);
    // The confirmation does not give access to the playground, unlike a recent sign-in with codes.
    expect((await reader.post(`${PORTAL}/playground`, {})).status).toBe(422);
  });

  it("does not accept the codes of another client", async () => {
    const [own, other] = [await open(), await open()];
    const reader = await signIn(own.accessToken);
    const form = { intent: "make", clientId: other.dhanClientId, ...codesOf(other) };
    expect((await reader.post(`${PORTAL}/tokens`, form)).status).toBe(401);
    expect(await statusWith(own.accessToken)).toBe(200);
    expect(await statusWith(other.accessToken)).toBe(200);
  });

  it("is limited: after 30 wrong codes, requests get 429 with Retry-After", async () => {
    const account = await open();
    const reader = await signIn(account.accessToken);
    // The owner has signed in from this address before, so the address is known.
    const form = { way: "codes", clientId: account.dhanClientId, ...codesOf(account, -1) };
    expect((await new TestUser(site).post(`${PORTAL}/sign-in`, form)).status).toBe(303);
    const statuses: number[] = [];
    for (let count = 0; count < ATTEMPT_LIMITS.wrongPerClass + 5; count += 1) {
      const answer = await reader.post(`${PORTAL}/tokens`, {
        intent: "make",
        pin: account.pin,
        totp: String(count).padStart(6, "0"),
      });
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(ATTEMPT_LIMITS.wrongPerClass);
    expect(statuses.at(-1)).toBe(429);
    expect(await statusWith(account.accessToken)).toBe(200);
  });
});

describe("the code fields of sign-in and portal", () => {
  const pages = async () => {
    const reader = new TestUser(site);
    const account = (await reader.submit(`${PORTAL}/accounts`, {})).text;
    const consentId = await reader.consentId();
    const clientId = /\b2\d{9}\b/.exec(account)?.[0] ?? "";
    const codePage = (fields: Record<string, string>) =>
      reader.post("/sandbox/auth/consent-login", { consentId, clientId, ...fields });
    const typed = { pin: "918273", totp: "645362", code: "918273" };
    return [
      await new TestUser(site).get(PORTAL),
      await codePage({ step: "client" }),
      await codePage({ step: "code", method: "both", ...typed }),
      await reader.get(`${PORTAL}/tokens`),
      await reader.post(`${PORTAL}/tokens`, { intent: "make", ...typed }),
      await new TestUser(site).post(`${PORTAL}/sign-in`, { way: "codes", clientId, ...typed }),
    ].map(({ text }) => text);
  };
  const fieldsOf = (html: string) =>
    parse(html).querySelectorAll(
      "main input:not([type=hidden]):not([type=radio]):not([name=clientId]):not([name=name])",
    );

  it("never show a code that the user typed before", async () => {
    for (const html of await pages()) {
      expect(fieldsOf(html).length).toBeGreaterThan(0);
      for (const field of fieldsOf(html)) expect(field.getAttribute("type")).toBe("password");
      expect(html).not.toMatch(/918273|645362/);
    }
  });

  it("have autocomplete values for password managers", async () => {
    for (const html of await pages())
      for (const field of fieldsOf(html)) {
        const kind = field.getAttribute("name") === "token" ? "off" : /^(?:current-password|one-time-code)$/;
        expect(field.getAttribute("autocomplete")).toMatch(kind);
        for (const event of ["onpaste", "oncopy", "readonly"]) expect(field.hasAttribute(event)).toBe(false);
      }
  });
});

describe("a form with another content type", () => {
  const MULTIPART = "multipart/form-data; boundary=x";
  const WELL_FORMED = '--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\nmake\r\n--x--\r\n';
  const FORMS = [
    "/sandbox/portal/accounts",
    "/sandbox/portal/sign-in",
    "/sandbox/portal/tokens",
    "/sandbox/portal/apps",
    "/sandbox/portal/postbacks",
    "/sandbox/portal/clock",
    "/sandbox/portal/faults",
    "/sandbox/portal/playground",
    "/sandbox/auth/consent-login",
    "/sandbox/order-window",
    "/sandbox/platforms/chartline",
    "/support",
    "/theme",
    "/amount",
    "/algos/tracklist",
    "/logout",
    "/trading-apis/fintechs",
    "/docs/v2/playground",
  ];

  let signedIn: TestUser;
  beforeAll(async () => {
    signedIn = new TestUser(site);
    await signedIn.post(`${PORTAL}/accounts`, {});
  });

  it.each(FORMS)("gets 415 at %s, even if the body is malformed", async (path) => {
    for (const body of [
      WELL_FORMED,
      "no multipart",
      "--x\r\n",
      "--x\r\nContent-Disposition: form-data\r\n\r\n\xff",
    ])
      for (const type of [MULTIPART, "multipart/form-data", "multipart/form-data; boundary=", "text/plain"]) {
        const answer = await site.post(path, body, { "content-type": type, cookie: signedIn.cookie });
        expect([answer.status, type, body]).toEqual([415, type, body]);
        expect(answer.text).toContain("application/x-www-form-urlencoded");
      }
  });

  it("gets a JSON error with DH-905 if it accepts JSON", async () => {
    const answer = await site.post(`${PORTAL}/sign-in`, "x", {
      "content-type": MULTIPART,
      accept: "application/json",
    });
    expect([answer.status, JSON.parse(answer.text).errorCode]).toEqual([415, "DH-905"]);
  });
});
