// Renders a page whole: nothing is streamed, so that a page never depends on a script to show what came late, and so
// that the server can hash, tag and keep it.
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { withIntegrity } from "./frame/integrity.ts";
import { CachedSinceContext, RequestIdContext, ScriptMarkContext } from "./frame/request.ts";
import { CachedPartsContext } from "./ui/cached-part.tsx";

const KEPT_FRESH_SECONDS = "2";

/** The loaders are done. No part of a page waits for data, so it is rendered in one step; that keeps a processor busy, so pages take turns. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { provider, printed, requestId = null, scriptMark, integrity = new Map() } = loadContext;
  // The loaders' data is known here.
  const cachedSince = provider?.cachedSince() ?? null;
  // A page of cached answers is itself cached only while it is rendered, for several readers.
  if (cachedSince !== null) headers.set("X-Fresh-Seconds", KEPT_FRESH_SECONDS);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const endTurn = await loadContext.renderTurn?.();
  let html: string;
  try {
    const page = renderToString(
      <RequestIdContext.Provider value={requestId}>
        <ScriptMarkContext.Provider value={scriptMark}>
          <CachedSinceContext.Provider value={cachedSince}>
            <CachedPartsContext.Provider
              value={printed ? (name, part) => printed(name, () => renderToStaticMarkup(part)) : null}
            >
              <RemixServer context={remixContext} url={request.url} />
            </CachedPartsContext.Provider>
          </CachedSinceContext.Provider>
        </ScriptMarkContext.Provider>
      </RequestIdContext.Provider>,
    );
    html = withIntegrity(`<!DOCTYPE html>${page}`, integrity);
  } finally {
    endTurn?.();
  }
  return new Response(html, { status, headers });
}

/** Faults that pages did not expect go to the server's log. A browser that left and a thrown Response are no faults. */
export function handleError(
  fault: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted || fault instanceof Response) return;
  // The router's own refusals (no such data route, no such method) are the request's fault.
  if (isRouteErrorResponse(fault) && fault.status < 500) return;
  context.reportFault?.(fault);
}
