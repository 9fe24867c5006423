// Protection against guessing codes, with a fake clock. Addresses have to wait, client ids require more codes instead
// of being locked, authenticator codes work once, and the owner can always sign in.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "../../../../app/domain/time.ts";
import { createAccount } from "../../accounts/api-accounts.ts";
import { ATTEMPT_LIMITS } from "../../accounts/attempts.ts";
import { SANDBOX_CLIENTS } from "../../accounts/clients.ts";
import type { TypedCodes } from "../../accounts/codes.ts";
import { consumeTokenId, createConsent, LOGIN_LIMITS, tryCodes, tryLogin } from "../../accounts/consents.ts";
import { openDatabase, type SandboxDatabase } from "../../store/database.ts";

// The tests check hundreds of wrong PINs, and each check computes a slow hash.
vi.setConfig({ testTimeout: 120_000 });

const HOME = "203.0.113.9";
let folder: string;
let db: SandboxDatabase;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sign-in-"));
  db = openDatabase(folder);
  // Disables syncing, because the test writes hundreds of attempts and needs no crash safety.
  db.exec("PRAGMA synchronous = OFF");
  now = Date.parse("2026-11-17T06:00:00Z");
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const [asha] = SANDBOX_CLIENTS;
if (asha === undefined) throw new Error("no clients");
const totp = (at = now) =>
  new TOTP({ secret: Secret.fromBase32(asha.totpSecret) }).generate({ timestamp: at });
const wrongPin = { pin: "000000" };
const rightPin = { pin: asha.pin };

/** Starts a new consent for each attempt, because one consent allows only five wrong codes. */
const attempt = async (codes: TypedCodes, address: string, clientId = asha.id) =>
  (await tryLogin(db, { consentId: createConsent(db, now), clientId, address, codes }, now)).kind;
const guess = async (count: number, addressOf: (index: number) => string, clientId = asha.id) => {
  for (let index = 0; index < count; index += 1) await attempt(wrongPin, addressOf(index), clientId);
};

describe("sign-in limits of an IP address", () => {
  it("make an address that tries many client ids wait longer after each attempt", async () => {
    const answers: string[] = [];
    for (let index = 0; index < 300; index += 1)
      answers.push(await attempt(wrongPin, HOME, String(1_900_000_000 + index)));
    expect(answers.filter((kind) => kind === "wrong")).toHaveLength(ATTEMPT_LIMITS.wrongPerAddress);
    expect(answers.at(-1)).toBe("wait");
    expect(await attempt(rightPin, "198.51.100.1")).toBe("ok");
    let tried = 0;
    const hour = now + 55 * MINUTE_MS;
    for (; now < hour; now += 5_000)
      if ((await attempt(wrongPin, HOME, "1900000999")) === "wrong") tried += 1;
    expect(tried).toBeLessThanOrEqual(10);
  });

  it("remain in force after a restart", async () => {
    for (let index = 0; index < ATTEMPT_LIMITS.wrongPerAddress; index += 1)
      await attempt(wrongPin, HOME, String(1_900_000_000 + index));
    db.close();
    db = openDatabase(folder);
    expect(await attempt(rightPin, HOME)).toBe("wait");
    now += ATTEMPT_LIMITS.countedForMs + 1;
    expect(await attempt(rightPin, HOME)).toBe("ok");
  });

  it("count parallel attempts before their codes are checked", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => attempt(wrongPin, HOME, String(1_900_000_000 + index))),
    );
    expect(answers.filter((kind) => kind === "wrong")).toHaveLength(ATTEMPT_LIMITS.wrongPerAddress);
  });

  it("treat attempts without an address as attempts from an unknown address", async () => {
    expect(await attempt(rightPin, "")).toBe("ok");
    await guess(ATTEMPT_LIMITS.wrongUntilBoth, () => "");
    expect(await attempt(rightPin, "")).toBe("needs_both");
  });
});

