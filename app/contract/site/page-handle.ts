// A route's `handle` declares the query parameters that it reads, whether its page can be shared between visitors, and
// the scripts that it loads. The server and the document around every page read it. Without these entries a route reads
// no query and its page is never shared.

export type PageStyles = "docs" | "markets" | "profit" | "records" | "verification";

export type PageHandle<Data = never> = {
  /**
   * Names of the query parameters that this route reads; "b.*" matches every name that begins with "b.". Other
   * parameters are removed from the address before the route sees it. They can neither change a page nor add a cache
   * entry.
   */
  query?: readonly string[];
  /**
   * The page is the same for every signed-out visitor, and is cached. It is rendered from a request without session,
   * address and cookies, except for `byCookies`: each listed value has its own cache entry. Visitors with any of the
   * `exceptCookies` get a page that is not shared.
   */
  shared?:
    | true
    | { exceptCookies?: readonly string[]; byCookies?: Readonly<Record<string, readonly string[]>> };
  /**
   * The page lists algos that can be tracked and compared. It loads the reader's lists and shows the compare tray at
   * its foot.
   */
  cards?: true;
  /**
   * The part of the site, if it has a header of its own: the header of the documentation has its search, that of the
   * account has the kill switch for signed-in users.
   */
  area?: "docs" | "account";
  /** The page's live price channels, from its own data. */
  live?: (data: Data) => string[];
  /** Whether there is a chart to look closer at, from the page's own data. */
  chart?: (data: Data) => boolean;
  /** Whether there are candles that a script may draw closer, from the page's own data. */
  candles?: (data: Data) => boolean;
  /**
   * Styles that only some pages load: of candles and option chains, of charts of an account's profit, of charts of an algo's record, of
   * checking records and of the risk rule, and of developer pages, search, support and status.
   */
  styles?: PageStyles | readonly PageStyles[];
  /**
   * The page has a form: a pressed button shows that the request is in progress. Pages of a signed-in user always have
   * this script.
   */
  forms?: true;
  /** The stepper's slider has its script. */
  finder?: boolean;
  /** Order updates arrive on the page. */
  orders?: boolean;
  /** This browser can be added for messages by Web Push. */
  push?: boolean;
  /** A record's file can be verified on it. */
  verify?: boolean;
  /** Code boxes and the playground's sockets have their script. */
  docs?: boolean;
};

/** Query parameters of every page with prices: automatic reloading, and the time that makes a link load again. */
export const PRICE_QUERY = ["refresh", "at"] as const;
