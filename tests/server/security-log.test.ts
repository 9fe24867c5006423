// The running site's security log contains start, completion and end of sign-ins, and refusals, with address and hashed
// session. It contains no secret that could be used again.
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestUser } from "../support/sign-in.ts";
import { type LogLine, type Site, startSite, until } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const logged = (event: string): LogLine[] =>
  site.log.filter((line) => line.kind === "security" && line.event === event);
const untilLogged = (event: string) =>
  until(
    async () => logged(event),
    (lines) => lines.length > 0,
    10_000,
  );

it("the log contains each step of a sign-in with the same hash of the session", async () => {
  const reader = new TestUser(site);
  await reader.signIn();
  const xsrf = await reader.xsrf();
  await reader.post("/logout", { xsrf });
  await untilLogged("signed_out");
  expect(logged("sign_in_begun")[0]).toMatchObject({ level: "info", address: "127.0.0.1" });
  const [signedIn, signedOut] = [logged("signed_in")[0], logged("signed_out")[0]];
  expect(signedIn?.session).toMatch(/^[0-9a-f]{16}$/);
  expect(signedOut?.session).toBe(signedIn?.session);
  expect(JSON.stringify(site.log)).not.toContain(xsrf);
});

it.each([
  ["that this browser did not start", "?tokenId=stolen-token-id", "not_begun_here"],
  ["with a malformed token id", "?tokenId=stolen-token-id.", "refused"],
  ["without a token id", "", "refused"],
  ["of a client who denied the sign-in", "?error=access_denied", "denied"],
])("the log contains a callback %s, with the request id", async (_, query, detail) => {
  const { headers } = await site.get(`/auth/callback${query}`);
  const requestId = headers["x-request-id"];
  const line = await until(
    async () => logged("sign_in_refused").find((one) => one.requestId === requestId),
    (one) => one !== undefined,
    10_000,
  );
  expect(line).toMatchObject({ level: "warn", address: "127.0.0.1", detail });
  expect(JSON.stringify(site.log)).not.toContain("stolen-token-id");
});

it("the log contains refused origins and hosts with the request id", async () => {
  const foreign = await site.post("/theme", "theme=dark&to=/", { origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
  expect((await untilLogged("forbidden"))[0]?.detail).toBe(`/theme ${foreign.headers["x-request-id"]}`);
  const host = await site.get("/", { host: "evil.example" });
  expect(host.status).toBe(421);
  expect(String((await untilLogged("host_refused"))[0]?.detail)).toContain(
    String(host.headers["x-request-id"]),
  );
});
