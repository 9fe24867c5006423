// Writes live values into the page's marked elements, with all pending changes in one animation frame. If messages
// arrive late by this browser's clock, the painter degrades the state "live" to "delayed" or "stale".

import {
  DELAYED_WITHIN_MS,
  type DepthRow,
  endsPrices,
  type FeedRow,
  FRAME_LATE_MS,
  HEARTBEAT_LATE_MS,
  mergeRow,
  messageRows,
  type PriceState,
  type QuoteRow,
  type SparkRow,
  type StateTable,
} from "../contract/live/live.ts";
import { formatHundredths } from "../format/rupees.ts";
import {
  changeSign,
  changeText,
  depthBarTenths,
  largestLevel,
  quantityText,
  rangeShare,
  rangeText,
  sparkPoints,
  stateSentence,
  timeText,
} from "../live/price-format.ts";
import { PRICE_TEXTS } from "../live/price-texts.ts";
import { type LineMessage, POLL_EVERY_MS } from "./connection.ts";

/** Duration of a flash in ms. A value flashes again only afterwards, so there are fewer than three flashes a second. */
const FLASH_MS = 350;
const SPARK_EVERY_MS = 60_000;
const SPARK_POINTS = 90;

type Marked = { element: Element; field: string };
type Trust = { state: PriceState; reason: string };

type Basis = Pick<Painter, "trust" | "serverNow">;

/** Writes the rows of one feed into the page. */
export type FeedPainter = {
  /** Stores rows. With `isSnapshot` they replace all stored rows. */
  store(rows: readonly FeedRow[], isSnapshot: boolean): void;
  /** Called after rows or price states change. */
  paint(basis: Basis): void;
};

export class Painter {
  readonly quotes: QuotePainter;
  /** Painters of all feeds. Messages contain the feeds' rows in the same order. */
  readonly #feeds: readonly FeedPainter[];
  #states: StateTable = {};
  /**
   * Arrival time, epoch ms, of the last message from the server (not from the shared worker's cache). Null before the
   * first one.
   */
  #receivedAt: number | null = null;
  readonly #startedAt = Date.now();
  #leastLag = Number.POSITIVE_INFINITY;
  #lag = 0;
  /** Server time of the newest message, epoch ms. 0 before the first message. */
  serverNow = 0;
  #isDue = false;
  /** True if prices are polled, and so may be older than a live feed allows. */
  #isPolled = false;
  isPaused = false;
  onStates: () => void = () => {};

  constructor(root: ParentNode, furtherFeeds: readonly FeedPainter[] = []) {
    this.quotes = new QuotePainter(root);
    this.#feeds = [this.quotes, new LadderPainter(), ...furtherFeeds];
  }

