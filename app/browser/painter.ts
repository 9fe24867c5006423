// Writes live values into the page's marked elements, all of a moment's changes in one animation frame. Never claims more
// than is known: when the relay is late by this browser's own clock, live turns into stale here.
import { formatHundredths } from "../format/rupees.ts";
import {
  changeWords,
  quantityWords,
  rangeShare,
  rangeWords,
  signOf,
  sparkPoints,
  stateSentence,
  timeWords,
} from "../live/live-words.ts";
import {
  DELAYED_WITHIN_MS,
  type DepthRow,
  FRAME_LATE_MS,
  HEARTBEAT_LATE_MS,
  type PriceState,
  type QuoteRow,
  type SparkRow,
  type StateTable,
} from "../wire/live.ts";
import { type LineMessage, POLL_EVERY_MS } from "./connection.ts";

/** A flash ends before the next may begin: three a second at most. */
const FLASH_MS = 350;
const SPARK_EVERY_MS = 60_000;
const SPARK_POINTS = 90;

type Marked = { element: Element; field: string };
type Trust = { state: PriceState; reason: string };

export class Painter {
  readonly #marks = new Map<string, Marked[]>();
  readonly #rows = new Map<string, QuoteRow>();
  readonly #sparks = new Map<string, SparkRow>();
  readonly #ladders = new Map<string, DepthRow>();
  readonly #changed = new Set<string>();
  readonly #flashedAt = new WeakMap<Element, number>();
  #states: StateTable = {};
  #heardAt = 0;
  readonly #startedAt = Date.now();
  #leastLag = Number.POSITIVE_INFINITY;
  #lag = 0;
  #serverNow = 0;
  #isDue = false;
  /** Polled answers: prices on the page are as old as the last answer. */
  #isPolled = false;
  isPaused = false;
  onStates: () => void = () => {};

  constructor(root: ParentNode) {
    for (const element of root.querySelectorAll("[data-live]")) {
      const key = element.getAttribute("data-live") ?? "";
      const marks = this.#marks.get(key) ?? [];
      marks.push({ element, field: element.getAttribute("data-f") ?? "" });
      this.#marks.set(key, marks);
    }
  }

