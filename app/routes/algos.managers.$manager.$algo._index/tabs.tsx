// The tabs of an algo's page. They are links, so each has an address.
import { TABS, type Tab } from "../../evidence/load-evidence.ts";
import { tabsText as text } from "./text.ts";

export const TAB_LABELS: Record<Tab, string> = {
  about: text.about,
  performance: text.performance,
  figures: text.allFigures,
  trades: text.pastTrades,
};

export function Tabs(props: { path: string; tab: Tab; addressAmount: number | null }) {
  const address = (tab: Tab) => {
    const query = new URLSearchParams(tab === "about" ? {} : { tab });
    if (props.addressAmount !== null) query.set("amount", String(props.addressAmount));
    return `${props.path}${query.size === 0 ? "" : `?${query}`}#parts`;
  };
  return (
    <nav id="parts" aria-label={text.partsOfThisPage} className="no-print mt-3 mb-4 sm:mb-6">
      <ul className="tabs">
        {TABS.map((tab) => (
          <li key={tab}>
            <a href={address(tab)} aria-current={tab === props.tab ? "page" : undefined}>
              {TAB_LABELS[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
