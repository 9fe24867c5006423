// The Discover menu: six groups of items, each with a query or a named list. Menu, collection pages, breadcrumbs and
// sitemap use it.
import type { MenuManager } from "../context.ts";
import type { DiscoverQuery } from "../contract/base-api/strategy-query.ts";
import type { NamedList, Risk, Tag } from "../domain/vocabulary.ts";
import { brandLanguage } from "../format/locale.ts";
import { menuText as text } from "./menu-text.ts";
import { managerPath } from "./strategy-path.ts";

export type DiscoverIcon = "instruments" | "style" | "investment" | "risk" | "popular" | "managers";

export type DiscoverItem = {
  id: string;
  title: string;
  subtitle: string;
  /** Path of the collection page. */
  link: string;
  order: number;
} & ({ query: DiscoverQuery } | { fieldName: NamedList });

export type DiscoverCategory = {
  id: DiscoverCategoryId;
  icon: DiscoverIcon;
  title: string;
  routePath: string;
  /** Named list of the group of popular algos. Other groups have none. */
  defaultList?: NamedList;
  items: DiscoverItem[];
};

export type DiscoverCategoryId =
  | "by-instrument"
  | "by-trading-style"
  | "by-investment"
  | "by-risk-tolerance"
  | "popular-algo"
  | "managers";

type MenuEntry = [id: string, title: string, subtitle: string];

function category(
  id: DiscoverCategoryId,
  icon: DiscoverIcon,
  title: string,
  entries: { entry: MenuEntry; selects: { query: DiscoverQuery } | { fieldName: NamedList } }[],
  defaultList?: NamedList,
): DiscoverCategory {
  const routePath = `/algos/${id}`;
  return {
    id,
    icon,
    title,
    routePath,
    ...(defaultList === undefined ? {} : { defaultList }),
    items: entries.map(({ entry: [itemId, itemTitle, subtitle], selects }, index) => ({
      id: itemId,
      title: brandLanguage().tags[itemId]?.title ?? itemTitle,
      subtitle: brandLanguage().tags[itemId]?.subtitle ?? subtitle,
      link: `${routePath}/${itemId}`,
      order: index + 1,
      ...selects,
    })),
  };
}

function tags(entry: MenuEntry, ...requiredTags: Tag[]) {
  return { entry, selects: { query: { tags: requiredTags, tags_match_type: "all" as const } } };
}
function amount(entry: MenuEntry, rupees: number, side: "Lower" | "Greater") {
  return { entry, selects: { query: { min_amount: rupees, min_amount_val: side } } };
}
function risk(entry: MenuEntry, level: Risk) {
  return { entry, selects: { query: { risk: level } } };
}
function list(entry: MenuEntry, fieldName: NamedList) {
  return { entry, selects: { fieldName } };
}

