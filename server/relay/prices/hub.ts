// Viewers and what they watch: takes their messages, keeps their channel sets interned, and hands them to the flush wheel.
// It knows nothing of sockets; a viewer comes with a transport.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { CLOSINGS, type Closing } from "../../../app/wire/close-codes.ts";
import {
  CHANNEL_CHARS_AT_MOST,
  CHANNELS_AT_MOST,
  type DepthRow,
  HEARTBEAT_MS,
  type QuoteRow,
  type ServerMessage,
  type SparkRow,
  type StateTable,
} from "../../../app/wire/live.ts";
import type { Clock } from "../clock.ts";
import type { Book } from "./book.ts";
import type { ChannelContent, ChannelDirectory } from "./channels.ts";
import { type Counters, countIn, type Meters } from "./counters.ts";
import type { FeedKind } from "./feeds/feeds.ts";
import { SharedFrame } from "./frames.ts";
import { type ChannelSet, contentsOf, type Pace } from "./groups.ts";
import type { Interest } from "./interest.ts";
import { createLookUps, type LookUpLimits, type LookUps, TooManyLookUps } from "./look-ups.ts";
import { type Transport, Viewer } from "./viewer.ts";
import { Wheel, type WheelLimits } from "./wheel.ts";

export type HubLimits = WheelLimits &
  LookUpLimits & {
    viewerMessagesPerSecond: number;
    viewerHiddenForMs: number;
    channelSets: number;
    channelRefreshMs: number;
  };

export type HubOptions = {
  book: Book;
  clock: Clock;
  counters: Counters;
  meters: Meters;
  limits: HubLimits;
  directory: ChannelDirectory;
  interest: Record<FeedKind, Interest>;
  states(): StateTable;
};

const messageSchema = z.union([
  z.tuple([z.literal("a"), z.int()]).rest(z.unknown()),
  z
    .tuple([z.literal("sub"), z.array(z.string().max(CHANNEL_CHARS_AT_MOST)).max(CHANNELS_AT_MOST)])
    .rest(z.unknown()),
  z.tuple([z.literal("v"), z.union([z.literal(0), z.literal(1)])]).rest(z.unknown()),
  z.tuple([z.literal("r")]).rest(z.unknown()),
]);
const ACKNOWLEDGEMENT = /^\["a",(\d{1,15})\]$/;
const SWEEP_EVERY_MS = 1_000;

export class Hub {
  readonly #options: HubOptions;
  readonly #wheel: Wheel;
  readonly #viewers = new Set<Viewer>();
  readonly #sets = new Map<string, ChannelSet>();
  readonly #lookUps: LookUps;
  #cancels: (() => void)[] = [];

