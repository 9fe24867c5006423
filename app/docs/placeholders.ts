// Placeholders of the Markdown pages: `{{name}}` is replaced by a value of the contract or by an address of the API.
// Unknown names throw an error. In code a value is quoted for the code's language, so that an address cannot inject
// code.

import { MODIFICATIONS_MAX, RATE_LIMITS } from "../contract/trading-api/operations.ts";
import {
  DEPTH_CODES,
  DEPTH_DISCONNECT_BYTES,
  DEPTH_HEADER_BYTES,
  DEPTH_LEVELS,
  DEPTH_ROW_BYTES,
  DEPTH_ROWS_MAX,
  MARKET_HEADER_BYTES,
} from "../contract/trading-api/packets.ts";
import { SANDBOX_ACCOUNT_LIMITS } from "../contract/trading-api/sandbox-accounts.ts";
import { SCENARIO_LIMITS } from "../contract/trading-api/scenario.ts";
import { pythonString, shellArgument, typescriptString } from "../format/literals.ts";
import { LOCALE } from "../format/locale.ts";
import type { ApiPlace } from "./place.ts";
import { TRADING_API_VERSION } from "./version.ts";

export type PlaceholderValues = Readonly<Record<string, string>>;

/** Example addresses, shown if the provider's settings do not contain real ones. */
const UNNAMED_SOCKET = "wss://feed.broker.example";
const UNNAMED_FILES = "https://instruments.broker.example";

const CONTRACT_VALUES = {
  accountsPerHour: SANDBOX_ACCOUNT_LIMITS.perAddressAndHour,
  accountsTotal: SANDBOX_ACCOUNT_LIMITS.total,
  depthAskCode: DEPTH_CODES.ask,
  depthBidCode: DEPTH_CODES.bid,
  /** Size in bytes of one side of the order book with all its levels, without digit separators. */
  depthBytesAtMost: String(DEPTH_HEADER_BYTES + DEPTH_ROWS_MAX * DEPTH_ROW_BYTES),
  depthDisconnectBytes: DEPTH_DISCONNECT_BYTES,
  depthDisconnectCode: DEPTH_CODES.disconnect,
  depthHeaderBytes: DEPTH_HEADER_BYTES,
  depthLevels: DEPTH_LEVELS,
  depthRowBytes: DEPTH_ROW_BYTES,
  depthRowsAtMost: DEPTH_ROWS_MAX,
  marketHeaderBytes: MARKET_HEADER_BYTES,
  ownMarkets: SCENARIO_LIMITS.marketsAtMost,
  ownMarketUnusedMinutes: SCENARIO_LIMITS.unusedForMs / 60_000,
  modificationsAtMost: MODIFICATIONS_MAX,
  ordersPerDay: RATE_LIMITS.order.perDay ?? "no limit",
  ordersPerSecond: RATE_LIMITS.order.perSecond,
  quotesPerSecond: RATE_LIMITS.quote.perSecond,
  unusedDays: SANDBOX_ACCOUNT_LIMITS.unusedDays,
  version: TRADING_API_VERSION,
};

/** Returns the API's addresses, with an example for each address that the settings do not contain. */
const placeholderAddresses = (place: ApiPlace) => ({
  origin: place.origin,
  rest: place.rest,
  auth: place.auth ?? "",
  feed: place.feed ?? UNNAMED_SOCKET,
  depth: place.depth ?? UNNAMED_SOCKET,
  depth200: place.depth200 ?? UNNAMED_SOCKET,
  orderUpdate: place.orderUpdate ?? UNNAMED_SOCKET,
  instruments: place.instruments ?? UNNAMED_FILES,
});

export function placeholderValues(place: ApiPlace): PlaceholderValues {
  const contract = Object.entries(CONTRACT_VALUES).map(([name, value]) => [
    name,
    value.toLocaleString(LOCALE),
  ]);
  return { ...Object.fromEntries(contract), ...placeholderAddresses(place) };
}

export function fillText(text: string, values: PlaceholderValues): string {
  return text.replaceAll(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`no value is called {{${name}}}`);
    return value;
  });
}

/** Matches a placeholder and the adjacent characters that need no quotes in a shell. */
const SHELL_WORD = /(["\w@%+=:,./-]*)(\{\{\w+\}\}[\w@%+=:,./-]*)/g;
const STRING = /"([^"\n]*\{\{\w+\}\}[^"\n]*)"/g;

/**
 * Fills the placeholders of code. In bash, the shell word that contains a placeholder is quoted if necessary. In other
 * languages a placeholder must be inside a double-quoted string, or be replaced by a whole number.
 */
export function fillCode(language: string, code: string, values: PlaceholderValues): string {
  if (language === "text") return fillText(code, values);
  if (language === "bash")
    return code.replaceAll(SHELL_WORD, (word, before: string) => {
      if (before.includes('"')) throw new Error(`a placeholder in double quotes: ${word}`);
      return shellArgument(fillText(word, values));
    });
  const literal = language === "python" ? pythonString : typescriptString;
  return code
    .replaceAll(STRING, (_, text: string) => literal(fillText(text, values)))
    .replaceAll(/\{\{\w+\}\}/g, (placeholder) => {
      const value = fillText(placeholder, values);
      if (!/^\d+$/.test(value)) throw new Error(`${placeholder} stands outside of a string`);
      return value;
    });
}
