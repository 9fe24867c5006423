// The interactive chart of an instrument: candles, line or area with crosshair, zoom, indicators and comparison. A
// library draws it from the same bars as the server-rendered chart. If the user selects another range, bar length or
// indicator, the chart is replaced without a page load. If anything fails, the server-rendered chart and its links
// remain.

import { formatCountShort, formatHundredths, numbersText } from "../format/rupees.ts";
import { barInstant } from "../markets/bar-times.ts";
import { indicatorText } from "../markets/indicator-format.ts";
import type { ChartFile } from "../markets/load-chart.ts";
import { replaceBrandTexts } from "./brand-texts.ts";
import { sendRequest } from "./browser-client.ts";
import type { LiveChart } from "./candle-drawing.ts";
import { refocus } from "./carry-over.ts";
import { SCRIPT_TEXTS } from "./script-texts.ts";

replaceBrandTexts({ numbers: { numbers: numbersText }, scripts: { SCRIPT_TEXTS } });

const FETCH_WITHIN_MS = 10_000;
const MINUS = "\u2212";

const percent = (fraction: number) => {
  const digits = Math.abs(fraction * 100).toFixed(2);
  return `${Number(digits) === 0 ? "" : fraction < 0 ? MINUS : "+"}${digits}%`;
};

const requestChart = (href: string, accept: string) =>
  sendRequest(href, { accept, signal: AbortSignal.timeout(FETCH_WITHIN_MS) });

/** Writes the values of one bar into the legend above the chart. */
function showBar(panel: HTMLElement, { items, interval, lines, compared }: ChartFile, slot: number): void {
  const bar = items[slot];
  if (bar === undefined) return;
  const legend: Record<string, string> = {
    at: barInstant(bar.at, interval),
    open: formatHundredths(bar.openPaise),
    high: formatHundredths(bar.highPaise),
    low: formatHundredths(bar.lowPaise),
    close: `${formatHundredths(bar.closePaise)} (${percent(bar.openPaise === 0 ? 0 : bar.closePaise / bar.openPaise - 1)})`,
    volume: formatCountShort(bar.volume),
  };
  for (const line of lines) legend[line.id] = indicatorText(line, slot);
  for (const { key, values } of compared) {
    const value = values[slot] ?? null;
    legend[key] = value === null ? "–" : percent(value);
  }
  for (const element of panel.querySelectorAll<HTMLElement>("[data-legend]")) {
    const text = legend[element.dataset.legend ?? ""];
    if (text !== undefined) element.textContent = text;
  }
}

let current: { chart: LiveChart; file: ChartFile } | null = null;

/** True if the last bar has not ended yet. */
function isRunning({ items, interval }: ChartFile): boolean {
  const from = Date.parse(items.at(-1)?.at ?? "");
  return interval !== "day" && Date.now() - from < Number(interval) * 60_000;
}

async function enhance(panel: HTMLElement): Promise<void> {
  const href = panel.dataset.chart;
  const figure = panel.querySelector<HTMLElement>("figure");
  if (href === undefined || figure === null) return;
  try {
    const [answer, { drawChart }] = await Promise.all([
      requestChart(href, "application/json"),
      // This module contains only the parts of the charting library that are used.
      import("./candle-drawing.ts"),
    ]);
    if (!answer.ok || !panel.isConnected) return;
    const file = (await answer.json()) as ChartFile;
    const drawings = [...figure.querySelectorAll<HTMLElement>(".candle-plot")];
    const box = document.createElement("div");
    box.className = "chart-live";
    // The new drawing is as high as what it replaces, so that nothing below it moves.
    const top = drawings[0]?.getBoundingClientRect().top ?? 0;
    const bottom = drawings.at(-1)?.getBoundingClientRect().bottom ?? 0;
    if (bottom > top) box.style.setProperty("--drawn-height", `${bottom - top}px`);
    current?.chart.remove();
    figure.prepend(box);
    const chart = drawChart(box, file, (slot) => showBar(panel, file, slot ?? file.items.length - 1));
    current = { chart, file };
    for (const drawing of drawings) drawing.remove();
    panel.querySelector("figcaption")?.append(credit());
    addFullScreen(panel);
  } catch {
    // The server-rendered chart remains.
  }
}

function credit(): Node {
  const link = document.createElement("a");
  link.className = "link";
  link.href = "https://www.tradingview.com/";
  link.textContent = "TradingView";
  const credit = document.createElement("span");
  credit.className = "chart-credit";
  credit.append(` ${SCRIPT_TEXTS.chart} `, link, " Lightweight Charts.");
  return credit;
}

function addFullScreen(panel: HTMLElement): void {
  const tools = panel.querySelector(".chart-tools");
  if (!document.fullscreenEnabled || tools === null || tools.querySelector(".chart-full") !== null) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet button-small chart-full";
  const label = document.createElement("span");
  const showLabel = () => {
    label.textContent = document.fullscreenElement === null ? SCRIPT_TEXTS.fullScreen : SCRIPT_TEXTS.close;
  };
  showLabel();
  button.append(label);
  button.addEventListener("click", () => {
    if (document.fullscreenElement === null) void panel.requestFullscreen().catch(() => undefined);
    else void document.exitFullscreen();
  });
  document.addEventListener("fullscreenchange", showLabel);
  tools.append(button);
}

/** Replaces the chart with the one at another address, without a page load. */
async function goTo(href: string): Promise<void> {
  const panel = document.querySelector<HTMLElement>("#chart");
  panel?.setAttribute("aria-busy", "true");
  try {
    const answer = await requestChart(href, "text/html");
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const chart = next.querySelector<HTMLElement>("#chart");
    const folds = next.querySelector("#bars");
    if (!answer.ok || chart === null || panel === null) throw new Error("no chart");
    const isFull = document.fullscreenElement === panel;
    const focused = panel.contains(document.activeElement) ? document.activeElement : null;
    if (isFull) panel.replaceChildren(...chart.childNodes);
    else panel.replaceWith(chart);
    const current = isFull ? panel : chart;
    if (chart.dataset.chart !== undefined) current.dataset.chart = chart.dataset.chart;
    current.removeAttribute("aria-busy");
    refocus(current, focused);
    if (folds !== null) document.querySelector("#bars")?.replaceWith(folds);
    history.replaceState(null, "", answer.url);
    await enhance(current);
  } catch {
    location.assign(href);
  }
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = (event.target as Element).closest<HTMLAnchorElement>(".chart-tools a[href]");
  if (link === null) return;
  event.preventDefault();
  void goTo(link.href);
});

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.closest(".chart-tools") === null) return;
  event.preventDefault();
  const address = new URL(form.action);
  address.search = new URLSearchParams(new FormData(form) as unknown as Record<string, string>).toString();
  void goTo(address.href);
});

const panel = document.querySelector<HTMLElement>("#chart[data-chart]");
if (panel !== null) void enhance(panel);

// Draws the chart again in the colours of the other scheme.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  if (current !== null) void goTo(location.href);
});

// Applies the live price to the last bar.
const last = document.querySelector<HTMLDataElement>("#prices [data-f=ltp]");
if (last !== null)
  new MutationObserver(() => {
    if (current !== null && isRunning(current.file))
      current.chart.update(Math.round(Number(last.value) * 100));
  }).observe(last, { attributes: true, attributeFilter: ["value"] });
