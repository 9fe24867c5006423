// Encrypts the store's secrets. Secrets that have to be read again are encrypted with AES-256-GCM. PINs are stored as
// salted scrypt hashes, which cannot be tested without the key. The key is a file next to the database, which only its
// owner may read.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

const KEY_FILE = "store-key";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED_PREFIX = "sealed:";
const HASHED_PREFIX = "scrypt:";
/** Parameters of scrypt: about 16 MiB and 50 to 150 ms per hash. */
const SCRYPT = { N: 16_384, r: 8, p: 1 } as const;
const HASH_BYTES = 32;

/** Maximum number of PIN hashes that run in parallel, and of those that wait. Further ones are rejected. */
const PARALLEL_HASHES_MAX = 2;
const WAITING_HASHES_MAX = 32;

export class VaultBusyError extends Error {}

export type Vault = ReturnType<typeof createVault>;

const isSealed = (text: string): boolean => text.startsWith(SEALED_PREFIX);
const isHashed = (text: string): boolean => text.startsWith(HASHED_PREFIX);

export function createVault(key: Buffer) {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", key, "", purpose, KEY_BYTES));
  const sealingKey = derive("sandbox secrets v1");
  const pinKey = derive("sandbox pins v1");
  const inSlot = createSlots(PARALLEL_HASHES_MAX, WAITING_HASHES_MAX);

  const hash = (pin: string, salt: Buffer) =>
    inSlot(
      () =>
        new Promise<Buffer>((resolve, reject) => {
          const peppered = createHmac("sha256", pinKey).update(pin).digest();
          scrypt(peppered, salt, HASH_BYTES, SCRYPT, (fault, made) =>
            fault === null ? resolve(made) : reject(fault),
          );
        }),
    );

  return {
    seal(plain: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce);
      const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `${SEALED_PREFIX}${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
    },
    /** Decrypts a secret. Returns null when the text was not encrypted with this key. */
    open(text: string): string | null {
      if (!isSealed(text)) return null;
      try {
        const bytes = Buffer.from(text.slice(SEALED_PREFIX.length), "base64url");
        const decipher = createDecipheriv("aes-256-gcm", sealingKey, bytes.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return `${decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8")}${decipher.final("utf8")}`;
      } catch {
        return null;
      }
    },
    async hashPin(pin: string): Promise<string> {
      const salt = randomBytes(16);
      return `${HASHED_PREFIX}${salt.toString("base64url")}:${(await hash(pin, salt)).toString("base64url")}`;
    },
    /**
     * Checks a PIN against its hash. Throws VaultBusyError when too many checks are waiting. A malformed hash takes
     * as long to check, and is never correct.
     */
    async isPin(pin: string, stored: string): Promise<boolean> {
      const [salt = "", made = ""] = isHashed(stored) ? stored.slice(HASHED_PREFIX.length).split(":") : [];
      const found = await hash(pin, Buffer.from(salt, "base64url"));
      const expected = Buffer.from(made, "base64url");
      return expected.byteLength === found.byteLength && timingSafeEqual(expected, found);
    },
  };
}

/** Reads a folder's key, or creates it atomically on the first start. */
export function loadVaultKey(folder: string): Buffer {
  const file = join(folder, KEY_FILE);
  const known = readKey(file);
  if (known !== null) return known;
  const draft = join(folder, `${KEY_FILE}.${randomBytes(6).toString("hex")}`);
  const handle = openSync(draft, "wx", 0o600);
  writeSync(handle, `${randomBytes(KEY_BYTES).toString("base64url")}\n`);
  fsyncSync(handle);
  closeSync(handle);
  try {
    // Fails if another process has already created the key. That key is then used.
    linkSync(draft, file);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "EEXIST") throw fault;
  } finally {
    rmSync(draft);
  }
  const made = readKey(file);
  if (made === null) throw new Error(`${file} contains no key. Restore it from a backup.`);
  return made;
}

function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "ENOENT") throw fault;
    return null;
  }
  const key = Buffer.from(text, "base64url");
  if (key.byteLength !== KEY_BYTES)
    throw new Error(`${file} does not contain a key of ${KEY_BYTES} bytes. Restore it from a backup.`);
  chmodSync(file, 0o600);
  return key;
}

/** Runs a limited number of jobs in parallel and lets a limited number wait. */
function createSlots(atOnce: number, atMostWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= atMostWaiting) throw new VaultBusyError("too many codes are being verified");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The slot is passed directly to the next job, so that no other job takes it.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
