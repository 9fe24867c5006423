// What the server knows of one request and hands to the rendering alone: none of it is ever written into loader data, so a
// page stays the same for everyone.
import { createContext } from "react";

/** For the error page to quote; null in a browser. */
export const RequestIdContext = createContext<string | null>(null);

/** Time of the oldest cached answer on the page, epoch ms; null if all are current, and in a browser. */
export const CachedSinceContext = createContext<number | null>(null);

/** The build's scripts and styles on the page that is being rendered. */
export type PageFiles = {
  /** Path of a file → its hash, for the attribute `integrity`: browsers refuse a file that was changed on its way. */
  integrity: ReadonlyMap<string, string>;
  /** Set to true by the first script of the page. */
  hasScripts: boolean;
};
export const PageFilesContext = createContext<PageFiles>({ integrity: new Map(), hasScripts: false });
