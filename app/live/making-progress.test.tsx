// A page that waits for records shows their progress, and reloads if the user chose that.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MakingProgress, renewalMeta } from "./making-progress.tsx";

const making = { done: 28, total: 65 };
const shown = (here: string) => renderToStaticMarkup(<MakingProgress making={making} here={here} />);

it("says how many are made, as words and as a bar", () => {
  expect(shown("/algo?tab=performance")).toContain("28 of 65 records are made.");
  expect(shown("/algo?tab=performance")).toMatch(
    /<progress[^>]* max="65"[^>]* value="28"|value="28"[^>]* max="65"/,
  );
  expect(renderToStaticMarkup(<MakingProgress making={null} here="/" />)).not.toContain("<progress");
});

it("offers to look again on its own, and to stop", () => {
  expect(shown("/algo?tab=performance")).toContain('href="/algo?tab=performance&amp;refresh=30"');
  expect(shown("/algo?tab=performance&refresh=30")).toContain(
    'href="/algo?tab=performance" class="link">Stop checking',
  );
  expect(shown("/")).toContain('href="/?refresh=30"');
});

it("reloads only if the user chose that", () => {
  expect(renewalMeta("?tab=performance")).toEqual([]);
  expect(renewalMeta("?refresh=30")).toEqual([{ httpEquiv: "refresh", content: "30" }]);
});
