// Adds a crosshair to a record's chart: a line, a dot on each curve, and the day's figures above the plot. Without this
// script the page shows the figures of the last day. If the user selects another range or scale, the chart is replaced
// without a page load.

import type { CurveFile } from "../contract/site/curve-file.ts";
import { formatDay } from "../format/dates.ts";
import { formatRupees } from "../format/rupees.ts";
import { replaceBrandTexts } from "./brand-texts.ts";
import { readPage, sendRequest } from "./browser-client.ts";
import { brush } from "./brush.ts";
import { CHART_SCRIPT_TEXTS } from "./script-texts.ts";

const FETCH_WITHIN_MS = 10_000;
/**
 * Selectors of the part that is replaced when the user chooses a range, scale or lots: a section with the chart, or the
 * chart.
 */
const SECTION = "[data-chart-section], #chart";
const SVG = "http://www.w3.org/2000/svg";
/** Share of the plot's height that the equity curve occupies, as drawn by `equity-chart.tsx`. */
const EQUITY_SHARE = 0.69;
/** Number of days that the crosshair moves per arrow key with Shift. */
const STRIDE = 20;

replaceBrandTexts({ scripts: { CHART_SCRIPT_TEXTS } });

/**
 * Creates the crosshair: a line and a dot on each curve. `x` is a share of the plot's width, `heights` are shares of
 * its height.
 */
function createMarks(over: SVGSVGElement, curves: number) {
  const shape = (name: "line" | "circle", attributes: Record<string, string>) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const line = shape("line", { class: "curve-cross", y2: "100%" });
  const dots = Array.from({ length: curves }, () => shape("circle", { class: "chart-dot", r: "3" }));
  return {
    show(x: number, heights: readonly (number | null)[]): void {
      const place = `${(x * 100).toFixed(2)}%`;
      for (const [index, dot] of dots.entries()) {
        const height = heights[index] ?? null;
        dot.remove();
        if (height === null) continue;
        dot.setAttribute("cx", place);
        dot.setAttribute("cy", `${height * 100}%`);
        over.append(dot);
      }
      line.setAttribute("x1", place);
      line.setAttribute("x2", place);
      over.append(line);
    },
    hide(): void {
      for (const mark of [line, ...dots]) mark.remove();
    },
  };
}

/** Creates the readout above the plot: the day and its figures. */
function createReadout(readout: HTMLElement, curves: CurveFile, capitalPaise: number) {
  const values = [...readout.querySelectorAll<HTMLElement>("[data-line]")];
  const texts = values.map(({ textContent }) => textContent);
  return {
    show(at: number): void {
      const paise: Record<string, number | null | undefined> = {
        own: curves.own[at],
        other: curves.other?.[at],
        benchmark: curves.benchmark?.[at],
        fall: (curves.underwater[at] ?? 0) * capitalPaise,
      };
      for (const value of values) {
        const { line = "" } = value.dataset;
        const sum = paise[line];
        value.textContent =
          line === "day"
            ? formatDay(curves.days[at] ?? "")
            : typeof sum === "number"
              ? formatRupees(Math.round(sum / 100))
              : "–";
      }
    },
    /** Shows the figures of the last day again, as the server rendered them. */
    reset(): void {
      for (const [index, value] of values.entries()) value.textContent = texts[index] ?? "";
    },
  };
}

