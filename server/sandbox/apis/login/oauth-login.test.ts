import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../store/database.ts";
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
