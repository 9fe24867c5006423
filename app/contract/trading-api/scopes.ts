// Scopes of an access token, and the scope that each operation requires. Every token has the scope `read`.
import type { TradingOperation } from "./operation.ts";

/** All scopes. A token has all of them by default. */
export const SCOPES = ["read", "trade"] as const;
export type Scope = (typeof SCOPES)[number];

export const SCOPE_DESCRIPTIONS: Record<Scope, string> = {
  read: "View your profile, funds, holdings, positions, orders and market data",
  trade: "Place, change and cancel orders, convert and close positions, and set the kill switch",
};

/** Parses stored scopes, which are separated by spaces. `read` is always included. */
export function readScopes(scopeText: string): Scope[] {
  const requested = new Set(scopeText.split(" "));
  return SCOPES.filter((scope) => scope === "read" || requested.has(scope));
}

export const writeScopes = (scopes: readonly Scope[]): string => readScopes(scopes.join(" ")).join(" ");

/** GET operations that send a message to the client. */
const TRADE_BY_GET = new Set(["requestTpin"]);
/** POST operations that do not change data. */
const READ_BY_POST = new Set(["calculateMargin", "calculateMultiMargin"]);

/** Returns the scope that an operation requires: `trade` if it changes or sends something, otherwise `read`. */
export function requiredScope({ operationId, method, limit }: TradingOperation): Scope {
  if (TRADE_BY_GET.has(operationId)) return "trade";
  const isRead = method === "get" || limit === "quote" || limit === "data" || READ_BY_POST.has(operationId);
  return isRead ? "read" : "trade";
}
