// Algos that the user tracks, for the buttons on cards. Null for a signed-out user, and if the provider is unavailable.
import { createContext } from "react";
import type { SlotMark } from "../contract/site/reader-slots.ts";

export type Tracked = {
  xsrf: string;
  /** Path of the page to open after the form is sent. */
  here: string;
} & (
  | {
      /** Maps a strategy id to the id of the list that contains it. */
      lists: Record<string, string>;
    }
  | {
      /**
       * Set if a cached page is rendered for all users: the page then contains placeholders for each user's tracked
       * algos.
       */
      slotMark: SlotMark;
    }
);

export const TrackedContext = createContext<Tracked | null>(null);
