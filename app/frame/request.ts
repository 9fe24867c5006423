// Data of one request for rendering only. None of it becomes loader data, so the data of a page is the same for
// everyone.
import { createContext } from "react";

/** Request id for the error page; null in a browser. */
export const RequestIdContext = createContext<string | null>(null);

/** Time of the oldest cached answer on the page, epoch ms; null if all are current, and in a browser. */
export const CachedSinceContext = createContext<number | null>(null);

/** The build's scripts and styles on the page that is being rendered. */
export type PageFiles = {
  /**
   * Maps the path of a file to its hash, for the attribute `integrity`: browsers reject a file that was changed in
   * transit.
   */
  integrity: ReadonlyMap<string, string>;
  /** Set to true when the page renders its first script. */
  hasScripts: boolean;
};
export const PageFilesContext = createContext<PageFiles>({ integrity: new Map(), hasScripts: false });