const ALL_GROUPS: DiscoverCategory[] = [
  category("by-instrument", "instruments", text.byInstrument, [
    tags(["equity-trading-algo", "Equity algos", "Shares and options on shares"], "Equity"),
    tags(
      ["equity-options-trading-algo", "Equity options algos", "Calls and puts on single companies"],
      "Equity",
      "Options",
    ),
    tags(
      ["index-options-trading-algo", "Index options algos", "Nifty, Bank Nifty and Sensex options"],
      "Index",
      "Options",
    ),
    tags(
      ["sensex-options-trading-algo", "Sensex options algos", "Options on the BSE Sensex"],
      "Sensex",
      "Options",
    ),
    tags(
      ["nifty-options-trading-algo", "Nifty options algos", "Options on the Nifty 50"],
      "Nifty",
      "Options",
    ),
    tags(
      ["bank-nifty-options-trading-algo", "Bank Nifty options algos", "Options on the Nifty Bank"],
      "Bank-Nifty",
      "Options",
    ),
  ]),
  category("by-trading-style", "style", text.byTradingStyle, [
    tags(
      ["equity-intraday-trading-algo", "Equity intraday algos", "Opened and closed the same day"],
      "Equity",
      "Intraday",
    ),
    tags(["equity-swing-trading-algo", "Equity swing algos", "Held for days or weeks"], "Equity", "Swing"),
    tags(["option-buying-algo", "Option buying algos", "Premium paid, loss known"], "Options", "Buying"),
    tags(
      ["option-selling-algo", "Option selling algos", "Premium received, margin needed"],
      "Options",
      "Selling",
    ),
    tags(["option-hedging-algo", "Option hedging algos", "Every sold option covered"], "Options", "Hedged"),
    tags(
      ["equity-long-term-investing-algo", "Equity long-term algos", "Baskets held for months"],
      "Equity",
      "Long-Term",
    ),
  ]),
  category("by-investment", "investment", text.byInvestment, [
    amount(["under-50000-rs", "Under ₹50,000", "The smallest minimum amounts"], 50_000, "Lower"),
    amount(["under-100000-rs", "Under ₹1,00,000", "Below a lakh"], 100_000, "Lower"),
    amount(["under-200000-rs", "Under ₹2,00,000", "Below two lakh"], 200_000, "Lower"),
    amount(["over-200000-rs", "₹2,00,000 and over", "Mostly margin-heavy selling"], 200_000, "Greater"),
  ]),
  category("by-risk-tolerance", "risk", text.byRisk, [
    risk(["low-risk-algo", "Low risk algos", "The lowest of four levels"], "Low"),
    risk(["medium-risk-algo", "Medium risk algos", "Noticeable losses"], "Medium"),
    risk(["moderately-high-risk-algo", "Moderately high risk algos", "Large swings are common"], "Moderate"),
    risk(["high-risk-algo", "High risk algos", "Most of the amount is at risk"], "High"),
  ]),
  category(
    "popular-algo",
    "popular",
    text.popular,
    [
      list(
        ["most-deployed-algo", "Most deployed", "By number of traders who run them"],
        "most_deployed_algo_strategies",
      ),
      list(
        ["most-tracked-algo", "Most tracked", "By number of tracklists they are on"],
        "most_tracked_algo_strategies",
      ),
      list(
        ["popular-option-trading-algo", "Popular option algos", "The most deployed that trade options"],
        "popular_option_algo_strategies",
      ),
      list(
        ["popular-equity-trading-algo", "Popular equity algos", "The most deployed that trade shares"],
        "popular_equity_algo_strategies",
      ),
    ],
    "most_deployed_algo_strategies",
  ),
  // `discoverMenu` adds the managers that the provider lists.
  category("managers", "managers", text.managers, []),
];

/** Groups of the menu in the brand's order. A brand may omit groups. */
export const DISCOVER_MENU: DiscoverCategory[] =
  brandLanguage().menu?.flatMap((id) => ALL_GROUPS.filter((group) => group.id === id)) ?? ALL_GROUPS;

const MENU_MANAGERS_MAX = 6;

/** Returns the menu with the managers that the provider lists. */
export function discoverMenu(managers: readonly MenuManager[]): DiscoverCategory[] {
  const items = managers.slice(0, MENU_MANAGERS_MAX).map((manager, index) => ({
    id: manager.id,
    title: manager.name,
    subtitle: text.algos(manager.strategyCount),
    link: managerPath(manager),
    order: index + 1,
    query: { partner_name: manager.name },
  }));
  return DISCOVER_MENU.map((one) => (one.id === "managers" ? { ...one, items } : one));
}

export function findCategory(id: string): DiscoverCategory | undefined {
  return DISCOVER_MENU.find((candidate) => candidate.id === id);
}

export function discoverQuery(item: DiscoverItem): DiscoverQuery {
  return "query" in item ? item.query : { field_name: item.fieldName };
}

/** Returns the canonical path of a collection for an alternative path. Null if there is none. */
export function collectionPath(group: string, item: string): string | null {
  const groups: Record<string, [DiscoverCategoryId, (item: string) => string]> = {
    "risk-tolerance": ["by-risk-tolerance", (risk) => `${risk}-algo`],
    "popular-algos": [
      "popular-algo",
      (name) =>
        ({
          "popular-option-algos": "popular-option-trading-algo",
          "popular-equity-algos": "popular-equity-trading-algo",
        })[name] ?? `${name}-algo`,
    ],
  };
  const form = groups[group];
  if (form === undefined) return null;
  const link = `/algos/${form[0]}/${form[1](item)}`;
  return DISCOVER_MENU.some((category) => category.items.some((known) => known.link === link)) ? link : null;
}
