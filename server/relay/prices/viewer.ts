// Viewers: their messages, the frames that they receive, subscriptions, position in the stream, and flow control.
// Unacknowledged data is limited, because buffers of the network could hide a slow viewer for minutes.
import { z } from "zod";
import { CHANNEL_CHARS_MAX, CHANNELS_MAX } from "../../../app/contract/live/live.ts";
import { parseJson } from "../../../app/domain/parse-json.ts";
import type { FeedKeys } from "./feed.ts";

const TEXT_FRAME = 0x81;

/** A message to many viewers, encoded once per transport: as a WebSocket text frame or as a server-sent event. */
export class SharedFrame {
  readonly text: string;
  #socket: Buffer | null = null;
  #event: Buffer | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get socketBytes(): Buffer {
    this.#socket ??= textFrame(this.text);
    return this.#socket;
  }

  get eventBytes(): Buffer {
    this.#event ??= Buffer.from(`data: ${this.text}\n\n`);
    return this.#event;
  }
}

/**
 * Encodes an unmasked text frame with the FIN bit (RFC 6455, 5.2). Its buffer is not allocated from Node's shared pool,
 * because it would keep the pool's complete buffer in memory.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headerBytes + length);
  frame[0] = TEXT_FRAME;
  if (headerBytes === 2) frame[1] = length;
  else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeUInt32BE(Math.floor(length / 2 ** 32), 2);
    frame.writeUInt32BE(length >>> 0, 6);
  }
  frame.write(text, headerBytes, "utf8");
  return frame;
}

const messageSchema = z.union([
  z.tuple([z.literal("a"), z.int()]).rest(z.unknown()),
  z.tuple([z.literal("sub"), z.array(z.string().max(CHANNEL_CHARS_MAX)).max(CHANNELS_MAX)]).rest(z.unknown()),
  z.tuple([z.literal("v"), z.union([z.literal(0), z.literal(1)])]).rest(z.unknown()),
  z.tuple([z.literal("r")]).rest(z.unknown()),
]);
const ACKNOWLEDGEMENT = /^\["a",(\d{1,15})\]$/;

/**
 * Parses a message. Returns "unknown" for an unknown message name, so that an updated page works with an older server,
 * and "bad" for any other invalid message.
 */
export function readMessage(text: string): z.infer<typeof messageSchema> | "bad" | "unknown" {
  // Nearly all messages of viewers are acknowledgements.
  const acknowledged = ACKNOWLEDGEMENT.exec(text)?.[1];
  if (acknowledged !== undefined) return ["a", Number(acknowledged)];
  const json = parseJson(text);
  const parsed = messageSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [word] = Array.isArray(json) ? json : [];
  return typeof word === "string" && !["a", "sub", "v", "r"].includes(word) ? "unknown" : "bad";
}

export type Transport = {
  readonly kind: "socket" | "events";
  /**
   * IP address or client that limits apply to. The limits of a viewer without an address apply to that viewer alone.
   */
  readonly address?: string;
  write(frame: SharedFrame): void;
  /** Number of bytes that are queued in this process. */
  queuedBytes(): number;
  close(code: number, reason: string): void;
  terminate(): void;
};

export class Viewer {
  readonly id: string;
  readonly transport: Transport;
  channels: readonly string[] = [];
  group: ViewerGroup | null = null;
  /** Index in the group's list of members. */
  index = -1;
  isVisible = true;
  /** True if a message was skipped, so the next message must be a snapshot. */
  isDirty = false;
  lastSent = 0;
  /** Monotonic ms at which the oldest unacknowledged frame was sent; 0 if all are acknowledged. */
  unackedSince = 0;
  isClosed = false;
  hiddenSince: number | null = null;
  #messages = 0;
  #windowFrom = 0;

  constructor(id: string, transport: Transport, now: number) {
    this.id = id;
    this.transport = transport;
    this.#windowFrom = now;
  }

  /** True if the viewer acknowledges frames. Only sockets do; event streams end after a short time instead. */
  get hasCredit(): boolean {
    return this.transport.kind === "socket";
  }

  sent(seq: number, now: number): void {
    this.lastSent = seq;
    if (this.hasCredit && this.unackedSince === 0) this.unackedSince = now;
  }

  acknowledge(seq: number, sentAt: number | null, now: number): number {
    const age = this.unackedSince === 0 ? 0 : now - this.unackedSince;
    if (seq >= this.lastSent) this.unackedSince = 0;
    else if (sentAt !== null) this.unackedSince = Math.max(this.unackedSince, sentAt);
    return age;
  }

  /** Returns false if the viewer sends more than `atMost` messages per second. */
  isWithinMessageRate(now: number, atMost: number): boolean {
    if (now - this.#windowFrom >= 1_000) {
      this.#windowFrom = now;
      this.#messages = 0;
    }
    this.#messages += 1;
    return this.#messages <= atMost;
  }
}

export type ViewerPace = "quick" | "slow";

/** Viewers with exactly the same channels share one set. */
export type ChannelSet = {
  readonly key: string;
  /** Network of the viewer that requested the set first. */
  readonly owner: string;
  readonly channels: readonly string[];
  contents: readonly FeedKeys[];
  readonly groups: Map<ViewerPace, ViewerGroup>;
};

/** Viewers with the same channels and pace, so that all members get the same frame. */
export class ViewerGroup {
  readonly set: ChannelSet;
  readonly pace: ViewerPace;
  readonly phase: number;
  readonly members: Viewer[] = [];
  /** Version of the last values that the newest frame contains. */
  sentVersion: number;
  lastSeq = 0;
  isFlushing = false;
  /** Time of the last frame, monotonic ms. */
  sentAt: number;

  constructor(set: ChannelSet, pace: ViewerPace, phase: number, sentVersion: number, now: number) {
    this.set = set;
    this.pace = pace;
    this.phase = phase;
    this.sentVersion = sentVersion;
    this.sentAt = now;
  }

  add(viewer: Viewer): void {
    viewer.group = this;
    viewer.index = this.members.length;
    this.members.push(viewer);
  }

  remove(viewer: Viewer): void {
    const last = this.members.pop();
    if (last !== undefined && last !== viewer) {
      this.members[viewer.index] = last;
      last.index = viewer.index;
    }
    viewer.group = null;
    viewer.index = -1;
  }
}

/** Hashes a text to a number below `over`, evenly enough to distribute work (FNV-1a). */
export function hashToRange(text: string, over: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % over;
}
