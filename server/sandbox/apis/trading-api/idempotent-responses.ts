// Stored responses of writes with the header Idempotency-Key. A repeated request with the same key returns the stored
// response without another write. A response is stored in the transaction of its write, so either both exist or
// neither.
import { createHash } from "node:crypto";
import { removeExpiredKeys } from "../../store/idempotency-keys.ts";
import { ApiFault } from "./fault.ts";
import type { HandlerContext } from "./handler-context.ts";

const KEY = /^[\w.:-]{1,64}$/;

/** Identifies a client's write by its key and a digest of the request. */
export type WriteKey = { clientId: string; key: string; digest: string };

/** Parses the Idempotency-Key. Returns null for a call without the header. Throws ApiFault for a malformed header. */
export function createWriteKey(
  clientId: string,
  header: string | undefined,
  sent: { method: string; path: string; body: string },
): WriteKey | null {
  if (header === undefined) return null;
  if (!KEY.test(header))
    throw new ApiFault("DH-905", "Idempotency-Key: 1 to 64 letters, digits, dots, colons, - or _.");
  const digest = createHash("sha256").update(JSON.stringify(sent)).digest("base64url");
  return { clientId, key: header, digest };
}

export class IdempotentResponses {
  readonly #context: Pick<HandlerContext, "db" | "realNow">;

  constructor(context: Pick<HandlerContext, "db" | "realNow">) {
    this.#context = context;
  }

  /**
   * Returns the key's stored response, or runs `work` and stores its response; requires a transaction. Throws ApiFault
   * if the key was used for another request.
   */
  once({ clientId, key, digest }: WriteKey, work: () => string): { text: string; isRepeated: boolean } {
    const { db, realNow } = this.#context;
    const now = realNow();
    removeExpiredKeys(db, "idempotent_answers", now);
    const known = db
      .prepare("SELECT digest, answer FROM idempotent_answers WHERE client_id = ? AND idempotency_key = ?")
      .get(clientId, key) as { digest: string; answer: string } | undefined;
    if (known !== undefined && known.digest !== digest)
      throw new ApiFault("DH-905", `The Idempotency-Key ${key} was already sent with another request.`);
    if (known !== undefined) return { text: known.answer, isRepeated: true };
    const text = work();
    db.prepare(
      "INSERT INTO idempotent_answers (client_id, idempotency_key, digest, answer, at) VALUES (?, ?, ?, ?, ?)",
    ).run(clientId, key, digest, text, now);
    return { text, isRepeated: false };
  }
}
