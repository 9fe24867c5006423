// Batches that the leader publishes: the changes since the last batch and, every few seconds, a complete snapshot. When
// followers apply a snapshot, they remove all instruments that are not part of it.
import type { Clock } from "../clock.ts";
import type { Batch } from "./bus-messages.ts";
import { type Feed, mapByFeedName } from "./feed.ts";
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
  #snapshotAt = 0;
  #isSnapshotDue = true;

  constructor(options: BatchWriterOptions) {
    this.#options = options;
  }

  /** Makes the next batch a complete snapshot, for example because a new follower has no prices. */
  requestSnapshot(): void {
    this.#isSnapshotDue = true;
  }

  write(fence: number): Batch {
    const { feeds, version, clock, nodeId, limits } = this.#options;
    const now = clock.mono();
    const isSnapshot = this.#isSnapshotDue || now - this.#snapshotAt > limits.busSnapshotMs;
    const since = isSnapshot ? -1 : this.#version;
    this.#version = version.current;
    if (isSnapshot) {
      this.#snapshotAt = now;
      this.#isSnapshotDue = false;
    }
    return {
      fence,
      node: nodeId,
      isWhole: isSnapshot,
      health: mapByFeedName(feeds, ({ upstream }) => upstream.health()),
      rows: mapByFeedName(feeds, ({ values }) => values.rowsSince(since)),
    };
  }
}

/** Stores the health of the leader's feeds, as a follower received it last. */
export class LeaderHealth {
  readonly #clock: Clock;
  readonly #silentMs: number;
  #receivedAt: number | null = null;
  #health: Batch["health"] = {};

  constructor(clock: Clock, silentMs: number) {
    this.#clock = clock;
    this.#silentMs = silentMs;
  }

  apply(batch: Batch): void {
    this.#receivedAt = this.#clock.mono();
    this.#health = batch.health;
  }

  forget(): void {
    this.#receivedAt = null;
    this.#health = {};
  }

  /** Returns the last received health of a feed. Its age grows while the leader is silent. */
  of(name: string): FeedHealth {
    const health = this.#health[name];
    if (health === undefined || this.#receivedAt === null)
      return { phase: "standby", reason: "", since: this.#clock.wall(), ageMs: null, refused: 0 };
    const silentMs = this.#clock.mono() - this.#receivedAt;
    const ageMs = health.ageMs === null ? null : health.ageMs + silentMs;
    return { ...health, ageMs, phase: silentMs > this.#silentMs ? "standby" : health.phase };
  }
}
