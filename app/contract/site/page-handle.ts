// A route's `handle` declares the query parameters that the route reads, whether its page is cached for several
// visitors, and which scripts it loads. The server and the layout read these declarations. By default a route reads no
// query and its page is not cached.

export type PageStyles = "docs" | "markets" | "profit" | "records" | "verification";

export type PageHandle<Data = never> = {
  /**
   * Names of the query parameters that this route reads. "b.*" matches every name that begins with "b.". Other
   * parameters are removed from the address before the route runs, so they cannot change a page or add a cache entry.
   */
  query?: readonly string[];
  /**
   * Set if the page is the same for every signed-out visitor and is cached. It is rendered from a request without
   * session, address and cookies. The exceptions are `byCookies`: each listed cookie value has its own cache entry. For
   * visitors with any of the `exceptCookies`, the page is rendered individually.
   */
  shared?:
    | true
    | { exceptCookies?: readonly string[]; byCookies?: Readonly<Record<string, readonly string[]>> };
  /**
   * True if the page lists algos that can be tracked and compared. It then loads the user's lists and shows the compare
   * tray at the bottom.
   */
  cards?: true;
  /**
   * Part of the site with a different header. The header of the documentation contains its search; the header of the
   * account contains the kill switch for signed-in users.
   */
  area?: "docs" | "account";
  /** Returns the page's live price channels from its loader data. */
  live?: (data: Data) => string[];
  /** True if the page contains a chart for the crosshair script. */
  chart?: (data: Data) => boolean;
  /** True if the page contains candles that the candle script can redraw. */
  candles?: (data: Data) => boolean;
  /**
   * Styles that only some pages load: for candles and option chains, account charts, record charts, record verification
   * and the risk rule, developer pages, search, support and status.
   */
  styles?: PageStyles | readonly PageStyles[];
  /**
   * True if the page has a form. Its script shows that a submitted request is in progress. All pages of a signed-in
   * user load this script.
   */
  forms?: true;
  /** True if the parameter `amount` belongs to the page's form and does not set the user's amount in the header. */
  hasOwnAmount?: true;
  /** True if the page loads the script of the stepper's slider. */
  finder?: boolean;
  /** True if the page loads the script that applies a changed amount to the figures of a deployment's terms. */
  deploy?: boolean;
  /** True if the page receives order updates. */
  orders?: boolean;
  /** True if the page can register this browser for Web Push. */
  push?: boolean;
  /** True if the page can verify the file of a record. */
  verify?: boolean;
  /** True if the page loads the scripts of code boxes and the playground's sockets. */
  docs?: boolean;
};

/**
 * Query parameters of every page with prices: `refresh` reloads the page automatically, `at` is a time that makes each
 * refresh link unique.
 */
export const PRICE_QUERY = ["refresh", "at"] as const;