describe("sign-in limits of a client id", () => {
  it("require both PIN and TOTP from unknown addresses after several wrong codes", async () => {
    expect(await attempt(rightPin, HOME)).toBe("ok");
    await guess(ATTEMPT_LIMITS.wrongUntilBoth, (index) => `198.51.100.${index}`);
    expect(await attempt(rightPin, "192.0.2.1")).toBe("needs_both");
    expect(await attempt({ totp: totp() }, "192.0.2.1")).toBe("needs_both");
    expect(await attempt({ ...rightPin, totp: totp() }, "192.0.2.1")).toBe("ok");
    // From the address of an earlier sign-in one code is still enough, because its wrong codes are counted separately.
    expect(await attempt(rightPin, HOME)).toBe("ok");
    await guess(ATTEMPT_LIMITS.wrongUntilBoth, () => HOME);
    expect(await attempt(rightPin, HOME)).toBe("needs_both");
    now += ATTEMPT_LIMITS.countedForMs + 1;
    expect(await attempt(rightPin, "192.0.2.2")).toBe("ok");
  });

  it("during an attack, delay an address after one wrong code, but admit the owner", async () => {
    expect(await attempt(rightPin, HOME)).toBe("ok");
    // Sends both codes, because the client id now requires PIN and TOTP together.
    for (let index = 0; index < 2 * ATTEMPT_LIMITS.wrongPerClient; index += 1)
      await attempt({ ...wrongPin, totp: "000000" }, `10.0.${index >> 8}.${index & 255}`);
    expect(await attempt({ ...wrongPin, totp: "000000" }, "10.0.0.1")).toBe("wait");
    expect(await attempt({ ...rightPin, totp: totp() }, "192.0.2.77")).toBe("ok");
    now += 31_000;
    expect(await attempt({ ...rightPin, totp: totp() }, HOME)).toBe("ok");
  });

  describe("when an attacker has the PIN", () => {
    const wrongTotp = { ...rightPin, totp: "000000" };
    const guessTotp = async (count: number, addressOf: (index: number) => string) => {
      const kinds: string[] = [];
      for (let index = 0; index < count; index += 1) kinds.push(await attempt(wrongTotp, addressOf(index)));
      return kinds.filter((kind) => kind === "wrong").length;
    };
    const fromAnywhere = (index: number) => `10.1.${index >> 8}.${index & 255}`;

    it("allow 30 wrong TOTP codes from the owner's address, then at most ten an hour", async () => {
      expect(await attempt(rightPin, HOME)).toBe("ok");
      expect(await guessTotp(200, () => HOME)).toBe(ATTEMPT_LIMITS.wrongPerClass);
      expect(await attempt({ ...rightPin, totp: totp() }, HOME)).toBe("wait");
      let later = 0;
      const hour = now + 55 * MINUTE_MS;
      for (; now < hour; now += 10_000) later += await guessTotp(1, () => HOME);
      expect(later).toBeLessThanOrEqual(10);
    });

    it("count wrong codes of all known addresses together, even in parallel attempts", async () => {
      const known = ["203.0.113.1", "203.0.113.2", "203.0.113.3"];
      for (const address of known) expect(await attempt(rightPin, address)).toBe("ok");
      const kinds = await Promise.all(
        Array.from({ length: 90 }, (_, index) => attempt(wrongTotp, known[index % 3] ?? "")),
      );
      expect(kinds.filter((kind) => kind === "wrong")).toHaveLength(ATTEMPT_LIMITS.wrongPerClass);
    });

    it("allow 30 wrong TOTP codes an hour from all unknown addresses together", async () => {
      expect(await guessTotp(300, fromAnywhere)).toBe(ATTEMPT_LIMITS.wrongPerClass);
    });

    it("retain the count of wrong codes across a restart", async () => {
      expect(await attempt(rightPin, HOME)).toBe("ok");
      await guessTotp(ATTEMPT_LIMITS.wrongPerClass, () => HOME);
      await guessTotp(ATTEMPT_LIMITS.wrongPerClass, fromAnywhere);
      db.close();
      db = openDatabase(folder);
      expect(await attempt(wrongTotp, HOME)).toBe("wait");
      expect(await attempt(wrongTotp, "10.9.9.9")).toBe("wait");
    });

    it("never lock the owner out, because known addresses are counted separately", async () => {
      expect(await attempt(rightPin, HOME)).toBe("ok");
      await guessTotp(300, fromAnywhere);
      expect(await attempt({ ...rightPin, totp: totp() }, HOME)).toBe("ok");
      now += 60_000;
      await guessTotp(100, () => HOME);
      expect(await attempt({ ...rightPin, totp: totp() }, HOME)).toBe("wait");
      now += ATTEMPT_LIMITS.waitAtMostMs;
      expect(await attempt({ ...rightPin, totp: totp() }, HOME)).toBe("ok");
    });

    it("apply the same limit to API logins by programs", async () => {
      expect(await attempt(rightPin, HOME)).toBe("ok");
      const kinds: string[] = [];
      for (let index = 0; index < 60; index += 1)
        kinds.push((await tryCodes(db, { clientId: asha.id, address: HOME, codes: wrongTotp }, now)).kind);
      expect(kinds.filter((kind) => kind === "wrong")).toHaveLength(ATTEMPT_LIMITS.wrongPerClass);
    });
  });

  it("do not delay the owner because of guesses without the right PIN", async () => {
    for (let index = 0; index < 300; index += 1)
      await attempt({ ...wrongPin, totp: "000000" }, `10.2.${index >> 8}.${index & 255}`);
    expect(await attempt({ ...rightPin, totp: totp() }, "192.0.2.78")).toBe("ok");
  });

  it("reject an unknown client id in the same way as an existing client id", async () => {
    await guess(ATTEMPT_LIMITS.wrongUntilBoth, (index) => `198.51.100.${index}`, "1999999999");
    expect(await attempt(wrongPin, HOME, "1999999999")).toBe("needs_both");
  });
});

