// The viewers and their channels: handles messages of viewers, shares equal channel sets, and passes viewers to the
// flush scheduler. It does not depend on sockets; each viewer has a transport.

import { randomBytes } from "node:crypto";
import { CLOSE_CODE_TABLE, type CloseCodeEntry } from "../../../app/contract/live/close-codes.ts";
import {
  HEARTBEAT_MS,
  type ServerMessage,
  type Snapshot,
  type SparkRow,
  type StateTable,
  snapshotMessage,
} from "../../../app/contract/live/live.ts";
import type { Clock } from "../clock.ts";
import type { ChannelDirectory } from "./channels.ts";
import { type Counters, incrementCount, type Meters } from "./counters.ts";
import { type Feed, type FeedKeys, mergeFeedKeys } from "./feed.ts";
import { type FlushLimits, FlushSchedule } from "./flush-schedule.ts";
import { createLookups, type LookupLimits, type Lookups, TooManyLookups } from "./lookups.ts";
import { ownerFromAddress, SetOwners } from "./set-owners.ts";
import {
  type ChannelSet,
  readMessage,
  SharedFrame,
  type Transport,
  Viewer,
  type ViewerPace,
} from "./viewer.ts";

export type HubLimits = FlushLimits &
  LookupLimits & {
    viewerMessagesPerSecond: number;
    viewerHiddenForMs: number;
    channelSets: number;
    channelRefreshMs: number;
  };

export type HubOptions = {
  feeds: readonly Feed[];
  version: { readonly current: number };
  clock: Clock;
  counters: Counters;
  meters: Meters;
  limits: HubLimits;
  directory: ChannelDirectory;
  states(): StateTable;
};

/** Contents of existing channels, by name. */
type Known = Map<string, readonly FeedKeys[]>;

const SWEEP_EVERY_MS = 1_000;
const FULL: ServerMessage = ["e", "full", "Too many different channel sets are in use."];

export class Hub {
  readonly #options: HubOptions;
  readonly #scheduler: FlushSchedule;
  readonly #viewers = new Set<Viewer>();
  readonly #sets = new Map<string, ChannelSet>();
  readonly #owners = new SetOwners();
  readonly #lookups: Lookups;
  #cancels: (() => void)[] = [];

