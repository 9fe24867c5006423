// Changes of an app while a client authorises it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../store/database.ts";
import { changeApp, createApp, findApp } from "./apps.ts";
import { SANDBOX_CLIENTS } from "./clients.ts";
import { consentState, consumeTokenId, createConsent, tryLogin } from "./consents.ts";

it("rejects tokens and open consents that predate a change of an app's scopes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "apps-"));
  const db = openDatabase(folder);
  const now = Date.parse("2026-11-17T06:00:00Z");
  const [victim] = SANDBOX_CLIENTS;
  const form = { name: "Charts", redirectUrl: null, scopes: ["read"] as const, audience: "any" as const };
  const id = createApp(db, "1000000002", form, now)?.app.id ?? "";
  const consent = () => createConsent(db, now, { appId: id, state: null });
  const approve = async (consentId: string) => {
    const codes = { pin: victim?.pin ?? "" };
    return tryLogin(db, { consentId, clientId: victim?.id ?? "", address: "203.0.113.9", codes }, now);
  };
  const open = consent();
  const approved = await approve(consent());
  const tokenId = approved.kind === "ok" ? approved.tokenId : "none";
  expect(changeApp(db, "1000000003", id, { ...form, scopes: ["read", "trade"] }), "another owner").toBe(
    false,
  );
  expect(consentState(db, open, now)).toBe("open");

  expect(changeApp(db, "1000000002", id, { ...form, scopes: ["read", "trade"] })).toBe(true);
  const app = findApp(db, id);
  if (app === undefined) throw new Error("no app");
  expect(consumeTokenId(db, tokenId, now, { app })).toBeNull();
  expect(await approve(open)).toEqual({ kind: "closed", state: "unknown" });

  const after = await approve(consent());
  expect(consumeTokenId(db, after.kind === "ok" ? after.tokenId : "none", now, { app })).not.toBeNull();
  db.close();
  rmSync(folder, { recursive: true, force: true });
});