describe("an authenticator code", () => {
  it("works once, and invalidates all codes of earlier time steps", async () => {
    const before = totp(now - 30_000);
    const code = totp();
    expect(await attempt({ totp: code }, HOME)).toBe("ok");
    expect(await attempt({ totp: code }, HOME)).toBe("wrong");
    expect(await attempt({ totp: before }, HOME)).toBe("wrong");
    now += 30_000;
    expect(await attempt({ totp: totp() }, HOME)).toBe("ok");
  });

  it("stays valid after an attempt with a wrong PIN, but works only once in parallel", async () => {
    expect(await attempt({ ...wrongPin, totp: totp() }, HOME)).toBe("wrong");
    const both = { ...rightPin, totp: totp() };
    const answers = await Promise.all([attempt(both, HOME), attempt(both, HOME), attempt(both, "10.0.0.1")]);
    expect(answers.sort()).toEqual(["ok", "wrong", "wrong"]);
  });

  it("works only once for API logins by programs, with the same attempt limits", async () => {
    const typed = { clientId: asha.id, address: HOME, codes: { ...rightPin, totp: totp() } };
    expect((await tryCodes(db, typed, now)).kind).toBe("ok");
    expect((await tryCodes(db, typed, now)).kind).toBe("wrong");
    const kinds: string[] = [];
    for (let index = 0; index < 150; index += 1)
      kinds.push(
        (
          await tryCodes(
            db,
            {
              clientId: String(1_900_000_000 + index),
              address: "192.0.2.9",
              codes: { pin: "111111", totp: "000000" },
            },
            now,
          )
        ).kind,
      );
    expect(kinds.filter((kind) => kind === "wrong")).toHaveLength(ATTEMPT_LIMITS.wrongPerAddressWithBoth);
  });
});

it("a token id expires after ten minutes and works only once", async () => {
  const login = async () => {
    const typed = { consentId: createConsent(db, now), clientId: asha.id, address: HOME, codes: rightPin };
    const result = await tryLogin(db, typed, now);
    return result.kind === "ok" ? result.tokenId : "";
  };
  const late = await login();
  now += LOGIN_LIMITS.consentForMs + 1;
  expect(consumeTokenId(db, late, now, { label: null })).toBeNull();
  const inTime = await login();
  now += LOGIN_LIMITS.consentForMs - 1;
  expect(consumeTokenId(db, inTime, now, { label: null })).not.toBeNull();
  expect(consumeTokenId(db, inTime, now, { label: null })).toBeNull();
});

it("a login consent closes after five wrong codes, and issues only one token id", async () => {
  const account = await createAccount(db, "Own", now);
  const consentId = createConsent(db, now);
  const clientId = account?.account.id ?? "";
  const right = { consentId, clientId, address: HOME, codes: { pin: account?.codes.pin ?? "" } };
  const kinds = (await Promise.all([1, 2, 3].map(() => tryLogin(db, right, now)))).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(["closed", "closed", "ok"]);
  const other = createConsent(db, now);
  const wrong = { ...right, consentId: other, codes: wrongPin };
  for (let count = 4; count >= 0; count -= 1)
    expect(await tryLogin(db, wrong, now)).toEqual({ kind: "wrong", triesLeft: count });
  expect(await tryLogin(db, { ...right, consentId: other }, now)).toEqual({
    kind: "closed",
    state: "too_many_tries",
  });
});
