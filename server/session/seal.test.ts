// Sealed records can be opened only for their purpose, before they expire, and with any of the secrets.
import { createHash, hkdfSync } from "node:crypto";
import fc from "fast-check";
import { EncryptJWT } from "jose";
import { expect, it } from "vitest";
import { z } from "zod";
import { createSeal } from "./seal.ts";

const [OLD, NEW] = ["o".repeat(32), "n".repeat(32)];
const schema = z.object({ word: z.string() });
const now = Date.parse("2026-11-21T06:00:00Z");
const seal = createSeal([OLD]);

it("opens a sealed value only for the same purpose and until it expires", async () => {
  const sealed = await seal.seal("session", { word: "hush" }, 60_000, now);
  expect(sealed).not.toContain("hush");
  expect(await seal.open("session", sealed, schema, now)).toEqual({ word: "hush" });
  expect(await seal.open("login", sealed, schema, now)).toBeNull();
  expect(await seal.open("session", sealed, schema, now + 61_000)).toBeNull();
  expect(await seal.open("session", sealed, z.object({ other: z.string() }), now)).toBeNull();
});

it("opens only tokens with the expected algorithm, key and purpose", async () => {
  const key = new Uint8Array(hkdfSync("sha256", OLD, "", "site cookies v1", 32));
  const kid = createHash("sha256").update(key).digest("base64url").slice(0, 8);
  const token = (
    header: { alg: string; enc: string; kid: string },
    { audience, sealingKey }: { audience: string; sealingKey: Uint8Array } = {
      audience: "session",
      sealingKey: key,
    },
  ) =>
    new EncryptJWT({ word: "hush" })
      .setProtectedHeader(header)
      .setAudience(audience)
      .setExpirationTime(Math.floor(now / 1_000) + 60)
      .encrypt(sealingKey);
  const own = { alg: "dir", enc: "A256GCM", kid };
  const open = async (sealed: Promise<string>) => seal.open("session", await sealed, schema, now);
  expect(await open(token(own))).toEqual({ word: "hush" });
  expect(await open(token({ ...own, alg: "A256KW" }))).toBeNull();
  expect(await open(token({ ...own, alg: "A256GCMKW" }))).toBeNull();
  expect(await open(token({ ...own, enc: "A128CBC-HS256" }))).toBeNull();
  expect(await open(token({ ...own, kid: "other" }))).toBeNull();
  expect(await open(token(own, { audience: "login", sealingKey: key }))).toBeNull();
  expect(await open(token(own, { audience: "session", sealingKey: new Uint8Array(32) }))).toBeNull();
});

it("seals with the newest secret, and opens cookies sealed with an older secret", async () => {
  const before = await seal.seal("session", { word: "a" }, 60_000, now);
  const both = createSeal([NEW, OLD]);
  expect(await both.open("session", before, schema, now)).toEqual({ word: "a" });
  const after = await both.seal("session", { word: "b" }, 60_000, now);
  expect(await createSeal([NEW]).open("session", after, schema, now)).toEqual({ word: "b" });
  expect(await seal.open("session", after, schema, now)).toBeNull();
});

it("rejects malformed tokens and tokens with any changed character", async () => {
  const sealed = await seal.seal("session", { word: "hush" }, 60_000, now);
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      expect(await seal.open("session", text, schema, now)).toBeNull();
    }),
    { numRuns: 200 },
  );
  for (let at = 0; at < sealed.length; at += 7) {
    if (sealed[at] === ".") continue;
    const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
    const opened = await seal.open("session", changed, schema, now);
    // The last character of a base64url part may contain unused bits. A change to only these bits does not change the
    // record.
    if (opened !== null) expect(opened).toEqual({ word: "hush" });
  }
  expect(await seal.open("session", "x".repeat(5_000), schema, now)).toBeNull();
  expect(await seal.open("session", undefined, schema, now)).toBeNull();
});
