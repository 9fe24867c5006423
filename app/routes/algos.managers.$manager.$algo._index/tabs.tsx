// The tabs of an algo's page: links, so that each has an address.
import { TABS, type Tab } from "../../evidence/load-evidence.ts";
import { tabsText as text } from "./text.ts";

const TAB_WORDS: Record<Tab, string> = {
  about: text.about,
  performance: text.performance,
  trades: text.pastTrades,
};

export function Tabs(props: { path: string; tab: Tab }) {
  return (
    <nav
      id="parts"
      aria-label={text.partsOfThisPage}
      className="no-print mt-3 mb-3 border-b border-line sm:mb-4"
    >
      <ul className="flex flex-wrap gap-x-6">
        {TABS.map((tab) => (
          <li key={tab}>
            <a
              href={tab === "about" ? `${props.path}#parts` : `${props.path}?tab=${tab}#parts`}
              aria-current={tab === props.tab ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent font-semibold no-underline hover:text-accent aria-[current]:border-accent aria-[current]:text-accent"
            >
              {TAB_WORDS[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
