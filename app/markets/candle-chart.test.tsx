import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Candle } from "../contract/base-api/market.ts";
import { CandleChart, chartSummary } from "./candle-chart.tsx";
import { CHART_HEIGHT, findSlot } from "./chart-scale.ts";

const bar = (at: string, open: number, high: number, low: number, close: number, volume = 10): Candle => ({
  at,
  openPaise: open,
  highPaise: high,
  lowPaise: low,
  closePaise: close,
  volume,
  isExtended: false,
});
const BARS = [
  bar("2026-11-20T03:45:00.000Z", 10_000, 10_200, 9_900, 10_100),
  bar("2026-11-20T03:50:00.000Z", 10_100, 10_150, 9_800, 9_850, 30),
  bar("2026-11-20T03:55:00.000Z", 9_850, 9_900, 9_850, 9_900, 0),
];

/** Returns the vertical lines of a path with relative moves. */
function linesOf(path: string) {
  let [x, y] = [0, 0];
  return [...path.matchAll(/m([\d.]+) ?(-?[\d.]+)([vV])([\d.]+)/g)].map(([, right, down, kind, end]) => {
    const top = y + Number(down);
    x += Number(right);
    y = kind === "V" ? Number(end) : top + Number(end);
    return { x, top, bottom: y };
  });
}

describe("the candle chart", () => {
  it("summarises its bars in a sentence with times in IST", () => {
    expect(chartSummary(BARS, "5")).toBe(
      "20 Nov 2026, 09:15 to 20 Nov 2026, 09:25 IST: down 1.00 (1.00%), between 98.00 and 102.00. 3 bars.",
    );
    expect(chartSummary([], "day")).toBe("No bars.");
  });

  it("maps every time to a bar, including times between and outside of bars", () => {
    const at = (time: string) => findSlot(BARS, `2026-11-20T${time}Z`);
    expect(["03:45:00", "03:49:59", "03:50:00", "04:30:00", "01:00:00"].map(at)).toEqual([0, 0, 1, 2, 0]);
  });

  it("draws rising and falling bars as separate paths, and wicks from high to low", () => {
    const html = renderToStaticMarkup(
      <CandleChart
        id="t"
        title="Test"
        bars={BARS}
        interval="5"
        levels={[{ kind: "stop", pricePaise: 9_000, words: "Stop 90.00" }]}
        marks={[{ kind: "entry", at: "2026-11-20T03:51:00Z", pricePaise: 10_100, words: "Bought 101.00" }]}
      />,
    );
    const path = (name: string) => new RegExp(`<path d="([^"]*)" class="${name}"`).exec(html)?.[1] ?? "";
    expect(linesOf(path("candle-body candle-up")).map(({ x }) => x)).toEqual([5, 25]);
    expect(linesOf(path("candle-body candle-down")).map(({ x }) => x)).toEqual([15]);
    const [wick, body] = ["candle-wick candle-up", "candle-body candle-up"].map(
      (name) => linesOf(path(name))[0],
    );
    expect(wick?.top).toBeLessThan(body?.top ?? 0);
    expect(wick?.bottom).toBeGreaterThan(body?.bottom ?? 0);
    // All volume bars end at the floor, and the largest volume has the tallest bar.
    const volume = linesOf(path("candle-volume"));
    expect(volume.map(({ bottom }) => bottom)).toEqual([CHART_HEIGHT, CHART_HEIGHT, CHART_HEIGHT]);
    expect(volume.map(({ top }) => CHART_HEIGHT - top)).toEqual([21, 64, 0]);
    const stop = Number(/candle-level-stop"><line x1="0" x2="100%" y1="([\d.]+)%"/.exec(html)?.[1]);
    expect(stop).toBeGreaterThan(0);
    expect(stop).toBeLessThan(100);
    expect(html).toContain('cx="50.00%"');
  });

  it("omits a mark before its first bar and states that it begins later", () => {
    const html = (at: string) =>
      renderToStaticMarkup(
        <CandleChart
          id="t"
          title="Test"
          bars={BARS}
          interval="5"
          marks={[
            { kind: "entry", at, pricePaise: 500, words: "Bought 5.00" },
            { kind: "exit", at: "2026-11-20T03:56:00Z", pricePaise: 9_900, words: "Sold 99.00" },
          ]}
        />,
      );
    const early = html("2024-01-02T03:50:00Z");
    expect(early).not.toContain("Bought");
    expect(early).toContain("Sold 99.00");
    expect(early).toContain("The chart begins after the entry.");
    // The price of the omitted mark does not widen the price scale.
    expect(early).not.toContain(">20.00");
    const covered = html("2026-11-20T03:50:00Z");
    expect(covered).toContain("Bought 5.00");
    expect(covered).toContain(">20.00");
    expect(covered).not.toContain("begins after");
  });

  it("renders nothing without bars", () => {
    expect(renderToStaticMarkup(<CandleChart id="t" title="Test" bars={[]} interval="5" />)).toBe("");
  });
});
