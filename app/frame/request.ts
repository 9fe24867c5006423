// What the server knows of one request and hands to the rendering alone: none of it is ever written into loader data, so a
// page stays the same for everyone.
import { createContext } from "react";

/** For the error page to quote; null in a browser. */
export const RequestIdContext = createContext<string | null>(null);

/** Time of the oldest cached answer on the page, epoch ms; null if all are current, and in a browser. */
export const CachedSinceContext = createContext<number | null>(null);

/** Marks the framework's inline scripts for the server, which takes the mark out again. */
export const ScriptMarkContext = createContext<string | undefined>(undefined);
