// Renders each page completely instead of streaming it, so that no script is needed and the server can hash and cache
// the page.

/** Must be the first import, because it replaces the brand's texts before other modules read them. */
export { REPLACED_TEXTS } from "./words.ts";

import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { CachedSinceContext, type PageFiles, PageFilesContext, RequestIdContext } from "./frame/request.ts";

const FRESH_SECONDS = "2";

/**
 * Renders a page after its loaders have run. Pages are not hydrated, so the markup is static. Rendering blocks the
 * event loop, so users take turns.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { provider, requestId = null, integrity = new Map() } = loadContext;
  const cachedSince = provider?.cachedSince() ?? null;
  // A page with cached data is itself cached only for requests that arrive within the next seconds.
  if (cachedSince !== null) headers.set("X-Fresh-Seconds", FRESH_SECONDS);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // A refused form's response states in Retry-After when it can be sent again. Copying the header here makes a headers
  // function in each route unnecessary.
  for (const action of Object.values(remixContext.staticHandlerContext.actionHeaders)) {
    const retryAfter = action.get("Retry-After");
    if (retryAfter !== null) headers.set("Retry-After", retryAfter);
  }
  const files: PageFiles = { integrity, hasScripts: false };
  const endTurn = await loadContext.awaitRenderTurn?.();
  let html: string;
  try {
    const page = renderToStaticMarkup(
      <RequestIdContext.Provider value={requestId}>
        <PageFilesContext.Provider value={files}>
          <CachedSinceContext.Provider value={cachedSince}>
            <RemixServer context={remixContext} url={request.url} />
          </CachedSinceContext.Provider>
        </PageFilesContext.Provider>
      </RequestIdContext.Provider>,
    );
    html = `<!DOCTYPE html>${page}`;
  } finally {
    endTurn?.();
  }
  if (files.hasScripts) headers.set("X-Page-Scripts", "yes");
  return new Response(html, { status, headers });
}

/** Logs unexpected faults of pages. Disconnected browsers and thrown Responses are not logged. */
export function handleError(
  fault: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted || fault instanceof Response) return;
  // The router rejects unknown data routes and unsupported methods. These are errors of the request.
  if (isRouteErrorResponse(fault) && fault.status < 500) return;
  context.reportFault?.(fault);
}
