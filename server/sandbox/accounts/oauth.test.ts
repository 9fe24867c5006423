// Eviction of OAuth clients above the limit.
import { afterEach, beforeEach, expect, it } from "vitest";
import { HOUR_MS } from "../../../app/domain/time.ts";
import { openMemoryDatabase, type SandboxDatabase } from "../store/database.ts";
import {
  beginAuthorization,
  findOAuthClient,
  OAUTH_LIMITS,
  type OAuthClient,
  registerClient,
} from "./oauth.ts";
import { issueAppToken } from "./tokens.ts";

const NOW = Date.parse("2026-11-20T12:00:00+05:30");
let db: SandboxDatabase;
beforeEach(() => {
  db = openMemoryDatabase();
});
afterEach(() => db.close());

const register = (at = NOW) =>
  registerClient(db, { name: "Assistant", redirectUris: ["https://a.test/"] }, at);
function registered(at = NOW): OAuthClient {
  const client = register(at);
  if (client === null) throw new Error("not registered");
  return client;
}
/** Inserts further clients up to the limit, with access tokens or without. */
function fill(hasTokens: boolean): void {
  const { count } = db.prepare("SELECT count(*) AS count FROM oauth_clients").get() as { count: number };
  for (let number = count; number < OAUTH_LIMITS.clients; number += 1) {
    db.prepare("INSERT INTO oauth_clients (id, redirect_uris, used_at) VALUES (?, '[]', ?)").run(
      `client-${number}`,
      NOW,
    );
    if (hasTokens)
      db.prepare(
        `INSERT INTO access_tokens (id, client_id, kind, digest, created_at, last_seen_at, expires_at, app_id)
         VALUES (?, '1000000001', 'app', ?, ?, ?, ?, ?)`,
      ).run(`token-${number}`, `digest-${number}`, NOW, NOW, NOW + 1_000, `client-${number}`);
  }
}

it("deletes the least recently used client without an access token", () => {
  const first = registered(NOW - 2 * HOUR_MS);
  const second = registered(NOW - 2 * HOUR_MS);
  issueAppToken(db, "1000000001", { ...first.app, isForAssistants: true }, NOW);
  fill(false);
  const third = registered();
  const remaining = [first, second, third].map(({ app }) => findOAuthClient(db, app.id) !== null);
  expect(remaining).toEqual([true, false, true]);
  expect(db.prepare("SELECT count(*) AS count FROM access_tokens").get()).toMatchObject({ count: 1 });
});

it("deletes an unused client before an older client that started a sign-in", () => {
  const used = registered(NOW - 3 * HOUR_MS);
  const authorizationRequest = { redirectUri: "https://a.test/", challenge: "", scopes: [], state: null };
  beginAuthorization(db, used, authorizationRequest, NOW - 3 * HOUR_MS + 1);
  const unused = registered(NOW - 2 * HOUR_MS);
  const recent = registered(NOW - 1_000);
  fill(false);
  db.exec("UPDATE oauth_clients SET used_at = 0 WHERE id = 'client-10'");
  for (let nth = 0; nth < 2; nth += 1) register();
  const remaining = [used, unused, recent].map(({ app }) => findOAuthClient(db, app.id) !== null);
  expect(remaining).toEqual([true, false, true]);
});

it("rejects a registration if every client has an access token", () => {
  fill(true);
  expect(register()).toBeNull();
  expect(db.prepare("SELECT count(*) AS count FROM oauth_clients").get()).toMatchObject({
    count: OAUTH_LIMITS.clients,
  });
  expect(register(NOW + 2_000)).not.toBeNull();
});
