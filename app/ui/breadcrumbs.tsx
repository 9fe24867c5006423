// Breadcrumbs of a page. The last entry is the page itself and is not a link.

import { TextLink } from "./link-button.tsx";
import { breadcrumbsText as text } from "./text.ts";

export type Crumb = { title: string; path: string };

/** Returns the entries before a page about algos. */
export const algosCrumbs = (): Crumb[] => [
  { title: text.home, path: "/" },
  { title: text.algos, path: "/algos" },
];

/** Returns the entries before a page about the client's algos: the portfolio, then `inner`. */
export const portfolioCrumbs = (...inner: Crumb[]): Crumb[] => [
  { title: text.portfolio, path: "/algos/my-algos" },
  ...inner,
];

export function Breadcrumbs(props: { crumbs: Crumb[]; here: string }) {
  return (
    <nav aria-label={text.youAreHere} className="pt-3 text-sm text-ink-muted sm:pt-5">
      <ol className="flex flex-wrap gap-x-2 gap-y-1 leading-6">
        {props.crumbs.map((crumb, index) => (
          <li key={crumb.path} className="flex gap-2">
            <TextLink to={crumb.path}>{crumb.title}</TextLink>{" "}
            {/* On phones the last separator is hidden with the last entry, because the heading repeats that entry. */}
            <span aria-hidden className={index === props.crumbs.length - 1 ? "max-sm:hidden" : undefined}>
              /
            </span>
          </li>
        ))}
        <li aria-current="page" className="max-sm:sr-only">
          {props.here}
        </li>
      </ol>
    </nav>
  );
}
