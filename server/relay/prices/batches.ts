// What the leader publishes of the book, and how a follower takes it over: what changed since the last batch, and every few seconds
// everything, after which a follower lets go of what the leader no longer watches.
import type { DepthRow, QuoteRow } from "../../../app/wire/live.ts";
import type { Clock } from "../clock.ts";
import type { Book } from "./book.ts";
import type { Batch } from "./bus-messages.ts";
import { type FeedKind, perFeed } from "./feeds/feeds.ts";
import type { FeedHealth, UpstreamFeed } from "./upstream-feed.ts";

type BatchWriterOptions = {
  book: Book;
  clock: Clock;
  nodeId: string;
  limits: { busSnapshotMs: number };
  upstream: Record<FeedKind, UpstreamFeed>;
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
    const { book, clock, nodeId, limits, upstream } = this.#options;
    const now = clock.mono();
    const isWhole = this.#wantsWhole || now - this.#wholeAt > limits.busSnapshotMs;
    const since = isWhole ? -1 : this.#version;
    const rows: QuoteRow[] = [];
    for (const cell of book.cells()) if (cell.version > since && cell.ltp > 0) rows.push(book.fullRow(cell));
    const ladders: DepthRow[] = [];
    for (const ladder of book.ladders()) if (ladder.version > since) ladders.push(book.depthRow(ladder));
    this.#version = book.version;
    if (isWhole) {
      this.#wholeAt = now;
      this.#wantsWhole = false;
    }
    const health = perFeed((kind): FeedHealth => upstream[kind].health());
    return { fence, node: nodeId, isWhole, ...health, rows, ladders };
  }
}

/** Applies a batch. The book never holds more than `atMost` rows and `atMost` ladders. */
export function takeBatch(book: Book, { rows, ladders, isWhole }: Batch, atMost: number): void {
  for (const row of rows) if (book.cell(row[0]) !== undefined || book.size < atMost) book.applyRow(row);
  for (const ladder of ladders)
    if (book.ladder(ladder[0]) !== undefined || book.ladderCount < atMost) book.applyLadder(ladder);
  if (!isWhole) return;
  const kept = new Set(rows.map(([key]) => key));
  for (const { key } of [...book.cells()]) if (!kept.has(key)) book.forget(key);
  const keptLadders = new Set(ladders.map(([key]) => key));
  for (const { key } of [...book.ladders()]) if (!keptLadders.has(key)) book.forgetLadder(key);
}

/** State of the leader's feeds as a follower has it. */
export class LeaderHealth {
  readonly #clock: Clock;
  readonly #silentMs: number;
  #heardAt: number | null = null;
  #told: Record<FeedKind, FeedHealth> | null = null;

  constructor(clock: Clock, silentMs: number) {
    this.#clock = clock;
    this.#silentMs = silentMs;
  }

  hear(batch: Batch): void {
    this.#heardAt = this.#clock.mono();
    this.#told = perFeed((kind) => batch[kind]);
  }

  forget(): void {
    this.#heardAt = null;
    this.#told = null;
  }

  /** Health of the leader's feed. Its age grows while the leader is silent. */
  of(kind: FeedKind): FeedHealth {
    if (this.#told === null || this.#heardAt === null)
      return { phase: "standby", reason: "", since: this.#clock.wall(), ageMs: null, refused: 0 };
    const silentMs = this.#clock.mono() - this.#heardAt;
    const health = this.#told[kind];
    const ageMs = health.ageMs === null ? null : health.ageMs + silentMs;
    return { ...health, ageMs, phase: silentMs > this.#silentMs ? "standby" : health.phase };
  }
}
