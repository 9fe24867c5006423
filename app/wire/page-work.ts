// A page whose loaders are done: what it takes to put it together, as plain data that another thread can be given.

export interface PageWork {
  url: string;
  /** For the error page to quote. */
  requestId: string | null;
  /** What scripts of ours are marked with. */
  scriptMark: string | undefined;
  /** From when the oldest kept answer on the page is, epoch ms; null where all is as the provider says it now. */
  keptSince: number | null;
  /** As the framework's router has them. */
  state: {
    basename: string | undefined;
    location: { pathname: string; search: string; hash: string; state: unknown; key: string };
    /** What each route's loader returned. */
    loaderData: Record<string, unknown>;
    statusCode: number;
  };
  /** The matched routes, outermost first. */
  matches: {
    id: string;
    params: Record<string, string | undefined>;
    pathname: string;
    pathnameBase: string;
  }[];
}

/** What pages are put together with, besides their data. */
export interface WorkTools {
  /** The HTML of a part that is the same wherever it stands: printed now, or as it was under this name. */
  printed?: ((name: string, print: () => string) => string) | undefined;
  /** Path of a script or style of ours → the hash that pages name beside it. */
  integrity: ReadonlyMap<string, string>;
}
