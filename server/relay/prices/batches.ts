// Batches of the leader: what changed since the last batch, and every few seconds everything, after which a follower forgets what the leader
// no longer watches.
import type { Clock } from "../clock.ts";
import type { Batch } from "./bus-messages.ts";
import { byName, type Feed } from "./feed.ts";
import type { FeedHealth } from "./upstream-feed.ts";

type BatchWriterOptions = {
  feeds: readonly Feed[];
  version: { readonly current: number };
  clock: Clock;
  nodeId: string;
  limits: { busSnapshotMs: number };
};

export class BatchWriter {
  readonly #options: BatchWriterOptions;
  #version = 0;
  #wholeAt = 0;
  #wantsWhole = true;

  constructor(options: BatchWriterOptions) {
    this.#options = options;
  }

  /** A new follower has no state: the next batch contains everything. */
  wantWhole(): void {
    this.#wantsWhole = true;
  }

  write(fence: number): Batch {
    const { feeds, version, clock, nodeId, limits } = this.#options;
    const now = clock.mono();
    const isWhole = this.#wantsWhole || now - this.#wholeAt > limits.busSnapshotMs;
    const since = isWhole ? -1 : this.#version;
    this.#version = version.current;
    if (isWhole) {
      this.#wholeAt = now;
      this.#wantsWhole = false;
    }
    return {
      fence,
      node: nodeId,
      isWhole,
      health: byName(feeds, ({ upstream }) => upstream.health()),
      rows: byName(feeds, ({ values }) => values.rowsSince(since)),
    };
  }
}

/** State of the leader's feeds as a follower has it. */
export class LeaderHealth {
  readonly #clock: Clock;
  readonly #silentMs: number;
  #heardAt: number | null = null;
  #health: Batch["health"] = {};

  constructor(clock: Clock, silentMs: number) {
    this.#clock = clock;
    this.#silentMs = silentMs;
  }

  hear(batch: Batch): void {
    this.#heardAt = this.#clock.mono();
    this.#health = batch.health;
  }

  forget(): void {
    this.#heardAt = null;
    this.#health = {};
  }

  /** Health of the leader's feed. Its age grows while the leader is silent. */
  of(name: string): FeedHealth {
    const health = this.#health[name];
    if (health === undefined || this.#heardAt === null)
      return { phase: "standby", reason: "", since: this.#clock.wall(), ageMs: null, refused: 0 };
    const silentMs = this.#clock.mono() - this.#heardAt;
    const ageMs = health.ageMs === null ? null : health.ageMs + silentMs;
    return { ...health, ageMs, phase: silentMs > this.#silentMs ? "standby" : health.phase };
  }
}
