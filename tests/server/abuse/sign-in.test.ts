// Guesses codes through the public port, and checks that the store contains no readable codes.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTEMPT_LIMITS } from "../../../server/sandbox/accounts/attempts.ts";
import { SANDBOX_CLIENTS } from "../../../server/sandbox/accounts/clients.ts";
import { TestUser } from "../../support/sign-in.ts";
import { type Site, startSite, until } from "../../support/site.ts";

const [ASHA] = SANDBOX_CLIENTS;
if (ASHA === undefined) throw new Error("no clients");
const LOGIN = "/sandbox/auth/consent-login";

let site: Site;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "guessing-"));
  // The proxy in front of the site reports the client's address.
  site = await startSite({ DATA_DIR: dataDir, TRUSTED_PROXY_HOPS: "1" });
});
afterAll(async () => {
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const logInByProgram = (address: string, clientId: string, pin: string, totp: string) =>
  site.post(`/sandbox/auth/app/generateAccessToken?dhanClientId=${clientId}&pin=${pin}&totp=${totp}`, "", {
    "x-forwarded-for": address,
  });
const code = () => new TOTP({ secret: Secret.fromBase32(ASHA.totpSecret) }).generate();
/** Returns a code of a time step that no other test has used. */
const freshCode = async () => {
  const before = code();
  return until(
    async () => code(),
    (now) => now !== before,
    40_000,
  );
};

describe("a program's login", () => {
  it("gets 429 from an address with many wrong guesses, even after a restart", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < ATTEMPT_LIMITS.wrongPerAddressWithBoth + 20; index += 1)
      statuses.push(
        (await logInByProgram("203.0.113.66", String(1_900_000_000 + index), "111111", "000000")).status,
      );
    expect(statuses.filter((status) => status === 401)).toHaveLength(ATTEMPT_LIMITS.wrongPerAddressWithBoth);
    const refused = await logInByProgram("203.0.113.66", ASHA.id, "111111", "000000");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(JSON.parse(refused.text).errorMessage).toMatch(/Try again in/);
    process.kill(site.sandboxPid(), "SIGKILL");
    await until(
      async () => (await logInByProgram("203.0.113.66", ASHA.id, "111111", "000000")).status,
      (status) => status === 429,
      20_000,
    );
    expect((await logInByProgram("198.51.100.7", ASHA.id, ASHA.pin, code())).status).toBe(200);
  });

  it("accepts each authenticator code only once", async () => {
    const used = await freshCode();
    expect((await logInByProgram("198.51.100.7", ASHA.id, ASHA.pin, used)).status).toBe(200);
    expect((await logInByProgram("198.51.100.7", ASHA.id, ASHA.pin, used)).status).toBe(401);
  });
});

describe("the login pages", () => {
  it("require both PIN and TOTP after wrong guesses, but do not lock the client id", async () => {
    const attacker = new TestUser(site);
    for (let consents = 0; consents < 2; consents += 1) {
      const consentId = await attacker.consentId();
      for (let tries = 0; tries < 4; tries += 1)
        await attacker.post(LOGIN, {
          consentId,
          clientId: ASHA.id,
          step: "code",
          method: "pin",
          code: "000000",
        });
    }
    const owner = new TestUser(site);
    const consentId = await owner.consentId();
    const codesPage = await owner.post(LOGIN, { consentId, clientId: ASHA.id, step: "client" });
    expect(codesPage.text).toContain('name="pin"');
    expect(codesPage.text).toContain('name="totp"');
    const one = await owner.post(LOGIN, {
      consentId,
      clientId: ASHA.id,
      step: "code",
      method: "pin",
      code: ASHA.pin,
    });
    expect([one.status, one.text.includes("PIN and the authenticator")]).toEqual([401, true]);
    const totp = await freshCode();
    const form = { consentId, clientId: ASHA.id, step: "code", method: "both", pin: ASHA.pin, totp };
    const both = await owner.post(LOGIN, form);
    expect(both.status).toBe(302);
    expect((await owner.visit(both.headers.location ?? "")).text).toContain(`Signed in as ${ASHA.name}`);
  });

  it("respond with 429 after attempts for many client ids from one address", async () => {
    const reader = new TestUser(site);
    const statuses: number[] = [];
    let consentId = "";
    for (let index = 0; index < 60; index += 1) {
      if (index % 4 === 0) consentId = await reader.consentId();
      const answer = await reader.post(LOGIN, {
        consentId,
        clientId: String(1_800_000_000 + index),
        step: "code",
        method: "pin",
        code: "000000",
      });
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(
      ATTEMPT_LIMITS.wrongPerAddress,
    );
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("stored data", () => {
  it("is readable only by the site's OS user, and contains no secret in plain text", async () => {
    const made = await site.post("/sandbox/portal/accounts", "", { accept: "application/json" });
    const { totpSecret, accessToken, appSecret } = JSON.parse(made.text) as Record<string, string>;
    const reader = new TestUser(site);
    await reader.submit("/sandbox/portal/accounts", { name: "Kept" });
    const postback = await reader.submit("/sandbox/portal/postbacks", {
      intent: "address",
      url: "https://receiver.example/x",
    });
    const secret = /Signing secret of[^<]*<\/dt><dd[^>]*><code[^>]*>([^<]+)/.exec(postback.text)?.[1];
    const folder = join(dataDir, "sandbox");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const names = readdirSync(folder);
    expect(names).toContain("sandbox.db");
    for (const name of names) {
      const file = join(folder, name);
      expect(statSync(file).mode & 0o777, name).toBe(0o600);
      const bytes = readFileSync(file);
      for (const plain of [totpSecret, accessToken, appSecret, secret, reader.cookies.get("sandbox-portal")])
        expect(bytes.includes(plain ?? "none"), `${name} holds ${plain}`).toBe(false);
    }
  });

  it("a copied portal cookie gives no access after the sign-out", async () => {
    const reader = new TestUser(site);
    const page = await reader.submit("/sandbox/portal/accounts", { name: "Left" });
    expect(page.text).toContain("Access token, for 30 days");
    const copy = reader.cookie;
    expect((await site.get("/sandbox/portal", { cookie: copy })).text).toContain("of simulated money");
    await reader.post("/sandbox/portal/leave", {});
    expect((await site.get("/sandbox/portal", { cookie: copy })).text).toContain("Create an account");
  });
});
