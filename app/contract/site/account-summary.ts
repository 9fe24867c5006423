// Figures of the client's account in the header of every signed-in page.

/** Formatted figures. A figure that is unknown or zero is an empty text. */
export type AccountSummary = {
  /** Today's P&L with its sign. */
  today: string;
  /** "gain", "loss" or "flat"; a placeholder in a page for all signed-in users. */
  tone: string;
  /** Number of events since the page of events was last opened. */
  unread: string;
};

/** Cookie with the time (epoch ms) at which the user last opened the page of events. */
export const EVENTS_SEEN_COOKIE = "events-seen";
