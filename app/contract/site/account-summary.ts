// Figures of the client's account, for the header of every signed-in page.

/** Formatted figures. A figure that is unknown or zero is an empty string. */
export type AccountSummary = {
  /** Today's P&L with its sign, for example "+1,240.50". */
  today: string;
  /** "gain", "loss" or "flat". In a page that is cached for all signed-in users, a placeholder. */
  tone: string;
  /** Number of events since the client last opened the events page. */
  unread: string;
};

/** Cookie with the times at which the client last opened the events page (app/domain/events-seen.ts). */
export const EVENTS_SEEN_COOKIE = "events-seen";