  take(message: LineMessage): void {
    if (message[0] === "way") {
      this.#isPolled = message[1] === "poll";
      return;
    }
    // Rows that the shared worker replays have the time 0 and do not prove that the connection works.
    if (message[0] !== "s" || message[2] > 0) this.#receivedAt = Date.now();
    switch (message[0]) {
      case "h":
        // The clock of the new connection's server may differ from the previous one.
        this.#leastLag = Number.POSITIVE_INFINITY;
        break;
      case "s":
        this.#time(message[2]);
        this.#states = message[5];
        this.quotes.sparks.clear();
        for (const spark of message[6]) this.quotes.sparks.set(spark[0], spark);
        this.quotes.markAll();
        break;
      case "q":
        this.#time(message[3]);
        break;
      case "st":
        this.#time(message[1]);
        this.#states = message[2];
        this.quotes.markAll();
        break;
      case "hb":
        this.#time(message[1]);
    }
    if (message[0] === "s" || message[0] === "q")
      for (const [feed, rows] of messageRows(message).entries())
        this.#feeds[feed]?.store(rows, message[0] === "s");
    if (endsPrices(message)) {
      // The painter shows prices without rows as delayed.
      for (const feed of this.#feeds) feed.store([], true);
      this.quotes.markAll();
    }
    this.paintSoon();
  }

  /** Repaints everything, because prices may have become stale without a new message. */
  check(): void {
    this.quotes.markAll();
    this.paintSoon();
  }

  /**
   * Returns the state of an instrument's or segment's prices, based on all messages that this page received. A price
   * that the last snapshot does not contain is not live, because the server may no longer send it.
   */
  trust(key: string, isWaiting = key.includes(":") && this.quotes.rows.get(key)?.[4] !== 0): Trust {
    const [segment = ""] = key.split(":");
    const [state, , reason] = this.#states[segment] ?? ["delayed", 0, "connecting"];
    const isQuiet =
      Date.now() - (this.#receivedAt ?? this.#startedAt) >
      (this.#isPolled ? DELAYED_WITHIN_MS : HEARTBEAT_LATE_MS);
    if (isQuiet) return { state: "stale", reason: "no connection to this site" };
    if (this.#receivedAt === null) return { state: "delayed", reason: "connecting" };
    if (state !== "live") return { state, reason };
    if (this.#isPolled) return { state: "delayed", reason: PRICE_TEXTS.renewedEvery(POLL_EVERY_MS / 1_000) };
    if (this.#lag > FRAME_LATE_MS)
      return { state: "delayed", reason: PRICE_TEXTS.late(Math.round(this.#lag / 1_000)) };
    if (isWaiting) return { state: "delayed", reason: "waiting for its first price" };
    return { state, reason };
  }

  paintSoon(): void {
    if (this.#isDue || this.isPaused) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      if (this.isPaused) return;
      for (const feed of this.#feeds) feed.paint(this);
      if (this.serverNow > 0)
        write(document.querySelector("[data-live-clock]"), timeText(this.serverNow, this.serverNow));
      this.onStates();
    });
  }

  /** Measures the delay of a frame relative to the fastest frame, which does not require synchronised clocks. */
  #time(serverNow: number): void {
    if (serverNow === 0) return;
    // A monotonic clock: the browser's own time may be set while the page is open.
    const lag = performance.now() - serverNow;
    this.#leastLag = Math.min(this.#leastLag + 1, lag);
    this.#lag = lag - this.#leastLag;
    this.serverNow = serverNow;
  }
}

class QuotePainter implements FeedPainter {
  readonly marks = new Map<string, Marked[]>();
  readonly rows = new Map<string, QuoteRow>();
  readonly sparks = new Map<string, SparkRow>();
  readonly #changed = new Set<string>();
  readonly #flashedAt = new WeakMap<Element, number>();

  constructor(root: ParentNode) {
    for (const element of root.querySelectorAll("[data-live]")) {
      const key = element.getAttribute("data-live") ?? "";
      const marks = this.marks.get(key) ?? [];
      marks.push({ element, field: element.getAttribute("data-f") ?? "" });
      this.marks.set(key, marks);
    }
  }

  /** Schedules a repaint of all elements, because a state may have changed. */
  markAll(): void {
    for (const key of this.marks.keys()) this.#changed.add(key);
  }

  store(rows: readonly FeedRow[], isSnapshot: boolean): void {
    if (isSnapshot) this.rows.clear();
    for (const row of rows as QuoteRow[]) {
      this.rows.set(row[0], mergeRow(this.rows.get(row[0]), row) as QuoteRow);
      this.#extend(row);
      this.#changed.add(row[0]);
    }
  }

  paint(basis: Basis): void {
    for (const key of this.#changed) this.#paint(key, basis);
    this.#changed.clear();
  }

  #extend([key, ltp, ltt]: QuoteRow): void {
    if (ltp <= 0 || ltt <= 0) return;
    const minute = Math.floor(ltt / SPARK_EVERY_MS) * SPARK_EVERY_MS;
    let [, from, every, ...prices] = this.sparks.get(key) ?? [key, minute, SPARK_EVERY_MS];
    let index = Math.floor((ltt - from) / every);
    // After a long gap the curve starts again.
    if (index < 0 || index > prices.length + SPARK_POINTS) {
      [from, every, prices, index] = [minute, SPARK_EVERY_MS, [], 0];
    }
    while (prices.length <= index) prices.push(prices.at(-1) ?? ltp);
    prices[index] = ltp;
    const cut = Math.max(0, prices.length - SPARK_POINTS);
    this.sparks.set(key, [key, from + cut * every, every, ...prices.slice(cut)]);
  }

  #paint(key: string, basis: Basis): void {
    const row = this.rows.get(key);
    const trust = basis.trust(key);
    for (const { element, field } of this.marks.get(key) ?? []) {
      if (field === "st" || field === "state") {
        write(element, stateSentence(trust.state, field === "st" ? "" : trust.reason));
        mark(element, "data-state", trust.state);
        mark(element.closest("[data-live-box]"), "data-trust", trust.state);
      } else if (row !== undefined) this.#field(element, field, row, basis, trust.state);
    }
  }

  #field(element: Element, field: string, row: QuoteRow, { serverNow }: Basis, state: PriceState): void {
    const [key, ltp, ltt, , , high = 0, low = 0, , close = 0] = row;
    if (field === "ltp") {
      const before = Number(element.getAttribute("value"));
      const now = ltp / 100;
      if (before === now) return;
      element.setAttribute("value", now.toFixed(2));
      write(element, formatHundredths(ltp));
      if (state === "live" && before > 0) this.#flash(element, changeSign(now - before));
    } else if (field === "chg") {
      write(element, changeText(ltp, close));
      mark(element, "data-sign", changeSign(close > 0 ? ltp - close : 0));
    } else if (field === "ltt") {
      write(element, timeText(ltt, state === "stale" ? Date.now() : serverNow || ltt));
      if (ltt > 0) mark(element, "datetime", new Date(ltt).toISOString());
    } else if (field === "range") write(element, rangeText(low, high));
    else if (field === "mark") mark(element, "x", String(Math.min(97, rangeShare(ltp, low, high))));
    else if (field === "spark") {
      const spark = this.sparks.get(key);
      if (spark !== undefined) mark(element, "points", sparkPoints(spark));
    }
  }

  #flash(element: Element, way: string): void {
    const now = performance.now();
    if (now - (this.#flashedAt.get(element) ?? Number.NEGATIVE_INFINITY) < FLASH_MS) return;
    this.#flashedAt.set(element, now);
    element.setAttribute("data-flash", way);
    setTimeout(() => element.removeAttribute("data-flash"), FLASH_MS - 20);
  }
}

class LadderPainter implements FeedPainter {
  readonly #rows = new Map<string, DepthRow>();

  store(rows: readonly FeedRow[], isSnapshot: boolean): void {
    if (isSnapshot) this.#rows.clear();
    for (const row of rows as DepthRow[]) this.#rows.set(row[0], row);
  }

  paint(basis: Basis): void {
    for (const body of document.querySelectorAll<HTMLTableSectionElement>("[data-depth]")) {
      const key = body.dataset.depth ?? "";
      const ladder = this.#rows.get(key);
      const state = document.querySelector("[data-depth-state]");
      const trust = basis.trust(state?.getAttribute("data-depth-state") || "depth", ladder === undefined);
      mark(body.closest("[data-live-box]"), "data-trust", trust.state);
      write(state, stateSentence(trust.state, trust.reason));
      mark(state, "data-state", trust.state);
      if (ladder === undefined) continue;
      const time = timeText(ladder[1], basis.serverNow || ladder[1]);
      write(document.querySelector("[data-depth-time]"), time);
      const most = largestLevel(ladder[2], ladder[3]);
      for (const [index, line] of [...body.rows].entries()) {
        const [bid, ask] = [ladder[2][index], ladder[3][index]];
        const cells = [
          bid && quantityText(bid[2]),
          bid && quantityText(bid[1]),
          bid && formatHundredths(bid[0]),
          ask && formatHundredths(ask[0]),
          ask && quantityText(ask[1]),
          ask && quantityText(ask[2]),
        ];
        for (const [column, text] of cells.entries()) {
          write(line.cells[column], text ?? "");
        }
        mark(line.cells[2] ?? null, "data-part", depthBarTenths(bid, most));
        mark(line.cells[3] ?? null, "data-part", depthBarTenths(ask, most));
      }
    }
  }
}

function write(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

function mark(element: Element | null, name: string, value: string): void {
  if (element?.getAttribute(name) !== value) element?.setAttribute(name, value);
}
