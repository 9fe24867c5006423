// Seals small records into cookies: encrypted and authenticated (JWE, direct A256GCM), each for one purpose and a
// limited time. The first secret seals and every secret opens, so that secrets can be rotated without signing users
// out.
import { createHash, hkdfSync } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";

export type Seal = {
  seal(purpose: string, record: Record<string, unknown>, forMs: number, now: number): Promise<string>;
  /**
   * Opens a sealed record. Returns null if this site did not seal it for this purpose, if it has expired, or if it does
   * not match the schema.
   */
  open<Schema extends z.ZodType>(
    purpose: string,
    sealed: string | undefined,
    schema: Schema,
    now: number,
  ): Promise<z.output<Schema> | null>;
};

const KEY_BYTES = 32;
/** Maximum length of a sealed record in characters. Browsers ignore cookies above 4,096 bytes. */
export const SEALED_CHARS_MAX = 4_000;

export function createSeal(secrets: readonly string[]): Seal {
  const keys = new Map(
    secrets.map((secret) => {
      const key = new Uint8Array(hkdfSync("sha256", secret, "", "site cookies v1", KEY_BYTES));
      return [createHash("sha256").update(key).digest("base64url").slice(0, 8), key] as const;
    }),
  );
  const [first] = keys;
  if (first === undefined) throw new Error("sealing requires a secret");
  const [sealingId, sealingKey] = first;

  return {
    seal: (purpose, record, forMs, now) =>
      new EncryptJWT(record)
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: sealingId })
        .setAudience(purpose)
        .setExpirationTime(Math.floor((now + forMs) / 1_000))
        .encrypt(sealingKey),
    async open(purpose, sealed, schema, now) {
      if (sealed === undefined || sealed.length > SEALED_CHARS_MAX) return null;
      try {
        const { payload } = await jwtDecrypt(
          sealed,
          ({ kid }) => {
            const key = keys.get(kid ?? "");
            if (key === undefined) throw new Error("unknown key");
            return key;
          },
          {
            audience: purpose,
            currentDate: new Date(now),
            keyManagementAlgorithms: ["dir"],
            contentEncryptionAlgorithms: ["A256GCM"],
          },
        );
        const parsed = schema.safeParse(payload);
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
  };
}
