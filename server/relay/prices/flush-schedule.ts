// Sends changed prices to groups of viewers. Time is divided into short phases, and each group is flushed in its phase.
// A flush builds one frame and writes it to every member. Long flushes are split into slices, so that pages in the same
// process are not delayed.
import { HEARTBEAT_MS } from "../../../app/contract/live/live.ts";
import type { Clock } from "../clock.ts";
import type { Counters, Meters } from "./counters.ts";
import {
  type ChannelSet,
  hashToRange,
  SharedFrame,
  type Viewer,
  ViewerGroup,
  type ViewerPace,
} from "./viewer.ts";

export type FlushLimits = {
  flushPhaseMs: number;
  flushQuickPhases: number;
  flushSlowPhases: number;
  flushSliceMs: number;
  viewerUnackedSkipMs: number;
  viewerUnackedCloseMs: number;
  viewerQueuedBytes: number;
};

export type FlushOptions = {
  /** Version of the last values of all feeds. */
  version: { readonly current: number };
  clock: Clock;
  counters: Counters;
  meters: Meters;
  limits: FlushLimits;
  snapshotText(set: ChannelSet, seq: number): string;
  onSlow(viewer: Viewer): void;
};

type Job = {
  members: readonly Viewer[];
  index: number;
  deliver(viewer: Viewer): void;
  done(): void;
};

/** Number of sequence numbers with a cached send time: about ten minutes on a busy replica. */
const SENT_TIMES = 65_536;
const MEMBERS_BETWEEN_CHECKS = 32;

export class FlushSchedule {
  readonly #options: FlushOptions;
  readonly #phases: Record<ViewerPace, Set<ViewerGroup>[]>;
  readonly #jobs: Job[] = [];
  readonly #sentAt = new Float64Array(SENT_TIMES);
  #isRunning = false;
  #tickCount = 0;
  #seq = 0;
  #cancel: (() => void) | null = null;

