// Algos that the reader tracks, for the button on their cards. Null for a signed-out reader, or if unknown.
import { createContext } from "react";
import type { SlotMark } from "../contract/site/reader-slots.ts";

export type Tracked = {
  xsrf: string;
  /** Address to return to. */
  here: string;
} & (
  | {
      /** Strategy id → id of the list with it. */
      lists: Record<string, string>;
    }
  | {
      /** The page is rendered for all readers, with placeholders for what each tracks. */
      slotMark: SlotMark;
    }
);

export const TrackedContext = createContext<Tracked | null>(null);
