// Contexts with data that differ between requests. They are separate from loader data, which is the same for all users.
import { createContext } from "react";

/** Request id, which the error page shows. Null in a browser. */
export const RequestIdContext = createContext<string | null>(null);

/** Time of the oldest cached data on the page, epoch ms. Null if all data is current, and in a browser. */
export const CachedSinceContext = createContext<number | null>(null);

/** The build's files on the page that is being rendered. */
export type PageFiles = {
  /** Maps the path of a file to its hash for the attribute `integrity`, so that browsers reject modified files. */
  integrity: ReadonlyMap<string, string>;
  /** True once the page has rendered a script. */
  hasScripts: boolean;
};
export const PageFilesContext = createContext<PageFiles>({ integrity: new Map(), hasScripts: false });
