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
   * The page lists algos that can be tracked and compared. It loads the user's lists and shows the compare tray at its
   * foot.
   */
  cards?: true;
  /**
   * The part of the site, if it has a header of its own: the header of the documentation has its search, that of the
   * account has the kill switch for signed-in users.
   */
  area?: "docs" | "account";
  /** The page's live price channels, from its own data. */
  live?: (data: Data) => string[];
  /** True if there is a chart that the crosshair script can use, from the page's own data. */
  chart?: (data: Data) => boolean;
  /** True if there are candles that a script can redraw, from the page's own data. */
  candles?: (data: Data) => boolean;
  /**
   * Styles that only some pages load: for candles and option chains, account charts, record charts, record verification
   * and the risk rule, developer pages, search, support and status.
   */
  styles?: PageStyles | readonly PageStyles[];
  /**
   * The page has a form: a pressed button shows that the request is in progress. All pages of a signed-in user load
   * this script.
   */
  forms?: true;
  /** The parameter `amount` belongs to the page's own form: it does not replace the user's amount in the header. */
  hasOwnAmount?: true;
  /** Loads the script of the stepper's slider. */
  finder?: boolean;
  /** The page receives order updates. */
  orders?: boolean;
  /** The page can register this browser for Web Push. */
  push?: boolean;
  /** The page can verify a record's file. */
  verify?: boolean;
  /** Loads the scripts of code boxes and the playground's sockets. */
  docs?: boolean;
};

/**
 * Query parameters of every page with prices: automatic reloading, and a time that makes the refresh link a different
 * address.
 */
export const PRICE_QUERY = ["refresh", "at"] as const;