function crosshair(box: HTMLElement, curves: CurveFile): void {
  const over = box.querySelector<SVGSVGElement>(".curve-over");
  const readoutBox = box.querySelector<HTMLElement>(".curve-readout");
  if (over === null || readoutBox === null) return;
  const { days } = curves;
  const times = days.map((day) => Date.parse(day));
  const [first = 0] = times;
  const last = days.length - 1;
  const span = (times[last] ?? first) - first || 1;
  const isLog = box.dataset.scale === "log";
  const scaled = (paise: number) => (isLog ? Math.log(paise) : paise);
  const [low, high] = [scaled(Number(box.dataset.low)), scaled(Number(box.dataset.high))];
  const heightOf = (paise: number | null | undefined) =>
    paise === null || paise === undefined ? null : ((high - scaled(paise)) / (high - low)) * EQUITY_SHARE;
  const lines = [curves.own, curves.benchmark, curves.other];
  const marks = createMarks(over, lines.length);
  const readout = createReadout(readoutBox, curves, Number(box.dataset.capital));
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", CHART_SCRIPT_TEXTS.hint);
  let at = last;

  const shareOf = (index: number) => ((times[index] ?? first) - first) / span;
  function indexAt(clientX: number): number {
    const plot = box.querySelector(".curve-plot")?.getBoundingClientRect();
    if (plot === undefined) return at;
    const time = first + ((clientX - plot.left) / plot.width) * span;
    let near = 0;
    while (near < last && (times[near + 1] ?? 0) <= time) near += 1;
    return near;
  }

  function show(index: number): void {
    if (last < 0) return;
    at = Math.min(last, Math.max(0, index));
    marks.show(
      shareOf(at),
      lines.map((line) => heightOf(line?.[at])),
    );
    readout.show(at);
  }

  function hide(): void {
    if (document.activeElement === box) return;
    marks.hide();
    readout.reset();
  }

  box.addEventListener("pointermove", ({ clientX }) => show(indexAt(clientX)));
  box.addEventListener("pointerleave", hide);
  box.addEventListener("focus", () => show(at));
  box.addEventListener("blur", hide);
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? STRIDE : 1;
    const next = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  });
  const { zoom } = box.dataset;
  if (zoom === undefined) return;
  const select = (from: number, to: number) => {
    const address = new URL(zoom, location.href);
    address.searchParams.set("from", days[from] ?? "");
    address.searchParams.set("to", days[to] ?? "");
    void choose(`${address.pathname}${address.search}#chart`, ".curve-box");
  };
  brush({ box, over, indexAt, shareOf, current: () => at, select });
}

async function enhance(box: HTMLElement): Promise<void> {
  const { curve } = box.dataset;
  if (curve === undefined) return;
  const answer = await sendRequest(curve, {
    accept: "application/json",
    signal: AbortSignal.timeout(FETCH_WITHIN_MS),
  });
  if (answer.ok) crosshair(box, (await answer.json()) as CurveFile);
}

/** Number of choices so far. Only the response to the latest one is shown. */
let choices = 0;

/**
 * Loads the page at `path` in the background and replaces the chart's section. Then focuses the element `focused` in
 * it. If that fails, navigates to `path`.
 */
async function choose(path: string, focused: string): Promise<void> {
  choices += 1;
  const own = choices;
  try {
    const answer = await sendRequest(path, { signal: AbortSignal.timeout(FETCH_WITHIN_MS) });
    const section = readPage(await answer.text()).querySelector(SECTION);
    if (own !== choices) return;
    const displayedSection = document.querySelector(SECTION);
    if (section === null || displayedSection === null) throw new Error("the page has no chart");
    displayedSection.replaceWith(document.adoptNode(section));
    // The form's address redirects to the canonical address of the page.
    const { pathname, search } = new URL(answer.url);
    history.replaceState(history.state, "", `${pathname}${search}${new URL(path, location.href).hash}`);
    section.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
    observe(section);
  } catch {
    if (own === choices) location.href = path;
  }
}

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-chart-choice]");
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const path = link.getAttribute("href") ?? "";
  void choose(path, link.id === "" ? `a[href="${CSS.escape(path)}"]` : `#${link.id}`);
});

function submit(form: HTMLFormElement | null, focused: string): void {
  if (form === null || form.dataset.chartChoice === undefined) return;
  const sent = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  void choose(`${new URL(form.action).pathname}?${sent}#chart`, focused);
}
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement)
    submit(target.form, `#${target.id}`);
});
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset.chartChoice === undefined) return;
  event.preventDefault();
  submit(form, `#${document.activeElement?.id || "chart"}`);
});
// Shows the lots and the amount of a joint portfolio's slider while the user moves it. A typed number, which would override
// the slider, is replaced.
document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.lot === undefined) return;
  const amount = formatRupees(target.valueAsNumber * Number(target.dataset.lot));
  target.setAttribute("aria-valuetext", amount);
  const field = document.getElementById(target.id.replace("slider", "lots")) as HTMLInputElement | null;
  if (field !== null) field.value = target.value;
  const output = document.querySelector(`output[for~="${target.id}"]`);
  if (output !== null) output.textContent = amount;
});
// Applies a selection that the user made before this script was loaded.
for (const select of document.querySelectorAll<HTMLSelectElement>("form[data-chart-choice] select"))
  if (select.selectedOptions[0]?.defaultSelected === false) submit(select.form, `#${select.id}`);

const nearby = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    nearby.unobserve(target);
    // If the figures cannot be loaded, the server's chart remains unchanged.
    enhance(target as HTMLElement).catch(() => undefined);
  }
});
function observe(part: ParentNode): void {
  for (const box of part.querySelectorAll(".curve-box[data-curve]")) nearby.observe(box);
}
observe(document);
