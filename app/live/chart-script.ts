// Redraws a record's curves where scripts run, with a crosshair, a readout and zoom. The drawing that the server made stays in the
// document for who cannot see this one, and stays in sight when anything here fails.
import uPlot from "uplot";
import styles from "uplot/dist/uPlot.min.css?url";
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatRupees, formatRupeesShort } from "../format/rupees.ts";
import type { CurveFile } from "../wire/curve-file.ts";
import { send } from "./browser-client.ts";

const FETCH_WITHIN_MS = 10_000;
const HEIGHT = 260;
const WATER_HEIGHT = 100;
/** On a key, of the days in sight. */
const ZOOM_SHARE = 0.5;
const HINT =
  "Drag across the drawing to look closer, double-click for all of it. With the keyboard: arrow keys move by a day, plus and minus look closer and further, Escape shows all.";

/** What a colour of the style sheet is in this scheme: a canvas knows nothing of its properties. */
function colour(written: string): string {
  const probe = document.createElement("span");
  probe.style.color = written;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

class RecordChart {
  readonly #curves: CurveFile;
  readonly #box = document.createElement("div");
  readonly #readout = document.createElement("p");
  #plots: uPlot[] = [];
  /** The day that the crosshair is on. */
  #at: number;
  /** Moved by keys, not by the pointer: what the drawing says of its crosshair then comes too late. */
  #isKeyed = false;

  constructor(figure: HTMLElement, curves: CurveFile) {
    this.#curves = curves;
    this.#at = curves.days.length - 1;
    this.#box.tabIndex = 0;
    this.#box.setAttribute("role", "group");
    this.#box.setAttribute("aria-label", `Drawing with a crosshair. ${HINT}`);
    this.#box.className = "chart-box";
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    this.#box.addEventListener("pointermove", () => {
      this.#isKeyed = false;
    });
    this.#readout.className = "text-sm tabular-nums";
    this.#readout.setAttribute("role", "status");
    const hint = document.createElement("p");
    hint.className = "no-print text-xs text-ink-muted";
    const { own, other, benchmark } = curves.names;
    hint.textContent = `${own} is the full line, ${other === null ? "" : `${other} the dotted one, `}${benchmark} the dashed one. ${HINT}`;
    const svg = figure.querySelector("svg");
    const unseen = document.createElement("div");
    unseen.className = "sr-only";
    svg?.before(this.#readout, this.#box, hint, unseen);
    if (svg) unseen.append(svg);
    this.#draw();
    this.#say(this.#at);
    new ResizeObserver(() => {
      for (const plot of this.#plots) plot.setSize({ width: this.#box.clientWidth, height: plot.height });
    }).observe(this.#box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
  }

  #draw(): void {
    for (const plot of this.#plots) plot.destroy();
    const { days, own, benchmark, other, underwater, names } = this.#curves;
    const times = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1_000);
    const rupees = (paise: (number | null)[]) => paise.map((value) => (value === null ? null : value / 100));
    const common = {
      width: this.#box.clientWidth,
      legend: { show: false },
      padding: [8, 12, 0, 0] as [number, number, number, number],
      tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), "UTC"),
    };
    const sync = { key: "record" };
    const axis = {
      stroke: colour("var(--ink-muted)"),
      grid: { stroke: colour("var(--line)"), width: 1 },
      ticks: { show: false },
      font: "12px system-ui",
    };
    const cursor = { sync, drag: { x: true, y: false, setScale: true } };
    const main = new uPlot(
      {
        ...common,
        height: HEIGHT,
        cursor,
        axes: [
          axis,
          { ...axis, size: 64, values: (_, ticks) => ticks.map((tick) => formatRupeesShort(tick)) },
        ],
        series: [
          {},
          { label: names.benchmark, stroke: colour("var(--ink-muted)"), width: 1.25, dash: [5, 4] },
          { label: names.own, stroke: colour("var(--accent)"), width: 1.75 },
          ...(other === null
            ? []
            : [{ label: names.other ?? "", stroke: colour("var(--ink)"), width: 1.5, dash: [2, 2] }]),
        ],
        hooks: {
          setCursor: [({ cursor: { idx } }) => this.#isKeyed || this.#say(idx ?? this.#at)],
          drawClear: [(plot) => this.#boundary(plot)],
        },
      },
      [times, rupees(benchmark), rupees(own), ...(other === null ? [] : [rupees(other)])],
      this.#box,
    );
    const water = new uPlot(
      {
        ...common,
        height: WATER_HEIGHT,
        cursor,
        axes: [
          { ...axis, show: false },
          { ...axis, size: 64, values: (_, ticks) => ticks.map((tick) => formatChange(tick, 0)) },
        ],
        series: [
          {},
          {
            label: "Drawdown",
            stroke: colour("var(--loss)"),
            fill: colour("color-mix(in oklch, var(--loss) 22%, transparent)"),
            width: 1,
          },
        ],
      },
      [times, underwater],
      this.#box,
    );
    this.#plots = [main, water];
  }

  /** The line where the other record begins. */
  #boundary({ ctx, bbox, valToPos }: uPlot): void {
    const { boundary } = this.#curves;
    if (boundary === null) return;
    const x = valToPos(Date.parse(`${boundary}T00:00:00Z`) / 1_000, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) return;
    ctx.save();
    ctx.strokeStyle = colour("var(--line-strong)");
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillStyle = colour("var(--ink-muted)");
    ctx.font = `${12 * devicePixelRatio}px system-ui`;
    const isRight = x > bbox.left + bbox.width / 2;
    ctx.textAlign = isRight ? "right" : "left";
    ctx.fillText(
      `${this.#curves.names.other} begins ${formatDay(boundary)}`,
      x + (isRight ? -6 : 6) * devicePixelRatio,
      bbox.top + bbox.height - 6 * devicePixelRatio,
    );
    ctx.restore();
  }

  #say(index: number): void {
    const { days, own, benchmark, other, underwater, names } = this.#curves;
    const day = days[index];
    if (day === undefined) return;
    this.#at = index;
    const sum = (name: string, paise: number | null | undefined) =>
      paise === null || paise === undefined ? [] : [`${name} ${formatRupees(Math.round(paise / 100))}`];
    this.#readout.textContent = [
      formatDay(day),
      ...sum(names.own, own[index]),
      ...sum(names.other ?? "", other?.[index]),
      ...sum(names.benchmark, benchmark[index]),
      `drawdown ${formatChange(underwater[index] ?? 0)}`,
    ].join(" · ");
  }

  #key(event: KeyboardEvent): void {
    const [main] = this.#plots;
    if (main === undefined) return;
    const last = this.#curves.days.length - 1;
    const at = this.#at;
    const { min = 0, max = 0 } = main.scales.x ?? {};
    const times = main.data[0];
    const [from, to] = [min ?? times[0] ?? 0, max ?? times[last] ?? 0];
    const move = (index: number) => {
      const next = Math.min(last, Math.max(0, index));
      const time = times[next];
      this.#say(next);
      if (time !== undefined) main.setCursor({ left: main.valToPos(time, "x"), top: main.height / 4 });
    };
    const zoom = (share: number) => {
      const middle = times[at] ?? (from + to) / 2;
      const half = ((to - from) * share) / 2;
      const [first = from, end = to] = [times[0], times[last]];
      for (const plot of this.#plots)
        plot.setScale("x", { min: Math.max(first, middle - half), max: Math.min(end, middle + half) });
    };
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move(at - (event.shiftKey ? 20 : 1)),
      ArrowRight: () => move(at + (event.shiftKey ? 20 : 1)),
      "+": () => zoom(ZOOM_SHARE),
      "=": () => zoom(ZOOM_SHARE),
      "-": () => zoom(1 / ZOOM_SHARE),
      Escape: () => zoom(Number.POSITIVE_INFINITY),
    };
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#isKeyed = true;
    act();
  }
}

async function enhance(figure: HTMLElement): Promise<void> {
  const { curve } = figure.dataset;
  if (curve === undefined) return;
  const answer = await send(curve, {
    accept: "application/json",
    signal: AbortSignal.timeout(FETCH_WITHIN_MS),
  });
  if (!answer.ok) return;
  const curves = (await answer.json()) as CurveFile;
  await loadStyles();
  new RecordChart(figure, curves);
}

function loadStyles(): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = styles;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error("no styles"));
    document.head.append(link);
  });
}

const nearby = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    nearby.unobserve(target);
    // What cannot be fetched leaves the server's drawing as it is.
    enhance(target as HTMLElement).catch(() => undefined);
  }
});
for (const figure of document.querySelectorAll<HTMLElement>("figure[data-curve]")) nearby.observe(figure);
