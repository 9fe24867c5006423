// Last values of one feed: for each instrument the value, the version of its last change, and its row as JSON, which is
// encoded once per change for all viewers.
import type { FeedRow, SparkRow } from "../../../app/contract/live/live.ts";
import type { FeedTimeBase } from "../../protocol/market-feed.ts";
import type { Clock } from "../clock.ts";
import type { Counters } from "./counters.ts";
import type { FeedPacket } from "./feeds/feed-definition.ts";

/** `version` is shared by all feeds and increases by one with each change of a value. */
export type ValuesContext = {
  clock: Clock;
  counters: Counters;
  timeBase: FeedTimeBase;
  version: { current: number };
};

export type LastValue = { readonly key: string; version: number; text: string | null };

export abstract class LastValues<
  Packet extends FeedPacket = FeedPacket,
  Row extends FeedRow = FeedRow,
  Value extends LastValue = LastValue,
> {
  protected readonly context: ValuesContext;
  readonly #values = new Map<string, Value>();

  constructor(context: ValuesContext) {
    this.context = context;
  }

  protected abstract create(key: string): Value;
  protected abstract rowOf(value: Value): Row;
  /** Applies a packet of the provider. Returns false if it contains no value. */
  abstract apply(packet: Packet): boolean;
  /** Applies a row from another replica, which has already dropped older packets. */
  abstract applyRow(row: Row): void;

  /** False while the value has no data to show. */
  protected isShown(_: Value): boolean {
    return true;
  }

  /** Marks values as unconfirmed after a connection was lost, because they may be outdated. */
  unconfirm(_: Iterable<string>): void {}

  isUnconfirmed(_: string): boolean {
    return false;
  }

  spark(_: string): SparkRow | null {
    return null;
  }

  get size(): number {
    return this.#values.size;
  }

  keys(): string[] {
    return [...this.#values.keys()];
  }

  has(key: string): boolean {
    return this.row(key) !== null;
  }

  row(key: string): Row | null {
    const value = this.#values.get(key);
    return value !== undefined && this.isShown(value) ? this.rowOf(value) : null;
  }

  /** Returns the row of an instrument as JSON if it changed after this version, otherwise null. */
  textSince(version: number, key: string): string | null {
    const value = this.#values.get(key);
    return value !== undefined && value.version > version && this.isShown(value) ? this.textOf(value) : null;
  }

  /** Returns the rows that changed after this version. */
  rowsSince(version: number): Row[] {
    const rows: Row[] = [];
    for (const value of this.#values.values())
      if (value.version > version && this.isShown(value)) rows.push(this.rowOf(value));
    return rows;
  }

  /**
   * Applies rows from the leader. With `isSnapshot`, removes the instruments that have no row. Stores at most `atMost`
   * instruments.
   */
  applyRows(rows: readonly Row[], isSnapshot: boolean, atMost: number): void {
    for (const row of rows) if (this.#values.has(row[0]) || this.size < atMost) this.applyRow(row);
    if (!isSnapshot) return;
    const current = new Set(rows.map(([key]) => key));
    for (const key of this.keys()) if (!current.has(key)) this.forget(key);
  }

  forget(key: string): void {
    this.#values.delete(key);
  }

  protected get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  protected getOrCreate(key: string): Value {
    let value = this.#values.get(key);
    if (value === undefined) {
      value = this.create(key);
      this.#values.set(key, value);
    }
    return value;
  }

  protected textOf(value: Value): string {
    value.text ??= JSON.stringify(this.rowOf(value));
    return value.text;
  }

  protected changed(value: Value): void {
    this.context.version.current += 1;
    value.version = this.context.version.current;
    value.text = null;
  }
}
