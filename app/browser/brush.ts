// Selects a range of days in a chart: the user drags over the plot, or presses Enter on two days. The callback receives
// the first and the last day.

/** Shortest drag in CSS pixels; a shorter one counts as a click. */
const DRAG_FROM_PX = 8;
const SVG = "http://www.w3.org/2000/svg";

type Brush = {
  box: HTMLElement;
  over: SVGElement;
  /** Returns the index of the day at `clientX`, a horizontal position in the window in CSS pixels. */
  indexAt: (clientX: number) => number;
  /** Returns the horizontal position of a day as a share of the plot's width. */
  shareOf: (index: number) => number;
  /** Returns the index of the day under the crosshair. */
  current: () => number;
  select: (from: number, to: number) => void;
};

export function brush({ box, over, indexAt, shareOf, current, select }: Brush): void {
  const area = document.createElementNS(SVG, "rect");
  area.setAttribute("class", "curve-brush");
  area.setAttribute("height", "100%");
  let start: { x: number; index: number } | null = null;

  function draw(to: number): void {
    if (start === null) return;
    const [left, right] = [start.index, to].sort((a, b) => a - b).map(shareOf) as [number, number];
    area.setAttribute("x", `${left * 100}%`);
    area.setAttribute("width", `${(right - left) * 100}%`);
    over.append(area);
  }
  function finish(to: number): void {
    const from = start?.index ?? to;
    cancel();
    if (from !== to) select(Math.min(from, to), Math.max(from, to));
  }
  function cancel(): void {
    start = null;
    area.remove();
  }

  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || (event.target as Element).closest(".curve-plot") === null) return;
    start = { x: event.clientX, index: indexAt(event.clientX) };
    box.setPointerCapture(event.pointerId);
  });
  box.addEventListener("pointermove", ({ clientX, buttons }) => {
    if (start !== null && buttons !== 0 && Math.abs(clientX - start.x) >= DRAG_FROM_PX)
      draw(indexAt(clientX));
  });
  box.addEventListener("pointerup", ({ clientX }) => {
    if (start !== null && Math.abs(clientX - start.x) >= DRAG_FROM_PX) finish(indexAt(clientX));
    else cancel();
  });
  box.addEventListener("pointercancel", cancel);
  box.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") cancel();
    else if (key === "Enter" && start !== null) finish(current());
    else if (key === "Enter") {
      start = { x: 0, index: current() };
      draw(start.index);
    } else if (start !== null) draw(current());
  });
}
