// Which algos the reader tracks, for cards to say so and to change it: null where nobody is signed in, or it is not known.
import { createContext } from "react";
import type { SlotMark } from "../wire/reader-slots.ts";

export type Tracked = {
  xsrf: string;
  /** Where to come back to. */
  here: string;
} & (
  | {
      /** Strategy to the list that it stands on. */
      lists: Record<string, string>;
    }
  | {
      /** The page is put together for all readers: what each of them tracks stays open. */
      slotMark: SlotMark;
    }
);

export const TrackedContext = createContext<Tracked | null>(null);