  constructor(options: FlushOptions) {
    this.#options = options;
    const ring = (phases: number) => Array.from({ length: phases }, () => new Set<ViewerGroup>());
    this.#phases = {
      quick: ring(options.limits.flushQuickPhases),
      slow: ring(options.limits.flushSlowPhases),
    };
  }

  start(): void {
    this.#cancel ??= this.#options.clock.every(this.#options.limits.flushPhaseMs, () => this.#tick());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  groupOf(set: ChannelSet, pace: ViewerPace): ViewerGroup {
    let group = set.groups.get(pace);
    if (group === undefined) {
      const { version, clock } = this.#options;
      const phase = hashToRange(`${set.key} ${pace}`, this.#phases[pace].length);
      group = new ViewerGroup(set, pace, phase, version.current, clock.mono());
      set.groups.set(pace, group);
      this.#phases[pace][phase]?.add(group);
    }
    return group;
  }

  drop(group: ViewerGroup): void {
    group.set.groups.delete(group.pace);
    this.#phases[group.pace][group.phase]?.delete(group);
  }

  groupCount(): number {
    return [...this.#phases.quick, ...this.#phases.slow].reduce((sum, groups) => sum + groups.size, 0);
  }

  /** Returns the monotonic ms at which a sequence number was sent; null if it is no longer cached. */
  sentAt(seq: number): number | null {
    return seq > this.#seq - SENT_TIMES && seq <= this.#seq ? (this.#sentAt[seq % SENT_TIMES] ?? null) : null;
  }

  /** Sends one message to many viewers, in slices. */
  broadcast(members: readonly Viewer[], text: string): void {
    const frame = new SharedFrame(text);
    this.#enqueue({
      members,
      index: members.length - 1,
      deliver: (viewer) => this.write(viewer, frame),
      done() {},
    });
  }

  /** Sends a viewer the current values and states, which replace missed messages. */
  sendSnapshot(viewer: Viewer): void {
    const { group } = viewer;
    if (group === null) return;
    viewer.isDirty = false;
    this.#options.counters.snapshotsSent += 1;
    this.write(viewer, new SharedFrame(this.#options.snapshotText(group.set, group.lastSeq)));
    viewer.sent(group.lastSeq, this.#options.clock.mono());
  }

  write(viewer: Viewer, frame: SharedFrame): void {
    if (viewer.isClosed) return;
    viewer.transport.write(frame);
    this.#options.counters.framesSent += 1;
    this.#options.counters.bytesSent += frame.text.length;
  }

  /** True if a viewer can receive a frame now. A slow viewer is skipped at first, and closed after a longer time. */
  admitFrame(viewer: Viewer, now: number): boolean {
    const { limits, counters } = this.#options;
    const queued = viewer.transport.queuedBytes();
    if (queued > limits.viewerQueuedBytes) {
      this.#options.onSlow(viewer);
      return false;
    }
    const waiting = viewer.unackedSince === 0 ? 0 : now - viewer.unackedSince;
    if (waiting > limits.viewerUnackedCloseMs) {
      this.#options.onSlow(viewer);
      return false;
    }
    if (queued === 0 && waiting <= limits.viewerUnackedSkipMs) return true;
    counters.skipped += 1;
    viewer.isDirty = true;
    return false;
  }

  #tick(): void {
    this.#tickCount += 1;
    for (const pace of ["quick", "slow"] as const) {
      const ring = this.#phases[pace];
      for (const group of ring[this.#tickCount % ring.length] ?? []) this.#flush(group);
    }
    this.#run();
  }

  #flush(group: ViewerGroup): void {
    const { version, clock, counters } = this.#options;
    if (group.isFlushing) {
      counters.flushOverruns += 1;
      return;
    }
    const now = clock.mono();
    let rowCount = 0;
    const lists = group.set.contents.map(({ feed, keys }) => {
      const rows: string[] = [];
      for (const key of keys) {
        const text = feed.values.textSince(group.sentVersion, key);
        if (text !== null) rows.push(text);
      }
      rowCount += rows.length;
      return `[${rows.join(",")}]`;
    });
    group.sentVersion = version.current;
    if (rowCount === 0) {
      if (now - group.sentAt >= HEARTBEAT_MS) {
        group.sentAt = now;
        this.broadcast(group.members, `["hb",${clock.wall()}]`);
      }
      return;
    }
    const previous = group.lastSeq;
    this.#seq += 1;
    const seq = this.#seq;
    this.#sentAt[seq % SENT_TIMES] = now;
    group.lastSeq = seq;
    group.sentAt = now;
    group.isFlushing = true;
    const frame = new SharedFrame(`["q",${previous},${seq},${clock.wall()},${lists.join(",")}]`);
    let snapshot: SharedFrame | null = null;
    this.#enqueue({
      members: group.members,
      index: group.members.length - 1,
      deliver: (viewer) => {
        if (viewer.lastSent === seq || viewer.isClosed || !this.admitFrame(viewer, now)) return;
        // A viewer that missed the last frame gets a snapshot.
        if (viewer.isDirty || viewer.lastSent !== previous) {
          snapshot ??= new SharedFrame(this.#options.snapshotText(group.set, seq));
          viewer.isDirty = false;
          counters.snapshotsSent += 1;
          this.write(viewer, snapshot);
        } else {
          this.write(viewer, frame);
          counters.rowsSent += rowCount;
        }
        viewer.sent(seq, now);
      },
      done: () => {
        group.isFlushing = false;
      },
    });
  }

  #enqueue(job: Job): void {
    this.#jobs.push(job);
    if (!this.#isRunning) {
      this.#isRunning = true;
      setImmediate(() => this.#run());
    }
  }

  #run(): void {
    const startedAt = performance.now();
    const sliceMs = this.#options.limits.flushSliceMs;
    this.#isRunning = true;
    let job = this.#jobs[0];
    let looked = 0;
    while (job !== undefined) {
      while (job.index >= 0) {
        // The member may be missing, because the list is shorter after members have left.
        const viewer = job.members[job.index];
        job.index -= 1;
        if (viewer !== undefined) job.deliver(viewer);
        looked += 1;
        if (looked % MEMBERS_BETWEEN_CHECKS === 0 && performance.now() - startedAt > sliceMs) {
          this.#options.meters.flush(performance.now() - startedAt);
          setImmediate(() => this.#run());
          return;
        }
      }
      job.done();
      this.#jobs.shift();
      job = this.#jobs[0];
    }
    this.#isRunning = false;
    if (looked > 0) this.#options.meters.flush(performance.now() - startedAt);
  }
}