  constructor(options: HubOptions) {
    this.#options = options;
    this.#lookUps = createLookUps(options);
    this.#wheel = new Wheel({
      ...options,
      snapshotText: (set, seq) => this.#snapshotText(set, seq),
      onSlow: (viewer) => this.close(viewer, CLOSINGS.slow),
    });
  }

  start(): void {
    const { clock, limits } = this.#options;
    this.#wheel.start();
    this.#cancels = [
      clock.every(SWEEP_EVERY_MS, () => this.#sweep()),
      clock.every(limits.channelRefreshMs, () => void this.#refresh()),
    ];
  }

  stop(): void {
    this.#wheel.stop();
    for (const cancel of this.#cancels) cancel();
  }

  get viewerCount(): number {
    return this.#viewers.size;
  }

  viewers(): Iterable<Viewer> {
    return this.#viewers;
  }

  stats() {
    return {
      viewers: this.#viewers.size,
      sets: this.#sets.size,
      groups: this.#wheel.groupCount(),
      slow: [...this.#viewers].filter((viewer) => viewer.isDirty).length,
    };
  }

  add(transport: Transport): Viewer {
    const { clock, counters, limits } = this.#options;
    const viewer = new Viewer(randomBytes(9).toString("base64url"), transport, clock.mono());
    this.#viewers.add(viewer);
    countIn(counters.viewersOpened, transport.kind);
    const flush = limits.flushPhaseMs * limits.flushQuickPhases;
    this.#say(viewer, ["h", { sid: viewer.id, flush, hb: HEARTBEAT_MS, now: clock.wall() }]);
    return viewer;
  }

  /** The connection closed. */
  remove(viewer: Viewer, why: string): void {
    if (!this.#viewers.delete(viewer)) return;
    viewer.isClosed = true;
    countIn(this.#options.counters.viewersClosed, why);
    this.#leave(viewer);
  }

  close(viewer: Viewer, { code, reason }: Closing): void {
    if (viewer.isClosed) return;
    viewer.transport.close(code, reason);
    this.remove(viewer, reason);
  }

  /** A viewer's message, as text. */
  receive(viewer: Viewer, text: string): void {
    const { clock, limits, meters } = this.#options;
    if (viewer.isClosed) return;
    if (!viewer.mayTalk(clock.mono(), limits.viewerMessagesPerSecond)) {
      this.close(viewer, CLOSINGS.tooManyMessages);
      return;
    }
    const message = readMessage(text);
    if (message === "bad") this.close(viewer, CLOSINGS.badMessage);
    if (message === "bad" || message === "unknown") return;
    switch (message[0]) {
      case "a": {
        const now = clock.mono();
        meters.ackAge(viewer.acknowledge(message[1], this.#wheel.sentAt(message[1]), now));
        if (viewer.isDirty && viewer.unackedSince === 0 && this.#wheel.keepsUp(viewer, now))
          this.#wheel.sendSnapshot(viewer);
        return;
      }
      case "sub":
        void this.subscribe(viewer, message[1]);
        return;
      case "v":
        this.#show(viewer, message[1] === 1);
        return;
      case "r":
        if (viewer.unackedSince === 0 || this.#wheel.keepsUp(viewer, clock.mono()))
          this.#wheel.sendSnapshot(viewer);
    }
  }

  /** Replaces the viewer's earlier channels. */
  async subscribe(viewer: Viewer, channels: readonly string[]): Promise<void> {
    const names = [...new Set(channels)].sort();
    viewer.channels = names;
    const isCurrent = () => !viewer.isClosed && viewer.channels === names;
    let set: ChannelSet | "none" | "full" | "given up";
    try {
      set = await this.#setOf(names, viewer, isCurrent);
    } catch (fault) {
      const words = fault instanceof TooManyLookUps ? fault.message : "The channels cannot be looked up now.";
      if (isCurrent()) this.#say(viewer, ["e", "try_later", words]);
      return;
    }
    // The viewer can have left or chosen other channels during the lookup.
    if (set === "given up" || !isCurrent()) return;
    if (set === "none" || set === "full") {
      this.#leave(viewer);
      if (set === "full") this.#say(viewer, ["e", "full", "Too many different channel sets are watched."]);
      return;
    }
    this.#join(viewer, set);
  }

  /** One look without staying: what a page shows, or a poll from an address, which is counted like a viewer's. */
  async look(
    channels: readonly string[],
    waitMs: number,
    by: "page" | { address: string },
  ): Promise<Extract<ServerMessage, ["s", ...unknown[]]> | null> {
    const contents: ChannelContent[] = [];
    for (const name of channels) {
      if (by !== "page") this.#lookUps.count(name, null, by.address);
      const content = await this.#options.directory.resolve(name, by === "page" ? "page" : "viewer");
      if (content !== null) contents.push(content);
    }
    if (contents.length === 0 && channels.length > 0) return null;
    const set = contentsOf(contents);
    const { interest, clock, book } = this.#options;
    interest.market.touch(set.instruments);
    interest.depth.touch(set.ladders);
    const isComplete = () =>
      set.instruments.every((key) => (book.cell(key)?.ltp ?? 0) > 0) &&
      set.ladders.every((key) => book.ladder(key) !== undefined);
    // While the feed is silent, waiting would only delay the page.
    const isWorthIt = Object.values(this.#options.states()).some(([state]) => state === "live");
    const endsAt = clock.mono() + (isWorthIt ? waitMs : 0);
    while (!isComplete() && clock.mono() < endsAt)
      await new Promise<void>((resolve) => clock.after(20, resolve));
    return this.#snapshot(set, 0);
  }

  /** States changed: everyone hears at once. */
  tellStates(): void {
    const message: ServerMessage = ["st", this.#options.clock.wall(), this.#options.states()];
    this.#wheel.broadcast([...this.#viewers], JSON.stringify(message));
  }

  /** Tells everyone that this node goes, then closes them one by one over `overMs`. */
  async drain(overMs: number): Promise<void> {
    const { clock } = this.#options;
    const leaving = [...this.#viewers];
    const message: ServerMessage = ["x", 0, overMs];
    const frame = new SharedFrame(JSON.stringify(message));
    for (const viewer of leaving) this.#wheel.write(viewer, frame);
    const steps = Math.min(leaving.length, Math.max(1, Math.floor(overMs / 50)));
    const perStep = Math.ceil(leaving.length / Math.max(1, steps));
    for (let from = 0; from < leaving.length; from += perStep) {
      for (const viewer of leaving.slice(from, from + perStep)) this.close(viewer, CLOSINGS.restart);
      if (from + perStep < leaving.length)
        await new Promise<void>((resolve) => clock.after(overMs / steps, resolve));
    }
  }

  async #setOf(
    names: readonly string[],
    viewer: Viewer,
    isCurrent: () => boolean,
  ): Promise<ChannelSet | "none" | "full" | "given up"> {
    const contents: ChannelContent[] = [];
    const known: string[] = [];
    for (const name of names) {
      // The viewer no longer needs the remaining lookups.
      if (!isCurrent()) return "given up";
      this.#lookUps.count(name, viewer.id, viewer.transport.address ?? viewer.id);
      const content = await this.#options.directory.resolve(name, "viewer");
      if (content === null) this.#say(viewer, ["e", "no_channel", `There is no channel ${name}.`]);
      else {
        contents.push(content);
        known.push(name);
      }
    }
    if (known.length === 0) return "none";
    const key = known.join(" ");
    let set = this.#sets.get(key);
    if (set === undefined) {
      if (this.#sets.size >= this.#options.limits.channelSets) return "full";
      set = { key, channels: known, ...contentsOf(contents), groups: new Map() };
      this.#sets.set(key, set);
      this.#options.interest.market.acquire(set.instruments);
      this.#options.interest.depth.acquire(set.ladders);
    }
    return set;
  }

  #join(viewer: Viewer, set: ChannelSet): void {
    const pace: Pace = viewer.isVisible && viewer.transport.kind === "socket" ? "quick" : "slow";
    if (viewer.group?.set === set && viewer.group.pace === pace) return;
    const former = viewer.group;
    former?.remove(viewer);
    this.#wheel.groupOf(set, pace).add(viewer);
    if (former !== null && former.members.length === 0) this.#dropGroup(former);
    this.#wheel.sendSnapshot(viewer);
  }

  #leave(viewer: Viewer): void {
    const { group } = viewer;
    if (group === null) return;
    group.remove(viewer);
    if (group.members.length === 0) this.#dropGroup(group);
  }

  #dropGroup(group: NonNullable<Viewer["group"]>): void {
    this.#wheel.drop(group);
    if (group.set.groups.size > 0) return;
    this.#sets.delete(group.set.key);
    this.#options.interest.market.release(group.set.instruments);
    this.#options.interest.depth.release(group.set.ladders);
  }

  #show(viewer: Viewer, isVisible: boolean): void {
    if (viewer.isVisible === isVisible) return;
    viewer.isVisible = isVisible;
    viewer.hiddenSince = isVisible ? null : this.#options.clock.mono();
    if (viewer.group !== null) this.#join(viewer, viewer.group.set);
    else if (isVisible && viewer.channels.length > 0) void this.subscribe(viewer, viewer.channels);
  }

  #sweep(): void {
    const { clock, limits, interest } = this.#options;
    const now = clock.mono();
    interest.market.sweep();
    interest.depth.sweep();
    for (const viewer of this.#viewers) {
      if (viewer.unackedSince !== 0 || viewer.isDirty) {
        const keepsUp = this.#wheel.keepsUp(viewer, now);
        if (keepsUp && viewer.isDirty && viewer.unackedSince === 0) this.#wheel.sendSnapshot(viewer);
      }
      if (
        viewer.hiddenSince !== null &&
        now - viewer.hiddenSince > limits.viewerHiddenForMs &&
        viewer.group
      ) {
        this.#leave(viewer);
        this.#say(viewer, ["e", "paused", "Hidden for a while; prices come again when the page is shown."]);
      }
    }
  }

  /** Looks every watched channel up again; a changed one gives its viewers a new snapshot. */
  async #refresh(): Promise<void> {
    for (const set of [...this.#sets.values()]) {
      let contents: (ChannelContent | null)[];
      try {
        contents = await Promise.all(
          set.channels.map((name) => this.#options.directory.resolve(name, "viewer")),
        );
      } catch {
        continue;
      }
      // A contract that is no longer at the money stays with those who are watching it.
      const next = contentsOf([
        ...contents.filter((content) => content !== null),
        { instruments: set.ladders, ladders: set.ladders },
      ]);
      const isSame =
        next.instruments.join() === set.instruments.join() && next.ladders.join() === set.ladders.join();
      if (isSame || !this.#sets.has(set.key)) continue;
      const { interest } = this.#options;
      interest.market.acquire(next.instruments);
      interest.depth.acquire(next.ladders);
      interest.market.release(set.instruments);
      interest.depth.release(set.ladders);
      Object.assign(set, next);
      for (const group of set.groups.values()) for (const viewer of group.members) viewer.isDirty = true;
    }
  }

  #snapshot(
    set: Pick<ChannelSet, "instruments" | "ladders">,
    seq: number,
  ): Extract<ServerMessage, ["s", ...unknown[]]> {
    const { book, clock } = this.#options;
    const rows: QuoteRow[] = [];
    const sparks: SparkRow[] = [];
    for (const key of set.instruments) {
      const cell = book.cell(key);
      if (cell === undefined || cell.ltp === 0) continue;
      rows.push(book.fullRow(cell));
      const spark = book.sparkRow(cell);
      if (spark !== null) sparks.push(spark);
    }
    const ladders: DepthRow[] = [];
    for (const key of set.ladders) {
      const ladder = book.ladder(key);
      if (ladder !== undefined) ladders.push(book.depthRow(ladder));
    }
    return ["s", seq, clock.wall(), rows, ladders, this.#options.states(), sparks];
  }

  #snapshotText(set: ChannelSet, seq: number): string {
    return JSON.stringify(this.#snapshot(set, seq));
  }

  #say(viewer: Viewer, message: ServerMessage): void {
    this.#wheel.write(viewer, new SharedFrame(JSON.stringify(message)));
  }
}

/** Unknown words are passed over, so that a newer page may talk to an older server; what is no message at all is not. */
function readMessage(text: string): z.infer<typeof messageSchema> | "bad" | "unknown" {
  // Nearly everything viewers say is an acknowledgement.
  const acknowledged = ACKNOWLEDGEMENT.exec(text)?.[1];
  if (acknowledged !== undefined) return ["a", Number(acknowledged)];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "bad";
  }
  const parsed = messageSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [word] = Array.isArray(json) ? json : [];
  return typeof word === "string" && !["a", "sub", "v", "r"].includes(word) ? "unknown" : "bad";
}
