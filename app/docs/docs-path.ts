// The addresses of the documentation: one for each page, and one below it for each operation of the page.
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import type { DocsPage } from "./pages.server.ts";

export function docsPath(page: Pick<DocsPage, "id">): string {
  return `/docs/v2/${page.id}`;
}

/** "placeOrder" → "place-order". */
export function anchorOf(operation: Pick<TradingOperation, "operationId">): string {
  return operation.operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function operationPath(operation: Pick<TradingOperation, "operationId" | "page">): string {
  return `${docsPath({ id: operation.page })}/${anchorOf(operation)}`;
}