  keys(): string[] {
    return [...this.#marks.keys()];
  }

  row(key: string): QuoteRow | undefined {
    return this.#rows.get(key);
  }

  take(message: LineMessage): void {
    if (message[0] === "way") {
      this.#isPolled = message[1] === "poll";
      return;
    }
    // A value from the worker's memory has no time and proves nothing about the connection.
    if (message[0] !== "s" || message[2] > 0) this.#heardAt = Date.now();
    switch (message[0]) {
      case "s":
        this.#time(message[2]);
        this.#states = message[5];
        for (const spark of message[6]) this.#sparks.set(spark[0], spark);
        this.#keep(message[3], message[4]);
        this.#all();
        break;
      case "q":
        this.#time(message[3]);
        this.#keep(message[4], message[5]);
        break;
      case "st":
        this.#time(message[1]);
        this.#states = message[2];
        this.#all();
        break;
      case "hb":
        this.#time(message[1]);
    }
    this.paintSoon();
  }

  /** Checks by the clock whether prices are still live. */
  check(): void {
    this.#all();
    this.paintSoon();
  }

  /** State of a segment's prices by everything that this page knows. */
  trust(segment: string, unconfirmed = 0): Trust {
    const [state, , reason] = this.#states[segment] ?? ["delayed", 0, "connecting"];
    const isQuiet =
      Date.now() - Math.max(this.#heardAt, this.#startedAt) >
      (this.#isPolled ? DELAYED_WITHIN_MS : HEARTBEAT_LATE_MS);
    if (this.#heardAt === 0 && !isQuiet) return { state: "delayed", reason: "connecting" };
    if (state === "closed" || state === "unavailable") return { state, reason };
    if (isQuiet) return { state: "stale", reason: "no connection to this site" };
    if (state === "live" && this.#isPolled)
      return { state: "delayed", reason: `renewed every ${POLL_EVERY_MS / 1_000} s` };
    if (state === "live" && this.#lag > FRAME_LATE_MS)
      return { state: "delayed", reason: `prices arrive ${Math.round(this.#lag / 1_000)} s late` };
    if (state === "live" && unconfirmed === 1)
      return { state: "delayed", reason: "waiting for its first price" };
    return { state, reason };
  }

  paintSoon(): void {
    if (this.#isDue || this.isPaused) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      if (this.isPaused) return;
      for (const key of this.#changed) this.#paint(key);
      this.#changed.clear();
      this.#paintDepth();
      const clock = document.querySelector("[data-live-clock]");
      if (clock !== null && this.#serverNow > 0) write(clock, timeWords(this.#serverNow, this.#serverNow));
      this.onStates();
    });
  }

  /** A frame is late by the difference to the fastest frame, independent of both clocks. */
  #time(serverNow: number): void {
    if (serverNow === 0) return;
    const lag = Date.now() - serverNow;
    this.#leastLag = Math.min(this.#leastLag + 1, lag);
    this.#lag = lag - this.#leastLag;
    this.#serverNow = serverNow;
  }

  #keep(rows: readonly QuoteRow[], ladders: readonly DepthRow[]): void {
    for (const row of rows) {
      const before = this.#rows.get(row[0]);
      this.#rows.set(
        row[0],
        row.length > 5 || before === undefined ? row : ([...row, ...before.slice(5)] as QuoteRow),
      );
      this.#extend(row);
      this.#changed.add(row[0]);
    }
    for (const ladder of ladders) this.#ladders.set(ladder[0], ladder);
  }

  #extend([key, ltp, ltt]: QuoteRow): void {
    const spark = this.#sparks.get(key);
    if (ltp <= 0 || ltt <= 0) return;
    if (spark === undefined) {
      this.#sparks.set(key, [key, Math.floor(ltt / SPARK_EVERY_MS) * SPARK_EVERY_MS, SPARK_EVERY_MS, ltp]);
      return;
    }
    const index = Math.floor((ltt - spark[1]) / spark[2]);
    const prices = spark.slice(3) as number[];
    if (index < 0 || index > prices.length + SPARK_POINTS) return;
    while (prices.length <= index) prices.push(prices.at(-1) ?? ltp);
    prices[index] = ltp;
    const cut = Math.max(0, prices.length - SPARK_POINTS);
    this.#sparks.set(key, [key, spark[1] + cut * spark[2], spark[2], ...prices.slice(cut)]);
  }

  #all(): void {
    for (const key of this.#marks.keys()) this.#changed.add(key);
  }

  #paint(key: string): void {
    const row = this.#rows.get(key);
    const segment = key.slice(0, key.indexOf(":"));
    const trust = this.trust(segment, row?.[4] ?? 0);
    for (const { element, field } of this.#marks.get(key) ?? []) {
      if (field === "st" || field === "state") {
        write(element, stateSentence(trust.state, field === "st" ? "" : trust.reason));
        mark(element, "data-state", trust.state);
        const box = element.closest("[data-live-box]");
        if (box !== null) mark(box, "data-trust", trust.state);
      } else if (row !== undefined) this.#field(element, field, row, trust.state === "live");
    }
  }

  #field(element: Element, field: string, row: QuoteRow, isLive: boolean): void {
    const [key, ltp, ltt, , , high = 0, low = 0, , close = 0] = row;
    if (field === "ltp") {
      const before = Number(element.getAttribute("value"));
      const now = ltp / 100;
      if (before === now) return;
      element.setAttribute("value", now.toFixed(2));
      write(element, formatHundredths(ltp));
      if (isLive && before > 0) this.#flash(element, signOf(now - before));
    } else if (field === "chg") {
      write(element, changeWords(ltp, close));
      mark(element, "data-sign", signOf(close > 0 ? ltp - close : 0));
    } else if (field === "ltt") {
      write(element, timeWords(ltt, this.#serverNow || ltt));
      if (ltt > 0) mark(element, "datetime", new Date(ltt).toISOString());
    } else if (field === "range") write(element, rangeWords(low, high));
    else if (field === "mark") mark(element, "x", String(Math.min(97, rangeShare(ltp, low, high))));
    else if (field === "spark") {
      const spark = this.#sparks.get(key);
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

  #paintDepth(): void {
    for (const body of document.querySelectorAll<HTMLTableSectionElement>("[data-depth]")) {
      const key = body.dataset.depth ?? "";
      const ladder = this.#ladders.get(key);
      const trust = this.trust("depth");
      const box = body.closest("[data-live-box]");
      if (box !== null) mark(box, "data-trust", trust.state);
      const state = document.querySelector("[data-depth-state]");
      if (state !== null) {
        write(state, stateSentence(trust.state, trust.reason));
        mark(state, "data-state", trust.state);
      }
      if (ladder === undefined) continue;
      const time = document.querySelector("[data-depth-time]");
      if (time !== null) write(time, timeWords(ladder[1], this.#serverNow || ladder[1]));
      for (const [index, line] of [...body.rows].entries()) {
        const [bid, ask] = [ladder[2][index], ladder[3][index]];
        const words = [
          bid && quantityWords(bid[2]),
          bid && quantityWords(bid[1]),
          bid && formatHundredths(bid[0]),
          ask && formatHundredths(ask[0]),
          ask && quantityWords(ask[1]),
          ask && quantityWords(ask[2]),
        ];
        for (const [column, text] of words.entries()) {
          const cell = line.cells[column];
          if (cell !== undefined) write(cell, text ?? "");
        }
      }
    }
  }
}

function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function mark(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
