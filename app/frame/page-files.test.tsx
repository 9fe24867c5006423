import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PageScript, PageStyle, ScriptStart } from "./page-files.tsx";
import { type PageFiles, PageFilesContext } from "./request.ts";

const integrity = new Map([
  ["/assets/a.js", "sha256-A"],
  ["/assets/a.css", "sha256-B"],
]);

function rendered(part: React.ReactNode): { html: string; files: PageFiles } {
  const files = { integrity, hasScripts: false };
  const html = renderToStaticMarkup(
    <PageFilesContext.Provider value={files}>{part}</PageFilesContext.Provider>,
  );
  return { html, files };
}

it("adds the integrity hash to scripts and styles of the build", () => {
  expect(rendered(<PageStyle href="/assets/a.css" />).html).toBe(
    '<link rel="stylesheet" href="/assets/a.css" integrity="sha256-B"/>',
  );
  expect(rendered(<PageScript src="/assets/a.js" data-channels="a b" />).html).toBe(
    '<script type="module" data-src="/assets/a.js" data-integrity="sha256-A" fetchpriority="low" data-channels="a b"></script>',
  );
});

it("records whether the page has a script", () => {
  expect(rendered(<PageStyle href="/assets/a.css" />).files.hasScripts).toBe(false);
  expect(rendered(<PageScript src="/assets/b.js" />).files.hasScripts).toBe(true);
});

it("renders the start script only if the page has other scripts", () => {
  const start = <ScriptStart src="/assets/a.js" />;
  expect(rendered(start).html).toBe("");
  const both = rendered(
    <>
      <PageScript src="/assets/b.js" />
      {start}
    </>,
  );
  expect(both.html).toBe(
    '<script type="module" data-src="/assets/b.js" fetchpriority="low"></script>' +
      '<script type="module" src="/assets/a.js" integrity="sha256-A" fetchpriority="low"></script>',
  );
});
