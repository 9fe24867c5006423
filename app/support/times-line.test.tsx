import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { formatTime, linePath, TimesLine } from "./times-line.tsx";

const render = (medians: (number | null)[]) =>
  renderToStaticMarkup(<TimesLine service="This site" medians={medians} label={formatTime} />);

it("draws a line with a gap per missing minute, and states the newest time", () => {
  const html = render([10, null, 40, 20, null]);
  expect(html).toContain("20 ms</span>");
  expect(html).toContain('aria-label="This site, last hour: at most 40 ms"');
  expect(linePath([10, null, 40, 20], 40)).toBe("M0.0 24.5h0M80.0 2.0h0L120.0 17.0");
});

it.each([[[]], [[null, null]], [[null, 12]]])("draws no line from %j", (medians) => {
  const html = render(medians);
  expect(html).toContain("Not enough data yet");
  expect(html).not.toContain("<svg");
});

it("formats times with their unit", () => {
  expect([0.42, 42.4, 1_340, 5_400_000].map(formatTime)).toEqual(["0.4 ms", "42 ms", "1.3 s", "90 min"]);
});
