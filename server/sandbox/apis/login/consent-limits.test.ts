// Limits on new consents, so that neither an address nor an app can fill the store.
import { afterEach, beforeEach, expect, it } from "vitest";
import { createApp, registerPlatforms } from "../../accounts/apps.ts";
import { createConsent, LOGIN_LIMITS } from "../../accounts/consents.ts";
import { openMemoryDatabase, type SandboxDatabase } from "../../store/database.ts";
import { createPlatforms } from "../platforms/platforms.ts";
import { createAppLogin } from "./app-login.ts";

let db: SandboxDatabase;
beforeEach(() => {
  db = openMemoryDatabase();
});
afterEach(() => db.close());

const manyTimes = async (request: () => Response | Promise<Response>): Promise<Response[]> =>
  Promise.all(Array.from({ length: LOGIN_LIMITS.consentsPerMinute + 1 }, request));
const countConsents = () => db.prepare("SELECT count(*) AS count FROM consents").get();

it("refuses an IP address above the limit of new consents with 429", async () => {
  registerPlatforms(db, Date.now());
  const platforms = createPlatforms({ db, now: Date.now, call: () => new Response() });
  const connect = (address: string) =>
    platforms.request("/chartline", {
      method: "POST",
      body: new URLSearchParams({ intent: "connect" }),
      headers: { "x-client-address": address },
    });
  const last = (await manyTimes(() => connect("203.0.113.7"))).at(-1);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(countConsents()).toMatchObject({ count: LOGIN_LIMITS.consentsPerMinute });
  expect((await connect("203.0.113.8")).status).toBe(303);
});

it("refuses an app that exceeds the limit of new consents with 429", async () => {
  const login = createAppLogin({ db, now: Date.now });
  const generate = () => {
    const made = createApp(
      db,
      "1000000001",
      { name: "App", redirectUrl: null, scopes: ["read"], audience: "own" },
      Date.now(),
    );
    if (made === null) throw new Error("the account has too many apps");
    const headers = { app_id: made.app.id, app_secret: made.secret };
    return () => login.request("/generate-consent", { method: "POST", headers });
  };
  const last = (await manyTimes(generate())).at(-1);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await last?.json()).toMatchObject({ errorType: "Rate_Limit", errorCode: "DH-904" });
  expect(countConsents()).toMatchObject({ count: LOGIN_LIMITS.consentsPerMinute });
  expect((await generate()()).status).toBe(200);
});

it.each([
  ["/generateAccessToken?dhanClientId=1000000001&pin=12345&totp=123456", 400, "DH-905"],
  ["/generateAccessToken?dhanClientId=1000000001&pin=000000&totp=000000", 401, "DH-901"],
  ["/consumeApp-consent?tokenId=none", 401, "DH-901"],
])("refuses %s with %i and the code %s", async (path, status, errorCode) => {
  const refused = await createAppLogin({ db, now: Date.now }).request(path, { method: "POST" });
  expect([refused.status, await refused.json()]).toMatchObject([status, { errorCode }]);
});

it("deletes expired consents through the index consents_by_expiry", () => {
  const now = Date.now();
  const old = createConsent(db, now - 25 * 3_600_000);
  createConsent(db, now);
  expect(db.prepare("SELECT id FROM consents WHERE id = ?").get(old)).toBeUndefined();
  const plan = db.prepare("EXPLAIN QUERY PLAN DELETE FROM consents WHERE expires_at < ?").get(now);
  expect(JSON.stringify(plan)).toContain("consents_by_expiry");
});