  constructor(options: HubOptions) {
    this.#options = options;
    this.#lookups = createLookups(options);
    this.#scheduler = new FlushSchedule({
      ...options,
      snapshotText: ({ contents }, seq) => JSON.stringify(this.#snapshot(contents, seq)),
      onSlow: (viewer) => this.close(viewer, CLOSE_CODE_TABLE.slow),
    });
  }

  start(): void {
    const { clock, limits } = this.#options;
    this.#scheduler.start();
    this.#cancels = [
      clock.every(SWEEP_EVERY_MS, () => this.#sweep()),
      clock.every(HEARTBEAT_MS, () => this.#sendHeartbeats()),
      clock.every(limits.channelRefreshMs, () => void this.#refresh()),
    ];
  }

  stop(): void {
    this.#scheduler.stop();
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
      groups: this.#scheduler.groupCount(),
      slow: [...this.#viewers].filter((viewer) => viewer.isDirty).length,
    };
  }

  add(transport: Transport): Viewer {
    const { clock, counters, limits } = this.#options;
    const viewer = new Viewer(randomBytes(9).toString("base64url"), transport, clock.mono());
    this.#viewers.add(viewer);
    incrementCount(counters.viewersOpened, transport.kind);
    const flush = limits.flushPhaseMs * limits.flushQuickPhases;
    this.#send(viewer, ["h", { sid: viewer.id, flush, hb: HEARTBEAT_MS, now: clock.wall() }]);
    return viewer;
  }

  /** Removes a viewer whose connection has closed. */
  remove(viewer: Viewer, why: string): void {
    if (!this.#viewers.delete(viewer)) return;
    viewer.isClosed = true;
    incrementCount(this.#options.counters.viewersClosed, why);
    this.#leave(viewer);
  }

  close(viewer: Viewer, { code, reason }: CloseCodeEntry): void {
    if (viewer.isClosed) return;
    viewer.transport.close(code, reason);
    this.remove(viewer, reason);
  }

  /** Handles a viewer's message. */
  receive(viewer: Viewer, text: string): void {
    const { clock, limits, meters } = this.#options;
    if (viewer.isClosed) return;
    if (!viewer.isWithinMessageRate(clock.mono(), limits.viewerMessagesPerSecond)) {
      this.close(viewer, CLOSE_CODE_TABLE.tooManyMessages);
      return;
    }
    const message = readMessage(text);
    if (message === "bad") this.close(viewer, CLOSE_CODE_TABLE.badMessage);
    if (message === "bad" || message === "unknown") return;
    switch (message[0]) {
      case "a": {
        const now = clock.mono();
        meters.ackAge(viewer.acknowledge(message[1], this.#scheduler.sentAt(message[1]), now));
        if (viewer.isDirty && viewer.unackedSince === 0 && this.#scheduler.admitFrame(viewer, now))
          this.#scheduler.sendSnapshot(viewer);
        return;
      }
      case "sub":
        void this.subscribe(viewer, message[1]);
        return;
      case "v":
        this.#show(viewer, message[1] === 1);
        return;
      case "r":
        if (viewer.unackedSince === 0 || this.#scheduler.admitFrame(viewer, clock.mono()))
          this.#scheduler.sendSnapshot(viewer);
    }
  }

  /** Replaces a viewer's channels with these. */
  async subscribe(viewer: Viewer, channels: readonly string[]): Promise<void> {
    const names = [...new Set(channels)].sort();
    viewer.channels = names;
    const isCurrent = () => !viewer.isClosed && viewer.channels === names;
    let known: Known;
    try {
      known = await this.#resolve(names, viewer, isCurrent);
    } catch (fault) {
      const message =
        fault instanceof TooManyLookups ? fault.message : "The channels could not be looked up.";
      if (isCurrent()) this.#send(viewer, ["e", "try_later", message]);
      return;
    }
    // The viewer may have disconnected or subscribed to other channels during the lookup.
    if (!isCurrent()) return;
    if (known.size === 0) {
      this.#leave(viewer);
      return;
    }
    // Chooses and joins the set in one synchronous step, so that the set cannot be dropped in between.
    const set = this.#setOf(known, viewer);
    if (set === null) this.#send(viewer, FULL);
    else this.#join(viewer, set);
  }

  /**
   * Returns the current values of these channels; null if none of the channels exists. Waits up to `waitMs` for missing
   * values. A poll's lookups are limited per address.
   */
  async look(
    channels: readonly string[],
    waitMs: number,
    by: "page" | { address: string },
  ): Promise<Snapshot | null> {
    const contents: (readonly FeedKeys[])[] = [];
    for (const name of channels) {
      if (by !== "page") this.#lookups.count(name, null, by.address);
      const content = await this.#options.directory.resolve(name, by === "page" ? "page" : "viewer");
      if (content !== null) contents.push(content);
    }
    if (contents.length === 0 && channels.length > 0) return null;
    const { feeds, clock } = this.#options;
    const union = mergeFeedKeys(feeds, contents);
    for (const { feed, keys } of union) feed.interest.touch(keys);
    const isComplete = () => union.every(({ feed, keys }) => keys.every((key) => feed.values.has(key)));
    // Waits only if some prices are live. Otherwise waiting would only delay the page.
    const isWorthIt = Object.values(this.#options.states()).some(([state]) => state === "live");
    const endsAt = clock.mono() + (isWorthIt ? waitMs : 0);
    while (!isComplete() && clock.mono() < endsAt)
      await new Promise<void>((resolve) => clock.after(20, resolve));
    return this.#snapshot(union, 0);
  }

  /** Sends changed states to all viewers. */
  broadcastStates(): void {
    const message: ServerMessage = ["st", this.#options.clock.wall(), this.#options.states()];
    this.#scheduler.broadcast([...this.#viewers], JSON.stringify(message));
  }

  /** Notifies all viewers of the shutdown, then closes them one by one over `overMs`. */
  async drain(overMs: number): Promise<void> {
    const { clock } = this.#options;
    const leaving = [...this.#viewers];
    const message: ServerMessage = ["x", 0, overMs];
    const frame = new SharedFrame(JSON.stringify(message));
    for (const viewer of leaving) this.#scheduler.write(viewer, frame);
    const steps = Math.min(leaving.length, Math.max(1, Math.floor(overMs / 50)));
    const perStep = Math.ceil(leaving.length / Math.max(1, steps));
    for (let from = 0; from < leaving.length; from += perStep) {
      for (const viewer of leaving.slice(from, from + perStep)) this.close(viewer, CLOSE_CODE_TABLE.restart);
      if (from + perStep < leaving.length)
        await new Promise<void>((resolve) => clock.after(overMs / steps, resolve));
    }
  }

  /** Looks up channels. Stops when the viewer has disconnected or subscribed to other channels. */
  async #resolve(names: readonly string[], viewer: Viewer, isCurrent: () => boolean): Promise<Known> {
    const known: Known = new Map();
    for (const name of names) {
      if (!isCurrent()) break;
      this.#lookups.count(name, viewer.id, viewer.transport.address ?? viewer.id);
      const content = await this.#options.directory.resolve(name, "viewer");
      if (content === null) this.#send(viewer, ["e", "no_channel", `Unknown channel: ${name}.`]);
      else known.set(name, content);
    }
    return known;
  }

  /** Returns the set of these channels; null if it does not exist and none can be added. */
  #setOf(known: Known, viewer: Viewer): ChannelSet | null {
    const channels = [...known.keys()];
    const key = channels.join(" ");
    const existing = this.#sets.get(key);
    if (existing !== undefined) return existing;
    // Leaves the viewer's former set first. This frees the set if nobody else watches it, and `#dropSetFor` cannot drop
    // this viewer.
    this.#leave(viewer);
    const owner = ownerFromAddress(viewer.transport.address ?? viewer.id);
    if (this.#sets.size >= this.#options.limits.channelSets && !this.#dropSetFor(owner)) return null;
    const contents = mergeFeedKeys(this.#options.feeds, [...known.values()]);
    const set: ChannelSet = { key, owner, channels, contents, groups: new Map() };
    this.#sets.set(key, set);
    this.#owners.add(set);
    for (const { feed, keys } of contents) feed.interest.acquire(keys);
    return set;
  }

  #join(viewer: Viewer, set: ChannelSet): void {
    const pace: ViewerPace = viewer.isVisible && viewer.transport.kind === "socket" ? "quick" : "slow";
    if (viewer.group?.set === set && viewer.group.pace === pace) return;
    const former = viewer.group;
    former?.remove(viewer);
    this.#scheduler.groupOf(set, pace).add(viewer);
    if (former !== null && former.members.length === 0) this.#dropGroup(former);
    this.#scheduler.sendSnapshot(viewer);
  }

  #leave(viewer: Viewer): void {
    const { group } = viewer;
    if (group === null) return;
    group.remove(viewer);
    if (group.members.length === 0) this.#dropGroup(group);
  }

  #dropGroup(group: NonNullable<Viewer["group"]>): void {
    this.#scheduler.drop(group);
    if (group.set.groups.size > 0) return;
    this.#sets.delete(group.set.key);
    this.#owners.remove(group.set);
    for (const { feed, keys } of group.set.contents) feed.interest.release(keys);
  }

  /** Drops a set of the owner with the most sets, so that `owner` can add one. Returns false if no set was dropped. */
  #dropSetFor(owner: string): boolean {
    const set = this.#owners.setToDropFor(owner);
    for (const viewer of [...(set?.groups.values() ?? [])].flatMap(({ members }) => members)) {
      this.#leave(viewer);
      this.#send(viewer, FULL);
    }
    return set !== null;
  }

  #show(viewer: Viewer, isVisible: boolean): void {
    if (viewer.isVisible === isVisible) return;
    viewer.isVisible = isVisible;
    viewer.hiddenSince = isVisible ? null : this.#options.clock.mono();
    if (viewer.group !== null) this.#join(viewer, viewer.group.set);
    else if (isVisible && viewer.channels.length > 0) void this.subscribe(viewer, viewer.channels);
  }

  #sweep(): void {
    const { clock, limits, feeds } = this.#options;
    const now = clock.mono();
    for (const { interest } of feeds) interest.sweep();
    for (const viewer of this.#viewers) {
      if (viewer.unackedSince !== 0 || viewer.isDirty) {
        const isAdmitted = this.#scheduler.admitFrame(viewer, now);
        if (isAdmitted && viewer.isDirty && viewer.unackedSince === 0) this.#scheduler.sendSnapshot(viewer);
      }
      if (
        viewer.hiddenSince !== null &&
        now - viewer.hiddenSince > limits.viewerHiddenForMs &&
        viewer.group
      ) {
        this.#leave(viewer);
        this.#send(viewer, ["e", "paused", "Prices are paused while the page is hidden."]);
      }
    }
  }

  /** Sends heartbeats to viewers that get no frames, because browsers reconnect after silence. */
  #sendHeartbeats(): void {
    const idle = [...this.#viewers].filter(({ group }) => group === null);
    this.#scheduler.broadcast(idle, JSON.stringify(["hb", this.#options.clock.wall()]));
  }

  /** Resolves every watched channel again. Viewers of a changed channel get a new snapshot. */
  async #refresh(): Promise<void> {
    for (const set of [...this.#sets.values()]) {
      let contents: (readonly FeedKeys[] | null)[];
      try {
        contents = await Promise.all(
          set.channels.map((name) => this.#options.directory.resolve(name, "viewer")),
        );
      } catch {
        continue;
      }
      // Retains the feeds of a watched order book, because its contract may no longer be at the money.
      const onDemand = set.contents
        .filter(({ feed }) => feed.definition.onDemandSegments !== null)
        .flatMap((own) =>
          this.#options.feeds
            .filter((feed) => feed === own.feed || feed.definition.onDemandSegments === null)
            .map((feed) => ({ feed, keys: own.keys })),
        );
      const next = mergeFeedKeys(this.#options.feeds, [
        ...contents.filter((content) => content !== null),
        onDemand,
      ]);
      const isSame = next.every(({ keys }, index) => keys.join() === set.contents[index]?.keys.join());
      if (isSame || this.#sets.get(set.key) !== set) continue;
      for (const { feed, keys } of next) feed.interest.acquire(keys);
      for (const { feed, keys } of set.contents) feed.interest.release(keys);
      set.contents = next;
      for (const group of set.groups.values()) for (const viewer of group.members) viewer.isDirty = true;
    }
  }

  #snapshot(contents: readonly FeedKeys[], seq: number): Snapshot {
    const sparks: SparkRow[] = [];
    const rows = contents.map(({ feed: { values }, keys }) =>
      keys.flatMap((key) => {
        const row = values.row(key);
        if (row === null) return [];
        const spark = values.spark(key);
        if (spark !== null) sparks.push(spark);
        return [row];
      }),
    );
    return snapshotMessage(seq, this.#options.clock.wall(), rows, this.#options.states(), sparks);
  }

  #send(viewer: Viewer, message: ServerMessage): void {
    this.#scheduler.write(viewer, new SharedFrame(JSON.stringify(message)));
  }
}
