// The tabs of an algo's page: links, so that each has an address.
import { TABS, type Tab } from "../../evidence/load-evidence.ts";
import { tabsText as text } from "./text.ts";

const TAB_LABELS: Record<Tab, string> = {
  about: text.about,
  performance: text.performance,
  trades: text.pastTrades,
};

export function Tabs(props: { path: string; tab: Tab }) {
  return (
    <nav id="parts" aria-label={text.partsOfThisPage} className="no-print mt-3 mb-4 sm:mb-6">
      <ul className="tabs">
        {TABS.map((tab) => (
          <li key={tab}>
            <a
              href={tab === "about" ? `${props.path}#parts` : `${props.path}?tab=${tab}#parts`}
              aria-current={tab === props.tab ? "page" : undefined}
            >
              {TAB_LABELS[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
