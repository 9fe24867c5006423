// Texts of live prices on pages and in browser scripts. A brand replaces the state labels in this file.
export { STATE_WORDS } from "../contract/live/live.ts";

export const PRICE_WORDS = {
  noTrade: "no trade yet",
  range: ({ low, high }: { low: string; high: string }) => `${low} to ${high}`,
  renewedEvery: (seconds: number) => `updated every ${seconds} s`,
  late: (seconds: number) => `prices arrive ${seconds} s late`,
};

export const MONTH_WORDS: Record<string, string> = {
  Jan: "Jan",
  Feb: "Feb",
  Mar: "Mar",
  Apr: "Apr",
  May: "May",
  Jun: "Jun",
  Jul: "Jul",
  Aug: "Aug",
  Sep: "Sep",
  Oct: "Oct",
  Nov: "Nov",
  Dec: "Dec",
};

/**
 * Texts of the reasons for a price's state, by the reason that the server sends. Reasons from a price service are not
 * listed.
 */
export const REASON_WORDS: Record<string, string> = Object.fromEntries(
  [
    "connecting",
    "no connection to this site",
    "waiting for its first price",
    "waiting for the first prices",
    "the price service has not been reached yet",
    "the price service is slow",
    "the price service is silent",
    "the price source is changing",
    "reconnecting to the price service",
    "another connection replaced ours; retrying soon",
    "reconnecting",
    "no page with orders is open",
    "it is restarting",
    "it is not responding",
    "it is not responding; pages show the last known data",
    "it refuses this site's requests; pages show the last known data",
    "the broker refuses sign-ins of this site",
    "some of its responses are invalid",
    "its responses are invalid; pages show the last known data",
  ].map((reason) => [reason, reason]),
);

export function reasonText(reason: string): string {
  return REASON_WORDS[reason] ?? reason;
}
