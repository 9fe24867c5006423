// Which operations change something, and so need a token that may trade.
import type { TradingOperation } from "../../../../app/wire/trading-api/operation.ts";
import type { Scope } from "../../accounts/scopes.ts";

/** Asked by POST, and change nothing. */
const READ_BY_POST = new Set(["calculateMargin", "calculateMultiMargin"]);

export function scopeOf({ operationId, method, limit }: TradingOperation): Scope {
  const isRead = method === "get" || limit === "quote" || limit === "data" || READ_BY_POST.has(operationId);
  return isRead ? "read" : "trade";
}
