// Offers the chart that is looked at closely: a button beside the server's drawing loads the charting library and the same bars as numbers.
// Nothing of it is fetched before it is asked for, and the server's drawing stays where anything fails.

import type { Candle, Candles } from "../contract/base-api/market.ts";
import { IST_OFFSET_MS } from "../domain/time.ts";
import { formatHundredths } from "../format/rupees.ts";
import { send } from "./browser-client.ts";

const FETCH_WITHIN_MS = 10_000;
const HEIGHT = 416;

/** A colour of the style sheet as red, green and blue: the library reads no other form. */
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

/** The library tells times in UTC: an Indian clock's is handed to it as if it were. */
const timeOf = ({ at }: Candle) => (Date.parse(at) + IST_OFFSET_MS) / 1_000;

async function draw(box: HTMLElement, candles: Candles): Promise<void> {
  const { CandlestickSeries, createChart, HistogramSeries } = await import("lightweight-charts");
  type Time = import("lightweight-charts").UTCTimestamp;
  const [ink, line, gain, loss] = [
    colour("--ink-muted"),
    colour("--line"),
    colour("--gain"),
    colour("--loss"),
  ];
  const chart = createChart(box, {
    autoSize: true,
    height: HEIGHT,
    layout: {
      background: { color: colour("--surface") },
      textColor: ink,
      fontFamily: getComputedStyle(document.body).fontFamily,
      // Named in words under the chart; the library's own mark brings a style of its own.
      attributionLogo: false,
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    timeScale: { timeVisible: candles.interval !== "day", borderColor: line },
    rightPriceScale: { borderColor: line },
    localization: { priceFormatter: (price: number) => formatHundredths(Math.round(price * 100)) },
  });
  const bars = chart.addSeries(CandlestickSeries, {
    upColor: gain,
    downColor: loss,
    wickUpColor: gain,
    wickDownColor: loss,
    borderVisible: false,
  });
  bars.setData(
    candles.items.map((bar) => ({
      time: timeOf(bar) as Time,
      open: bar.openPaise / 100,
      high: bar.highPaise / 100,
      low: bar.lowPaise / 100,
      close: bar.closePaise / 100,
    })),
  );
  if (candles.items.some(({ volume }) => volume > 0)) {
    const volume = chart.addSeries(HistogramSeries, {
      priceScaleId: "",
      lastValueVisible: false,
      priceLineVisible: false,
      priceFormat: { type: "volume" },
      color: line,
    });
    volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    volume.setData(candles.items.map((bar) => ({ time: timeOf(bar) as Time, value: bar.volume })));
  }
  chart.timeScale().fitContent();
}

function attribution(): HTMLElement {
  const words = document.createElement("p");
  words.className = "mt-1 text-xs text-ink-muted";
  const link = document.createElement("a");
  link.className = "link";
  link.href = "https://www.tradingview.com/";
  link.textContent = "TradingView";
  words.append(
    "Drag to move, pinch or scroll to look closer. Times are IST. Chart: ",
    link,
    " Lightweight Charts.",
  );
  return words;
}

async function open(figure: HTMLElement, href: string, button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  button.textContent = "Loading the chart…";
  const box = document.createElement("div");
  box.className = "candle-live";
  const plot = figure.querySelector<HTMLElement>(".candle-plot");
  try {
    const answer = await send(href, {
      accept: "application/json",
      signal: AbortSignal.timeout(FETCH_WITHIN_MS),
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    const candles = (await answer.json()) as Candles;
    plot?.before(box);
    await draw(box, candles);
    if (plot !== null) plot.hidden = true;
    button.replaceWith(attribution());
  } catch {
    box.remove();
    button.disabled = false;
    button.textContent = "The chart did not load. Try again";
  }
}

for (const figure of document.querySelectorAll<HTMLElement>("figure[data-candles]")) {
  const href = figure.dataset.candles;
  if (href === undefined) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet no-print mt-2";
  button.textContent = "Interactive chart";
  button.addEventListener("click", () => void open(figure, href, button));
  figure.append(button);
}
