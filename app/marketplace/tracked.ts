// Which algos the reader tracks, for cards to say so and to change it: null where nobody is signed in, or it is not known.
import { createContext } from "react";

export type Tracked = {
  xsrf: string;
  /** Where to come back to. */
  here: string;
  /** Strategy to the list that it stands on. */
  lists: Record<string, string>;
};

export const TrackedContext = createContext<Tracked | null>(null);
