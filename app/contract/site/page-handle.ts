// What a route says of itself in `handle`: which parts of an address it reads, whether its page is the same for everybody, and which
// scripts it brings. The server and the document around every page read it; a route that says nothing reads no query and is shared with
// nobody.

export type PageHandle<Data = never> = {
  /**
   * Names of the query parameters that this route reads; "b.*" stands for every name that begins with "b.". Others are taken off the
   * address before the route sees it, so that they can neither change a page nor make it another one in the cache.
   */
  query?: readonly string[];
  /**
   * The page is the same for everybody who is not signed in, and is kept and sent to the next reader as it is. It is rendered from a
   * request without session, address and cookies, but for those of `byCookies`: a page is kept for each value that is named. With
   * `exceptCookies`, a reader who has one of these cookies gets a page of his own.
   */
  shared?:
    | true
    | { exceptCookies?: readonly string[]; byCookies?: Readonly<Record<string, readonly string[]>> };
  /** Algos stand on it that can be tracked and put aside to compare: it knows the reader's lists and shows the comparison at its foot. */
  cards?: true;
  /**
   * The part of the site it belongs to, where the header is another: in the documentation it searches the documentation, in the account
   * the kill switch is one press away for who is signed in.
   */
  area?: "docs" | "account";
  /** The page's live price channels, from its own data. */
  live?: (data: Data) => string[];
  /** Whether there is a chart to look closer at, from the page's own data. */
  chart?: (data: Data) => boolean;
  /** Whether there are candles that a script may draw closer, from the page's own data. */
  candles?: (data: Data) => boolean;
  /** Styles that only some pages load: of candles and option chains, of charts of an account's profit, of checking records and of the risk rule. */
  styles?: "markets" | "profit" | "verification";
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
