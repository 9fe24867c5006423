import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { autoReloadMeta, RecordProgress } from "./record-progress.tsx";

const making = { done: 28, total: 65 };
const rendered = (here: string) => renderToStaticMarkup(<RecordProgress making={making} here={here} />);

it("shows the number of computed records as text and as a progress bar", () => {
  expect(rendered("/algo?tab=performance")).toContain("28 of 65 records are computed.");
  expect(rendered("/algo?tab=performance")).toMatch(
    /<progress[^>]* max="65"[^>]* value="28"|value="28"[^>]* max="65"/,
  );
  expect(renderToStaticMarkup(<RecordProgress making={null} here="/" />)).not.toContain("<progress");
});

it("offers links that start and stop the page's automatic reloading", () => {
  expect(rendered("/algo?tab=performance")).toContain('href="/algo?tab=performance&amp;refresh=30"');
  expect(rendered("/algo?tab=performance&refresh=30")).toContain(
    'href="/algo?tab=performance" class="link">Stop checking',
  );
  expect(rendered("/")).toContain('href="/?refresh=30"');
});

it("adds the refresh meta tag only if the query contains `refresh`", () => {
  expect(autoReloadMeta("?tab=performance")).toEqual([]);
  expect(autoReloadMeta("?refresh=30")).toEqual([{ httpEquiv: "refresh", content: "30" }]);
});
