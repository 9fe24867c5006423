// Draws a chart file with the charting library: the price series, volume, indicators, the RSI pane, or comparison
// lines.

import {
  AreaSeries,
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  LineSeries,
  type UTCTimestamp as Time,
} from "lightweight-charts";
import { IST_OFFSET_MS } from "../domain/time.ts";
import { LOCALE } from "../format/locale.ts";
import { formatHundredths } from "../format/rupees.ts";
import type { IndicatorId } from "../markets/indicators.ts";
import type { ChartFile } from "../markets/load-chart.ts";

/** Returns the series options that apply `formatter` to the labels of the value axis. */
const format = (formatter: (value: number) => string) => ({
  priceFormat: { type: "custom" as const, minMove: 0.01, formatter },
});
const PRICE = format((value) => formatHundredths(Math.round(value * 100)));
const SHARE = format((value) => `${value.toFixed(2)}%`);
const STRENGTH = format((value) => value.toFixed(0));

export type LiveChart = {
  /** Sets the close of the last bar, in paise. */
  update(paise: number): void;
  remove(): void;
};

const STRENGTH_PANE_HEIGHT = 96;
const INDICATOR_COLOURS: Record<IndicatorId, string> = {
  sma: "--accent",
  ema: "--curve-3",
  vwap: "--curve-paper",
  rsi: "--curve-2",
  bollinger: "--line-strong",
};
const COMPARED_COLOURS = ["--accent", "--curve-2", "--curve-3", "--curve-live"];

/** Converts a style sheet colour to red, green and blue, because the library accepts no other form. */
function colour(name: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d");
  if (context === null) return "rgb(128, 128, 128)";
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  context.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Time of a bar in seconds. The library displays UTC, so the time is shifted by the offset of Indian time. */
const chartTime = ({ at }: { at: string }) => ((Date.parse(at) + IST_OFFSET_MS) / 1_000) as Time;

/**
 * Draws the chart. `onPoint` receives the index of the bar under the pointer, or null when the pointer leaves the plot.
 */
export function drawChart(
  box: HTMLElement,
  file: ChartFile,
  onPoint: (slot: number | null) => void,
): LiveChart {
  const { items, interval, lines, compared } = file;
  const line = colour("--line");
  const chart = createChart(box, {
    autoSize: true,
    localization: { locale: LOCALE },
    layout: {
      background: { color: colour("--surface-raised") },
      textColor: colour("--ink-muted"),
      fontFamily: getComputedStyle(document.body).fontFamily,
      // The text below the chart credits the library.
      attributionLogo: false,
      panes: { separatorColor: line, enableResize: false },
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    timeScale: { timeVisible: interval !== "day", borderColor: line },
    rightPriceScale: { borderColor: line },
  });
  const points = (values: readonly (number | null)[], unit: number) =>
    items.map((bar, slot) => {
      const value = values[slot] ?? null;
      return value === null ? { time: chartTime(bar) } : { time: chartTime(bar), value: value * unit };
    });
  const addLine = (name: string, width: 1 | 2, pane = 0) =>
    chart.addSeries(
      LineSeries,
      { ...PRICE, color: colour(name), lineWidth: width, priceLineVisible: false, lastValueVisible: false },
      pane,
    );
  let update = (_: number) => {};
  if (compared.length > 0)
    compared.forEach(({ values, name }, index) => {
      const series = addLine(COMPARED_COLOURS[index] ?? "--ink", 2);
      series.applyOptions({ ...SHARE, title: name, lastValueVisible: true });
      series.setData(points(values, 100));
    });
  else {
    update = addPrices(chart, file);
    for (const { id, values, lower } of lines) {
      const series = addLine(INDICATOR_COLOURS[id], 1, id === "rsi" ? 1 : 0);
      series.setData(points(values, id === "rsi" ? 1 : 0.01));
      if (lower !== undefined) addLine(INDICATOR_COLOURS[id], 1).setData(points(lower, 0.01));
      if (id !== "rsi") continue;
      series.applyOptions(STRENGTH);
      for (const price of [30, 70])
        series.createPriceLine({ price, color: line, lineWidth: 1, lineStyle: 2, axisLabelVisible: false });
      chart.panes()[1]?.setHeight(STRENGTH_PANE_HEIGHT);
    }
  }
  const slots = new Map(items.map((bar, slot) => [chartTime(bar), slot]));
  chart.subscribeCrosshairMove(({ time }) =>
    onPoint(time === undefined ? null : (slots.get(time as Time) ?? null)),
  );
  chart.timeScale().fitContent();
  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent());
  return { update: (paise) => update(paise), remove: () => chart.remove() };
}

/** Adds the price series and the volume below it. Returns a function that updates the last bar. */
function addPrices(chart: IChartApi, { items, form }: ChartFile): (paise: number) => void {
  const [gain, loss, accent] = [colour("--gain"), colour("--loss"), colour("--accent")];
  const faint = (shade: string, share: number) => shade.replace("rgb(", "rgba(").replace(")", `, ${share})`);
  if (items.some(({ volume }) => volume > 0)) {
    const volume = chart.addSeries(HistogramSeries, {
      priceScaleId: "",
      lastValueVisible: false,
      priceLineVisible: false,
      priceFormat: { type: "volume" },
    });
    volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    volume.setData(
      items.map((bar) => ({
        time: chartTime(bar),
        value: bar.volume,
        color: faint(bar.closePaise < bar.openPaise ? loss : gain, 0.3),
      })),
    );
  }
  const last = items.at(-1);
  if (form !== "candles") {
    const series =
      form === "area"
        ? chart.addSeries(AreaSeries, {
            ...PRICE,
            lineColor: accent,
            topColor: faint(accent, 0.25),
            bottomColor: faint(accent, 0),
            lineWidth: 2,
          })
        : chart.addSeries(LineSeries, { ...PRICE, color: accent, lineWidth: 2 });
    series.setData(items.map((bar) => ({ time: chartTime(bar), value: bar.closePaise / 100 })));
    return (paise) => {
      if (last !== undefined) series.update({ time: chartTime(last), value: paise / 100 });
    };
  }
  const series = chart.addSeries(CandlestickSeries, {
    ...PRICE,
    upColor: gain,
    downColor: loss,
    wickUpColor: gain,
    wickDownColor: loss,
    borderVisible: false,
  });
  const rupees = (bar: ChartFile["items"][number]) => ({
    time: chartTime(bar),
    open: bar.openPaise / 100,
    high: bar.highPaise / 100,
    low: bar.lowPaise / 100,
    close: bar.closePaise / 100,
  });
  series.setData(items.map(rupees));
  return (paise) => {
    if (last === undefined) return;
    last.closePaise = paise;
    last.highPaise = Math.max(last.highPaise, paise);
    last.lowPaise = Math.min(last.lowPaise, paise);
    series.update(rupees(last));
  };
}
