// The documentation's own frame: a sidebar with all pages in groups, the content, and what comes before and after.
import type { ReactNode } from "react";
import { docsPath } from "./docs-path.ts";
import { DOCS_PAGES, type DocsPage } from "./pages.ts";

const GROUPS: DocsPage["group"][] = ["Start", "Trading", "Data", "Reference"];

export function DocsFrame(props: { current: string | null; children: ReactNode }) {
  const index = DOCS_PAGES.findIndex((page) => page.id === props.current);
  const before = index > 0 ? DOCS_PAGES[index - 1] : undefined;
  const after = index === -1 ? DOCS_PAGES[0] : DOCS_PAGES[index + 1];
  return (
    <div className="gap-10 pt-2 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <details className="rail no-print mt-4 lg:mt-8">
        <summary className="button button-quiet w-full">All documentation pages</summary>
        <nav aria-label="Documentation" className="mt-4 lg:sticky lg:top-4 lg:mt-0">
          <a
            href="/docs/v2/"
            aria-current={props.current === null ? "page" : undefined}
            className="menu-link aria-[current]:font-bold aria-[current]:text-accent"
          >
            Overview
          </a>
          <a
            href="/docs/v2/search"
            aria-current={props.current === "search" ? "page" : undefined}
            className="menu-link aria-[current]:font-bold aria-[current]:text-accent"
          >
            Search
          </a>
          <a
            href="/docs/v2/playground"
            aria-current={props.current === "playground" ? "page" : undefined}
            className="menu-link aria-[current]:font-bold aria-[current]:text-accent"
          >
            Playground
          </a>
          {GROUPS.map((group) => (
            <div key={group} className="mt-4">
              <p className="text-xs font-semibold text-ink-muted">{group}</p>
              <ul>
                {DOCS_PAGES.filter((page) => page.group === group).map((page) => (
                  <li key={page.id}>
                    <a
                      href={docsPath(page)}
                      aria-current={page.id === props.current ? "page" : undefined}
                      className="menu-link aria-[current]:font-bold aria-[current]:text-accent"
                    >
                      {page.title}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </details>
      <div className="min-w-0">
        {props.children}
        <nav
          aria-label="Previous and next"
          className="no-print mt-14 flex flex-wrap justify-between gap-4 border-t border-line pt-4"
        >
          {before === undefined ? (
            <span />
          ) : (
            <a href={docsPath(before)} rel="prev" className="link py-1">
              Previous: {before.title}
            </a>
          )}
          {after === undefined ? (
            <span />
          ) : (
            <a href={docsPath(after)} rel="next" className="link py-1">
              Next: {after.title}
            </a>
          )}
        </nav>
      </div>
    </div>
  );
}
