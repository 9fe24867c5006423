// A route's `handle` declares the query parameters that the route reads, whether its page is cached for several
// visitors, and which scripts it loads. The server and the layout read these declarations. By default a route reads no
// query and its page is not cached.

export type PageStyles = "account" | "docs" | "markets" | "profit" | "records" | "signIn" | "verification";

export type PageHandle<Data = never> = {
  /**
   * Names of the query parameters that this route reads. "b.*" matches every name that begins with "b.". The server
   * removes other parameters before the route runs, so that they cannot change a page or add a cache entry.
   */
  query?: readonly string[];
  /**
   * Set if the page is cached for all signed-out visitors. It is then rendered without session, address and cookies,
   * with two exceptions. `byCookies`: each listed value of a cookie has its own cache entry. `exceptCookies`: visitors
   * with such a cookie get an individual page.
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
   * Part of the site that the page belongs to. The header of the documentation contains its search; the header of the
   * account contains the kill switch.
   */
  area?: "docs" | "account";
  /** Returns the page's live price channels from its loader data. */
  live?: (data: Data) => string[];
  /** True if the page contains a chart for the crosshair script. */
  chart?: (data: Data) => boolean;
  /** True if the page contains candles that the candle script can redraw. */
  candles?: (data: Data) => boolean;
  /**
   * Style sheets that only some pages load: for the account, the documentation, markets, account charts, records, the
   * sandbox's pages with one form, or the verification of records.
   */
  styles?: PageStyles | readonly PageStyles[];
  /** Style sheet that the page loads only for a signed-in user. */
  ownStyles?: PageStyles;
  /**
   * True if the page has a form. Its script shows that a submitted request is in progress. All pages of a signed-in
   * user load this script.
   */
  forms?: true;
  /**
   * True if the query parameter `amount` belongs to the page's form and not to the header's field for the user's
   * amount.
   */
  hasOwnAmount?: true;
  /** True if the page loads the slider script of the algo finder. */
  finder?: boolean;
  /** True if the page loads the script that updates the figures of the deployment form when the amount changes. */
  deploy?: boolean;
  /** True if the page receives order updates. */
  orders?: boolean;
  /** True if the page can register this browser for Web Push. */
  push?: boolean;
  /** True if the page can verify a record's file. */
  verify?: boolean;
  /** True if the page loads the scripts for code samples and the playground's sockets. */
  docs?: boolean;
};

/**
 * Query parameters of pages with a link that reloads them: `refresh` reloads the page automatically, `at` is a time
 * that makes each link unique.
 */
export const PRICE_QUERY = ["refresh", "at"] as const;
