// Renders a complete page without streaming, so that a page never needs a script for late parts, and the server can
// hash, tag and cache it.

/** The first module of the pages, so that the others find the brand's words. */
export { REPLACED_WORDS } from "./words.ts";

import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { CachedSinceContext, type PageFiles, PageFilesContext, RequestIdContext } from "./frame/request.ts";

const FRESH_SECONDS = "2";

/** Called after the loaders. A page is rendered in one step, which blocks the event loop, so pages take turns. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { provider, requestId = null, integrity = new Map() } = loadContext;
  const cachedSince = provider?.cachedSince() ?? null;
  // A page with cached answers is shared only while it is being rendered.
  if (cachedSince !== null) headers.set("X-Fresh-Seconds", FRESH_SECONDS);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const files: PageFiles = { integrity, hasScripts: false };
  const endTurn = await loadContext.renderTurn?.();
  let html: string;
  try {
    const page = renderToString(
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

/** Logs unexpected faults of pages. A disconnected browser and a thrown Response are not faults. */
export function handleError(
  fault: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted || fault instanceof Response) return;
  // The router's own refusals (unknown data route, unsupported method) are errors of the request.
  if (isRouteErrorResponse(fault) && fault.status < 500) return;
  context.reportFault?.(fault);
}
