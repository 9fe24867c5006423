// Seals and numbers everything that the replicas of a site send over the bus: prices, order updates, calls and
// interests. Others may be able to read and write on the bus, but only replicas with the site's secrets can open or
// create messages. AES-256-GCM from node:crypto is synchronous, so messages keep their order.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Limits } from "../limits.ts";
import { entriesUpTo } from "../rate-limits/entries-up-to.ts";

export type BusSealLimits = Pick<Limits, "busMessageBytes" | "busMessageValidMs">;

export type BusSealOptions = {
  /** Key material (SESSION_SECRETS). The first secret seals and all of them open, so that secrets can be rotated. */
  secrets: readonly string[];
  /** Site and service that a message is sealed for. Messages of another scope cannot be opened. */
  scope: string;
  nodeId: string;
  limits: BusSealLimits;
  /** Returns the time, epoch ms. */
  now?: () => number;
};

/** `isGap` is true if an earlier message of the same sender was lost. */
export type ReceivedMessage = { text: string; isGap: boolean };
type Opened = { sender: string; number: number; at: number; text: string };

const VERSION = "1";
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const KEY_ID_CHARS = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Length of a sealed message's header: version and key id, each followed by a dot. */
const HEADER_CHARS = VERSION.length + KEY_ID_CHARS + 2;
/** Upper bound of the bytes for nonce, tag, and the line with sender, message number and time. */
const OVERHEAD_BYTES = 256;
/** Maximum number of channels with a stored message number. */
const NUMBERED_CHANNELS = 20_000;

export class BusSeal {
  readonly #options: BusSealOptions;
  readonly #now: () => number;
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #sealing: { id: string; key: Buffer };
  readonly #mostChars: number;
  /** Number of the last sent message, by channel. The cache is bounded, because each client can have a channel. */
  readonly #sent = new LRUCache<string, number>(entriesUpTo(NUMBERED_CHANNELS));
  /** Last message received, by channel and sender. */
  readonly #last = new Map<string, { number: number; at: number }>();

  constructor(options: BusSealOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    const keys = options.secrets.map((secret) => {
      const key = Buffer.from(hkdfSync("sha256", secret, "", "bus messages v1", KEY_BYTES));
      const id = createHash("sha256").update(key).digest("base64url").slice(0, KEY_ID_CHARS);
      return { id, key };
    });
    const [first] = keys;
    if (first === undefined) throw new Error("a secret is required to encrypt bus messages");
    this.#sealing = first;
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
    this.#mostChars = HEADER_CHARS + Math.ceil((options.limits.busMessageBytes + OVERHEAD_BYTES) / 3) * 4;
  }

  seal(channel: string, text: string): string {
    // The first number is the time, so that it is higher than the last number of a channel that was evicted.
    const number = (this.#sent.get(channel) ?? this.#now()) + 1;
    this.#sent.set(channel, number);
    return this.#encrypt(channel, `${this.#options.nodeId} ${number} ${this.#now()}\n${text}`);
  }

  #encrypt(channel: string, plain: string): string {
    const { id, key } = this.#sealing;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(this.#boundTo(channel));
    const sealed = [cipher.update(plain, "utf8"), cipher.final()];
    return `${VERSION}.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString("base64")}`;
  }

  /**
   * Opens a message. Each message is accepted only once, and only if its number is higher than the sender's last one.
   * Returns the reason as a string if the message is refused.
   */
  receive(channel: string, sealed: string): ReceivedMessage | string {
    const opened = this.#open(channel, sealed);
    if (typeof opened === "string") return opened;
    const { sender, number, at, text } = opened;
    const from = `${channel} ${sender}`;
    const last = this.#last.get(from);
    if (last !== undefined && number <= last.number) return "it was received before or out of order";
    if (last === undefined) this.#forgetSilent();
    this.#last.set(from, { number, at });
    return { text, isGap: last !== undefined && number > last.number + 1 };
  }

  /** Opens a stored value, which may be read repeatedly. Returns the reason as a string if the value is refused. */
  read(channel: string, sealed: string): { text: string } | string {
    const opened = this.#open(channel, sealed);
    return typeof opened === "string" ? opened : { text: opened.text };
  }

  /** Seals a value that is stored under a name. Unlike messages, stored values are not numbered. */
  sealValue(name: string, text: string): string {
    return this.#encrypt(`value ${name}`, `${this.#options.nodeId} 0 ${this.#now()}\n${text}`);
  }

  /** Opens a stored value of any age; callers check the age. Returns the reason as a string if the value is refused. */
  openValue(name: string, sealed: string): { text: string } | string {
    const opened = this.#openAnyAge(`value ${name}`, sealed);
    return typeof opened === "string" ? opened : { text: opened.text };
  }

  #open(channel: string, sealed: string): Opened | string {
    const opened = this.#openAnyAge(channel, sealed);
    // A negated condition, so that NaN is refused too.
    if (
      typeof opened !== "string" &&
      !(Math.abs(this.#now() - opened.at) <= this.#options.limits.busMessageValidMs)
    )
      return "its time is too far from this replica's clock";
    return opened;
  }

  #openAnyAge(channel: string, sealed: string): Opened | string {
    if (sealed.length > this.#mostChars) return "it is too large";
    const key = sealed.startsWith(`${VERSION}.`)
      ? this.#keys.get(sealed.slice(VERSION.length + 1, HEADER_CHARS - 1))
      : undefined;
    if (key === undefined || sealed[HEADER_CHARS - 1] !== ".") return "it was not sealed by this site";
    const plain = this.#decrypt(channel, key, Buffer.from(sealed.slice(HEADER_CHARS), "base64"));
    if (plain === null) return "it was not sealed by this site for this channel";
    const end = plain.indexOf("\n");
    const [sender = "", number, at] = plain.slice(0, end).split(" ");
    return { sender, number: Number(number), at: Number(at), text: plain.slice(end + 1) };
  }

  #decrypt(channel: string, key: Buffer, bytes: Buffer): string | null {
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(this.#boundTo(channel))
        .setAuthTag(tag);
      const plain = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([plain, decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }

  #boundTo(channel: string): Buffer {
    return Buffer.from(`${this.#options.scope}\n${channel}`);
  }

  /**
   * Removes senders after the maximum age of messages. A repetition of their last message is then refused because of
   * its age.
   */
  #forgetSilent(): void {
    const { busMessageValidMs } = this.#options.limits;
    for (const [from, { at }] of this.#last)
      if (this.#now() - at > busMessageValidMs) this.#last.delete(from);
  }
}
