// A page whose loaders have run: everything needed to render it, as plain data that another thread can receive.

export interface PageWork {
  url: string;
  /** For the error page to quote. */
  requestId: string | null;
  /** Marks the site's own inline scripts. */
  scriptMark: string | undefined;
  /** Time of the oldest cached answer on the page, epoch ms; null if all are current. */
  keptSince: number | null;
  /** Matches and parameters, as the framework's router returns them. */
  state: {
    basename: string | undefined;
    location: { pathname: string; search: string; hash: string; state: unknown; key: string };
    /** Data of each route's loader. */
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

/** Tools for rendering, in addition to the data. */
export interface WorkTools {
  /** HTML of a fragment that is the same everywhere: rendered now, or cached under this name. */
  printed?: ((name: string, print: () => string) => string) | undefined;
  /** Path of a script or style → its integrity hash. */
  integrity: ReadonlyMap<string, string>;
}
