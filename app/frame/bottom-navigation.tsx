// Navigation bar at the bottom of phone screens: the main pages, with today's P&L of a signed-in user.

import type { AccountSummary } from "../context.ts";
import type { Site } from "../contract/site/site.ts";
import { Blocks, BriefcaseBusiness, ChartCandlestick, ChartNoAxesCombined, House } from "../ui/icons.tsx";
import { bottomNavigationText as text } from "./text.ts";

const PORTFOLIO_PATH = "/algos/my-algos";
const PLACES = [
  { title: text.home, to: "/", Icon: House },
  { title: text.algos, to: "/algos", Icon: ChartNoAxesCombined },
  { title: text.markets, to: "/markets", Icon: ChartCandlestick },
  { title: text.portfolio, to: PORTFOLIO_PATH, Icon: BriefcaseBusiness },
  { title: text.apis, to: "/trading-apis", Icon: Blocks },
];

/**
 * Returns the main page with the longest address that matches the path. Documentation pages belong to the APIs, account
 * pages to the portfolio.
 */
function activeEntryPath(path: string): string | null {
  if (isWithin(path, "/docs")) return "/trading-apis";
  if (isWithin(path, "/account")) return PORTFOLIO_PATH;
  const place = PLACES.toSorted((a, b) => b.to.length - a.to.length).find(({ to }) => isWithin(path, to));
  return place?.to ?? null;
}

function isWithin(path: string, place: string): boolean {
  return place === "/" ? path === "/" : path === place || path.startsWith(`${place}/`);
}

export function BottomNavigation(props: { site: Site; path: string; summary: AccountSummary | null }) {
  const { summary } = props;
  const here = activeEntryPath(props.path);
  return (
    <nav aria-label={text.mainPages} className="bottom-bar no-print">
      <ul className="grid auto-cols-fr grid-flow-col">
        {PLACES.filter(({ to }) => to !== "/markets" || props.site.features.markets).map(
          ({ title, to, Icon }) => (
            <li key={to}>
              <a
                href={to}
                aria-current={here === to ? "page" : undefined}
                className="flex min-h-14 flex-col items-center justify-center gap-0.5 text-[0.75rem]/4 font-[560] text-ink-muted no-underline aria-[current]:font-bold aria-[current]:text-accent"
              >
                <Icon className="size-5" />
                {to === PORTFOLIO_PATH && summary !== null ? (
                  <span
                    className={`peer font-[650] whitespace-nowrap tabular-nums empty:hidden text-${summary.tone}`}
                  >
                    {summary.today}
                  </span>
                ) : null}{" "}
                {/* Today's P&L visually replaces the title of the portfolio link. Screen readers still read the title. */}
                <span className="peer-not-empty:sr-only">{title}</span>
              </a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
