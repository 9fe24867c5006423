// Layout of a documentation page: a sidebar with all pages in groups, the content, and links to the previous and next
// page.
import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { docsPath } from "./docs-path.ts";
import { Method } from "./operation-list.tsx";
import type { OperationLink } from "./operation-page.ts";
import type { DocsPage } from "./pages.server.ts";

const TOOLS = [
  { id: null, title: "Overview", to: "/docs/v2/" },
  { id: "search", title: "Search", to: "/docs/v2/search" },
  { id: "playground", title: "Playground", to: "/docs/v2/playground" },
] as const;

/** Data that the documentation's layout route loads. */
export type DocsFrameData = { pages: readonly DocsPage[]; hasSandbox: boolean };

const NO_PAGES: DocsFrameData = { pages: [], hasSandbox: true };

export function DocsFrame(props: {
  current: string | null;
  /** Operations of the current page, listed below its entry. */
  operations?: readonly OperationLink[];
  /** Address of the displayed operation. */
  operation?: string;
  children: ReactNode;
}) {
  const { pages, hasSandbox } = useRouteLoaderData<DocsFrameData>("routes/docs.v2") ?? NO_PAGES;
  const index = pages.findIndex((page) => page.id === props.current);
  const before = index > 0 ? pages[index - 1] : undefined;
  const after = index === -1 ? pages[0] : pages[index + 1];
  return (
    <div className="gap-10 pt-2 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <details className="rail no-print mt-4 lg:mt-8">
        <summary className="button button-quiet w-full">All documentation pages</summary>
        <nav aria-label="Documentation" className="docs-rail mt-4 lg:mt-0">
          <Pages
            current={props.current}
            hasSandbox={hasSandbox}
            pages={pages}
            operations={props.operations ?? []}
            operation={props.operation ?? null}
          />
        </nav>
      </details>
      <div className="min-w-0">
        {props.children}
        <PreviousAndNext before={before} after={after} />
      </div>
    </div>
  );
}

type GroupProps = {
  current: string | null;
  pages: readonly DocsPage[];
  operations: readonly OperationLink[];
  operation: string | null;
};

function Pages({ hasSandbox, ...groups }: GroupProps & { hasSandbox: boolean }) {
  const { current } = groups;
  return (
    <>
      <ul>
        {TOOLS.filter(({ id }) => hasSandbox || id !== "playground").map(({ id, title, to }) => (
          <li key={to}>
            <a
              href={to}
              aria-current={current === id ? "page" : undefined}
              className="menu-link aria-[current]:font-bold aria-[current]:text-accent"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
      <PageGroups {...groups} />
    </>
  );
}

function PageGroups({ pages, current, operations, operation }: GroupProps) {
  // A group of the menu can have no pages if there is no sandbox.
  const groups = [...new Set(pages.map(({ group }) => group))];
  return (
    <>
      {groups.map((group) => (
        <div key={group} className="mt-4">
          <p className="text-xs font-semibold text-ink-muted">{group}</p>
          <ul>
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.id}>
                  <a
                    href={docsPath(page)}
                    aria-current={page.id !== current ? undefined : operation === null ? "page" : "true"}
                    className="menu-link aria-[current]:font-bold aria-[current]:text-accent"
                  >
                    {page.title}
                  </a>
                  {page.id === current && operations.length > 0 ? (
                    <ul className="docs-tree">
                      {operations.map(({ address, method, title }) => (
                        <li key={address}>
                          <a href={address} aria-current={address === operation ? "page" : undefined}>
                            <Method method={method} /> {title}
                          </a>
                        </li>
                      ))}
                    </ul>
                  ) : null}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </>
  );
}

function PreviousAndNext({ before, after }: { before: DocsPage | undefined; after: DocsPage | undefined }) {
  return (
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
      )}{" "}
      {after === undefined ? (
        <span />
      ) : (
        <a href={docsPath(after)} rel="next" className="link py-1">
          Next: {after.title}
        </a>
      )}
    </nav>
  );
}
