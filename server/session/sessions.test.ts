// Sessions with a manual clock and a provider that returns fewer fields than the sandbox.
import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../app/domain/time.ts";
import { LIMITS } from "../limits.ts";
import { createLimiter, toSharedLimiter } from "../rate-limits/limiter.ts";
import { createSeal } from "./seal.ts";
import { createSessions, type LoginGrant } from "./sessions.ts";

let now: number;
let granted: LoginGrant | null;
let consents: number;
let ended: string[];
let labels: string[];
let sessions: ReturnType<typeof createSessions>;
const starts = () => createLimiter({ atMost: 2, withinMs: 60_000, now: () => now });
let limiter: ReturnType<typeof starts>;

beforeEach(() => {
  now = Date.parse("2026-11-17T06:00:00Z");
  granted = {
    clientId: "1000000001",
    name: "Asha Demo",
    accessToken: "token-1",
    endsAt: now + 24 * HOUR_MS,
    consentId: null,
  };
  consents = 0;
  ended = [];
  labels = [];
  limiter = starts();
  sessions = createSessions({
    seal: createSeal(["a-secret-of-this-test-alone-00000001"]),
    auth: {
      generateConsent: async () => {
        consents += 1;
        return `consent-${consents}`;
      },
      consumeConsent: async (_, label) => {
        labels.push(label);
        return granted;
      },
      loginAddress: (consentId) => `/consent-login?consentId=${consentId}`,
    },
    limits: LIMITS,
    loginLimit: toSharedLimiter(limiter),
    endedBefore: () => null,
    endToken: async (accessToken) => ended.push(accessToken),
    now: () => now,
  });
});

const from = (cookies?: string) => ({
  cookies,
  isHttps: true,
  address: "203.0.113.9",
  signal: AbortSignal.timeout(5_000),
  requestId: "test",
});
const jar = (lines: readonly string[]) => lines.map((line) => line.split(";", 1)[0] ?? "").join("; ");
const back = (change: object = {}) => ({
  tokenId: "t",
  consentId: null,
  userAgent: "Firefox/1 Linux",
  ...change,
});
async function begin(): Promise<string> {
  const begun = await sessions.begin("/algos", null, from());
  return jar(begun?.cookies ?? []);
}

describe("a login provider that omits the consent id", () => {
  it("can complete a login once, within ten minutes, in the browser that began it", async () => {
    expect(await sessions.finish(back(), from())).toMatchObject({ fault: "not_begun_here" });
    const cookies = await begin();
    const done = await sessions.finish(back(), from(cookies));
    expect(done).toMatchObject({ returnTo: "/algos", session: { clientId: "1000000001" } });
    expect(labels).toEqual(["Firefox on Linux, from 203.0.113.*"]);
    expect(await sessions.finish(back(), from(cookies))).toMatchObject({ fault: "not_begun_here" });
    const late = await begin();
    now += LIMITS.loginTimeoutMs + 1_000;
    expect(await sessions.finish(back(), from(late))).toMatchObject({ fault: "not_begun_here" });
  });

  it("is not called if the return address contains a different consent id", async () => {
    const cookies = await begin();
    const answer = await sessions.finish(back({ consentId: "consent-9" }), from(cookies));
    expect([answer, labels]).toEqual([{ fault: "other_sign_in", cookies: [] }, []]);
  });
});

it("rejects a different login's consent, ends its token, and leaves the login open", async () => {
  const cookies = await begin();
  granted = granted && { ...granted, consentId: "consent-of-a-stranger" };
  expect(await sessions.finish(back({ consentId: "consent-1" }), from(cookies))).toEqual({
    fault: "other_sign_in",
    cookies: [],
  });
  expect(ended).toEqual(["token-1"]);
  granted = granted && { ...granted, consentId: "consent-1" };
  expect(await sessions.finish(back(), from(cookies))).toHaveProperty("session");
});

it("fails the login and ends the token if the token is too long for a cookie", async () => {
  const accessToken = "t".repeat(3_000);
  granted = granted && { ...granted, accessToken };
  await expect(sessions.finish(back(), from(await begin()))).rejects.toThrow("3000 characters is too long");
  expect(ended).toEqual([accessToken]);
});

it("encrypts the session cookie, binds it to the host and hides it from scripts", async () => {
  const cookies = await begin();
  const done = await sessions.finish(back(), from(cookies));
  const session = done.cookies.find((line) => line.startsWith("__Host-session="));
  expect(session).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(session).not.toMatch(/Domain|token-1|1000000001/);
  const readable = done.cookies.filter((line) => !line.includes("HttpOnly"));
  expect(readable.map((line) => line.split("=", 1)[0])).toEqual(["__Host-XSRF-TOKEN"]);
});

it("rejects every copy of a session cookie after the session has ended", async () => {
  const done = await sessions.finish(back(), from(await begin()));
  if (!("session" in done)) throw new Error("not signed in");
  const cookie = jar(done.cookies.filter((line) => line.startsWith("__Host-session=")));
  expect(await sessions.read(cookie, true)).toMatchObject({ clientId: "1000000001" });
  const cleared = sessions.end(done.session, true);
  expect(cleared.map((line) => /^__Host-([\w-]+)=; Max-Age=0/.exec(line)?.[1])).toEqual([
    ...["session", "login", "chat", "XSRF-TOKEN"],
  ]);
  expect(await sessions.read(cookie, true)).toBeNull();
  expect(await sessions.readWithEnd(cookie, true)).toBeNull();
});

describe("a session", () => {
  const cookieOf = (lines: readonly string[]) =>
    jar(lines.filter((line) => line.startsWith("__Host-session=")));
  const signIn = async () => {
    const done = await sessions.finish(back(), from(await begin()));
    if (!("session" in done)) throw new Error("not signed in");
    return { cookie: cookieOf(done.cookies), session: done.session };
  };

  it("ends after 30 minutes without use", async () => {
    const { cookie } = await signIn();
    now += LIMITS.sessionIdleMs - 1_000;
    expect(await sessions.read(cookie, true)).not.toBeNull();
    now += 2_000;
    expect(await sessions.read(cookie, true)).toBeNull();
  });

  it("ends after 12 hours of use, and never later than the provider's token", async () => {
    for (const [tokenMs, expected] of [
      [24 * HOUR_MS, LIMITS.sessionAtMostMs],
      [3 * HOUR_MS, 3 * HOUR_MS],
    ] as const) {
      granted = granted && { ...granted, endsAt: now + tokenMs };
      let { cookie, session } = await signIn();
      const startedAt = now;
      for (;;) {
        now += LIMITS.sessionRenewAfterMs + 1_000;
        const read = await sessions.read(cookie, true);
        if (read === null) break;
        session = read;
        cookie = cookieOf(await sessions.renew(session, true)) || cookie;
      }
      const lived = now - startedAt;
      expect(lived).toBeGreaterThan(expected - 60_000);
      expect(lived).toBeLessThanOrEqual(expected + LIMITS.sessionRenewAfterMs + 2_000);
    }
  });

  it("has a new form token of at least 192 bits", async () => {
    const tokens = [(await signIn()).session.xsrf, (await signIn()).session.xsrf];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(Buffer.from(token, "base64url").byteLength).toBeGreaterThanOrEqual(24);
  });
});

it("limits logins with the limiter that the caller passed", async () => {
  const statuses = [];
  for (let count = 0; count < 3; count += 1)
    statuses.push((await sessions.begin("/", null, from())) !== null);
  expect(statuses).toEqual([true, true, false]);
  expect(limiter.snapshot()).toEqual([["203.0.113.9", [now, now]]]);
});
