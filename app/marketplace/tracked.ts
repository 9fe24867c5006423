// Algos that the user tracks, for the button on cards. Null for a signed-out user, or if unknown.
import { createContext } from "react";
import type { SlotMark } from "../contract/site/reader-slots.ts";

export type Tracked = {
  xsrf: string;
  /** Return address of the form. */
  here: string;
} & (
  | {
      /** Maps a strategy id to the id of the list that contains it. */
      lists: Record<string, string>;
    }
  | {
      /** Set if the page is rendered for all users, with placeholders for their tracked algos. */
      slotMark: SlotMark;
    }
);

export const TrackedContext = createContext<Tracked | null>(null);
