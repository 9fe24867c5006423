// Last values: one cell an instrument, one ladder a depth instrument, each with the version at which it last changed and
// its row of JSON, written once per change for everyone. An older packet never overwrites a newer one.
import type { DepthRow, LadderRow, QuoteRow, SparkRow } from "../../../app/wire/live.ts";
import type { DepthPacket } from "../../protocol/depth-feed.ts";
import { type FeedTimeBase, feedTimeToEpochMs } from "../../protocol/feed-time.ts";
import type { MarketPacket } from "../../protocol/market-feed.ts";
import { instrumentKey } from "../../protocol/segments.ts";
import type { Clock } from "../clock.ts";
import type { Counters } from "./counters.ts";

/** Above this many rupees a 32-bit float no longer tells paise apart; then prices are rounded to the usual tick. */
const FLOAT_EXACT_RUPEES = 131_072;
const COARSE_TICK_PAISE = 5;
/** How long after a change of range or base a row repeats it: longer than the slowest flush. */
const TAIL_REPEATED_MS = 1_600;
/** So many older packets in a row mean that the provider's clock went back, not that packets overtook each other. */
const REJECTS_AT_MOST = 5;
const SPARK_POINTS = 90;
const SPARK_EVERY_MS = 60_000;

export type Cell = {
  readonly key: string;
  ltp: number;
  ltt: number;
  volume: number;
  high: number;
  low: number;
  open: number;
  previousClose: number;
  /** False from the loss of the feed until the next packet of this instrument. */
  isConfirmed: boolean;
  version: number;
  receivedMono: number;
  tailChangedMono: number;
  rejects: number;
  row: string | null;
  rowHasTail: boolean;
  spark: number[];
  sparkFrom: number;
};

export type Ladder = {
  readonly key: string;
  bids: LadderRow[];
  asks: LadderRow[];
  receivedAt: number;
  version: number;
  row: string | null;
};

/** What one node tells another of an instrument: a quote row with its tail. */
export type FullRow = QuoteRow;

export class Book {
  readonly #cells = new Map<string, Cell>();
  readonly #ladders = new Map<string, Ladder>();
  readonly #clock: Clock;
  readonly #counters: Counters;
  readonly #timeBase: FeedTimeBase;
  /** Grows by one with each change of any cell or ladder. */
  version = 0;

  constructor(options: { clock: Clock; counters: Counters; timeBase: FeedTimeBase }) {
    this.#clock = options.clock;
    this.#counters = options.counters;
    this.#timeBase = options.timeBase;
  }

  cell(key: string): Cell | undefined {
    return this.#cells.get(key);
  }

  ladder(key: string): Ladder | undefined {
    return this.#ladders.get(key);
  }

  cells(): Iterable<Cell> {
    return this.#cells.values();
  }

  ladders(): Iterable<Ladder> {
    return this.#ladders.values();
  }

