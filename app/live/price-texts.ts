// Texts of live prices on pages and in browser scripts. A brand replaces the state labels in this file.
export { PRICE_STATE_LABELS } from "../contract/live/live.ts";

export const PRICE_TEXTS = {
  noTrade: "no trade yet",
  range: ({ low, high }: { low: string; high: string }) => `${low} to ${high}`,
  renewedEvery: (seconds: number) => `updated every ${seconds} s`,
  late: (seconds: number) => `prices arrive ${seconds} s late`,
};

/** Maps each default text to itself. A brand may replace the values. */
function textsByDefault(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text) => [text, text]));
}

export const MONTH_LABELS: Record<string, string> = textsByDefault(
  "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" "),
);

/**
 * Displayed text for each reason that the server sends with a price's state. Reasons from a price service are not
 * listed.
 */
export const REASON_TEXTS: Record<string, string> = /* @__PURE__ */ textsByDefault([
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
]);

/**
 * Displayed text for each reason of the states of services without prices. Browser scripts do not contain these texts.
 */
export const SERVICE_REASON_TEXTS: Record<string, string> = /* @__PURE__ */ textsByDefault([
  "reconnecting",
  "no page with orders is open",
  "it is restarting",
  "it is not responding",
  "it refuses this site's requests",
  "the broker refuses sign-ins of this site",
  "some of its responses are invalid",
  "its responses are invalid",
]);

export function reasonText(reason: string): string {
  return REASON_TEXTS[reason] ?? reason;
}

/** Stored incidents of earlier versions have a second clause after the reason, which is omitted. */
export function serviceReasonText(reason: string): string {
  const [main = reason] = reason.split("; ");
  return SERVICE_REASON_TEXTS[main] ?? reasonText(reason);
}
