// Addresses of the documentation: one per page, and below it one per operation of that page.
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import type { DocsPage } from "./pages.server.ts";

export function docsPath(page: Pick<DocsPage, "id">): string {
  return `/docs/v2/${page.id}`;
}

/** Returns an operation's anchor, for example "place-order" for "placeOrder". */
export function operationAnchor(operation: Pick<TradingOperation, "operationId">): string {
  return operation.operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function operationPath(operation: Pick<TradingOperation, "operationId" | "page">): string {
  return `${docsPath({ id: operation.page })}/${operationAnchor(operation)}`;
}