  /** Returns the key of the instrument, or null for a packet without a price. */
  applyMarket(packet: MarketPacket): string | null {
    if (packet.kind === "marketStatus" || packet.kind === "disconnect" || packet.kind === "openInterest")
      return null;
    const key = instrumentKey(packet);
    const cell = this.#cellOf(key);
    if (packet.kind === "previousClose") {
      const previousClose = toPaise(packet.previousClose);
      if (previousClose > 0 && previousClose !== cell.previousClose) {
        cell.previousClose = previousClose;
        this.#tailChanged(cell);
      }
      return null;
    }
    const ltt = feedTimeToEpochMs(packet.lastTradeTime, this.#timeBase);
    const volume = packet.kind === "ticker" ? cell.volume : packet.volume;
    const isOlder = ltt < cell.ltt || (ltt === cell.ltt && volume < cell.volume);
    if (isOlder && cell.isConfirmed) {
      this.#counters.outOfOrder += 1;
      cell.rejects += 1;
      if (cell.rejects <= REJECTS_AT_MOST) return key;
    }
    cell.rejects = 0;
    const ltp = toPaise(packet.lastPrice);
    if (ltp === 0) return key;
    const hasChanged = ltp !== cell.ltp || ltt !== cell.ltt || volume !== cell.volume || !cell.isConfirmed;
    cell.ltp = ltp;
    cell.ltt = ltt;
    cell.volume = volume;
    cell.isConfirmed = true;
    cell.receivedMono = this.#clock.mono();
    if (packet.kind !== "ticker") {
      const [high, low, open, close] = [packet.dayHigh, packet.dayLow, packet.dayOpen, packet.close].map(
        toPaise,
      );
      this.#setTail(cell, high ?? 0, low ?? 0, open ?? 0, close ?? 0);
    } else {
      this.#setTail(cell, Math.max(cell.high, ltp), Math.min(cell.low || ltp, ltp), cell.open, 0);
    }
    if (hasChanged) this.#changed(cell);
    this.#remember(cell);
    return key;
  }

  applyDepth(packet: DepthPacket): string | null {
    if (packet.kind === "disconnect") return null;
    const key = instrumentKey(packet);
    const ladder = this.#ladderOf(key);
    const rows: LadderRow[] = [];
    for (const row of packet.rows)
      if (row.price > 0 && row.quantity > 0)
        rows.push([Math.round(row.price * 100), row.quantity, row.orders]);
    rows.sort((a, b) => (packet.kind === "bid" ? b[0] - a[0] : a[0] - b[0]));
    if (packet.kind === "bid") ladder.bids = rows.slice(0, 20);
    else ladder.asks = rows.slice(0, 20);
    ladder.receivedAt = this.#clock.wall();
    this.version += 1;
    ladder.version = this.version;
    ladder.row = null;
    return key;
  }

  /** Update of another node, which has already checked the order. */
  applyRow(row: FullRow): void {
    const [key, ltp, ltt, volume, unconfirmed, high = 0, low = 0, open = 0, previousClose = 0] = row;
    const cell = this.#cellOf(key);
    const isConfirmed = unconfirmed === 0;
    const hasChanged =
      cell.ltp !== ltp || cell.ltt !== ltt || cell.volume !== volume || cell.isConfirmed !== isConfirmed;
    Object.assign(cell, { ltp, ltt, volume, isConfirmed });
    cell.receivedMono = this.#clock.mono();
    this.#setTail(cell, high, low, open, previousClose);
    if (hasChanged) this.#changed(cell);
    if (ltp > 0) this.#remember(cell);
  }

  applyLadder([key, receivedAt, bids, asks]: DepthRow): void {
    const ladder = this.#ladderOf(key);
    if (receivedAt === ladder.receivedAt) return;
    this.version += 1;
    Object.assign(ladder, { receivedAt, bids, asks, version: this.version, row: null });
  }

  /** The feed was lost: what is known stays, marked as not confirmed. */
  unconfirm(keys: Iterable<string>): void {
    for (const key of keys) {
      const cell = this.#cells.get(key);
      if (cell === undefined || !cell.isConfirmed) continue;
      cell.isConfirmed = false;
      this.#changed(cell);
    }
  }

  forget(key: string): void {
    this.#cells.delete(key);
  }

  forgetLadder(key: string): void {
    this.#ladders.delete(key);
  }

  /** The row for viewers who follow: its tail only while that is news. */
  rowText(cell: Cell): string {
    const isTailNews = this.#clock.mono() - cell.tailChangedMono < TAIL_REPEATED_MS;
    if (cell.row === null || (cell.rowHasTail && !isTailNews)) {
      cell.row = isTailNews
        ? JSON.stringify(this.fullRow(cell))
        : `["${cell.key}",${cell.ltp},${cell.ltt},${cell.volume},${cell.isConfirmed ? 0 : 1}]`;
      cell.rowHasTail = isTailNews;
    }
    return cell.row;
  }

  fullRow(cell: Cell): FullRow {
    const { key, ltp, ltt, volume, isConfirmed, high, low, open, previousClose } = cell;
    return [key, ltp, ltt, volume, isConfirmed ? 0 : 1, high, low, open, previousClose];
  }

  depthRow(ladder: Ladder): DepthRow {
    return [ladder.key, ladder.receivedAt, ladder.bids, ladder.asks];
  }

  ladderText(ladder: Ladder): string {
    ladder.row ??= JSON.stringify(this.depthRow(ladder));
    return ladder.row;
  }

  sparkRow(cell: Cell): SparkRow | null {
    return cell.spark.length < 2 ? null : [cell.key, cell.sparkFrom, SPARK_EVERY_MS, ...cell.spark];
  }

  get size(): number {
    return this.#cells.size;
  }

  get ladderCount(): number {
    return this.#ladders.size;
  }

  #cellOf(key: string): Cell {
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      cell = {
        key,
        ltp: 0,
        ltt: 0,
        volume: 0,
        high: 0,
        low: 0,
        open: 0,
        previousClose: 0,
        isConfirmed: false,
        version: 0,
        receivedMono: 0,
        tailChangedMono: Number.NEGATIVE_INFINITY,
        rejects: 0,
        row: null,
        rowHasTail: false,
        spark: [],
        sparkFrom: 0,
      };
      this.#cells.set(key, cell);
    }
    return cell;
  }

  #ladderOf(key: string): Ladder {
    let ladder = this.#ladders.get(key);
    if (ladder === undefined) {
      ladder = { key, bids: [], asks: [], receivedAt: 0, version: 0, row: null };
      this.#ladders.set(key, ladder);
    }
    return ladder;
  }

  #changed(cell: Cell): void {
    this.version += 1;
    cell.version = this.version;
    cell.row = null;
  }

  #tailChanged(cell: Cell): void {
    cell.tailChangedMono = this.#clock.mono();
    this.#changed(cell);
  }

  #setTail(cell: Cell, high: number, low: number, open: number, previousClose: number): void {
    const close = previousClose > 0 ? previousClose : cell.previousClose;
    if (high === cell.high && low === cell.low && open === cell.open && close === cell.previousClose) return;
    Object.assign(cell, { high, low, open, previousClose: close });
    this.#tailChanged(cell);
  }

  /** One point a minute, the last price of that minute. */
  #remember(cell: Cell): void {
    const minute = Math.floor(cell.ltt / SPARK_EVERY_MS) * SPARK_EVERY_MS;
    if (cell.spark.length === 0) cell.sparkFrom = minute;
    const index = Math.round((minute - cell.sparkFrom) / SPARK_EVERY_MS);
    if (index < 0 || index > 4 * SPARK_POINTS) {
      cell.spark = [cell.ltp];
      cell.sparkFrom = minute;
      return;
    }
    while (cell.spark.length <= index) cell.spark.push(cell.spark.at(-1) ?? cell.ltp);
    cell.spark[index] = cell.ltp;
    while (cell.spark.length > SPARK_POINTS) {
      cell.spark.shift();
      cell.sparkFrom += SPARK_EVERY_MS;
    }
  }
}

/** Whole paise. */
export function toPaise(rupees: number): number {
  if (rupees < FLOAT_EXACT_RUPEES) return Math.round(rupees * 100);
  return Math.round((rupees * 100) / COARSE_TICK_PAISE) * COARSE_TICK_PAISE;
}
