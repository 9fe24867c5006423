import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { OAUTH_LIMITS } from "../../accounts/oauth.ts";
import { openDatabase, openMemoryDatabase, type SandboxDatabase } from "../../store/database.ts";
import { createOAuthLogin } from "./oauth-login.ts";

it("rejects a token request that is not a form with a JSON error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "oauth-"));
  const db = openDatabase(folder);
  const answer = await createOAuthLogin({ db, now: Date.now }).request("/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "authorization_code" }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: "invalid_request" });
  db.close();
  rmSync(folder, { recursive: true });
});

const registering = (db: SandboxDatabase) => {
  const login = createOAuthLogin({ db, now: Date.now });
  return (body: object) =>
    login.request("/register", {
      method: "POST",
      headers: { "content-type": "application/json", "x-client-address": "203.0.113.7" },
      body: JSON.stringify(body),
    });
};

it("limits registrations per address and kind of program", async () => {
  const db = openMemoryDatabase();
  const register = registering(db);
  const local = { redirect_uris: ["http://localhost:7000/callback"] };
  for (let nth = 0; nth < OAUTH_LIMITS.registrationsPerHour.local; nth += 1)
    expect((await register(local)).status).toBe(201);
  expect((await register(local)).status).toBe(429);
  expect((await register({ redirect_uris: ["https://assistant.example/callback"] })).status).toBe(201);
  db.close();
});

it("removes control and direction characters from a program's name", async () => {
  const db = openMemoryDatabase();
  const answer = await registering(db)({
    client_name: "A\r\n\u202Eb \u2066क\u200Dc",
    redirect_uris: ["https://assistant.example/callback"],
  });
  expect(await answer.json()).toMatchObject({ client_name: "Ab क\u200Dc" });
  db.close();
});

it.each([
  { redirect_uris: [] },
  { redirect_uris: ["https://a.example/"], token_endpoint_auth_method: "client_secret_post" },
  { client_name: "" },
  { redirect_uris: ["ftp://a.example/"] },
])("describes an invalid registration in the characters of RFC 6749: %o", async (body) => {
  const db = openMemoryDatabase();
  const answer = await registering(db)(body);
  expect(answer.status).toBe(400);
  const { error_description: text } = (await answer.json()) as { error_description: string };
  expect(text).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
  db.close();
});
