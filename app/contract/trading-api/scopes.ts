// Scopes of a token, and the scope that each operation requires. Every token may read.
import type { TradingOperation } from "./operation.ts";

/** All scopes; the default of a token. */
export const SCOPES = ["read", "trade"] as const;
export type Scope = (typeof SCOPES)[number];

export const SCOPE_WORDS: Record<Scope, string> = {
  read: "View your profile, funds, holdings, positions, orders and market data",
  trade: "Place, change and cancel orders, convert and close positions, and set the kill switch",
};

/** Parses scopes separated by spaces, as stored; `read` is always included. */
export function readScopes(scopeText: string): Scope[] {
  const requested = new Set(scopeText.split(" "));
  return SCOPES.filter((scope) => scope === "read" || requested.has(scope));
}

export const writeScopes = (scopes: readonly Scope[]): string => readScopes(scopes.join(" ")).join(" ");

/** Operations that are called by POST but change nothing. */
const READ_BY_POST = new Set(["calculateMargin", "calculateMultiMargin"]);

/** Scope that an operation requires: `trade` if it changes something. */
export function scopeOf({ operationId, method, limit }: TradingOperation): Scope {
  const isRead = method === "get" || limit === "quote" || limit === "data" || READ_BY_POST.has(operationId);
  return isRead ? "read" : "trade";
}
