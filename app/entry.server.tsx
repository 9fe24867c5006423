// Renders a page whole: nothing is streamed, so that a page never depends on a script to show what came late, and so
// that the server can hash, tag and keep it.
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { withIntegrity } from "./frame/integrity.ts";
import { PrintedPartsContext } from "./frame/printed.tsx";
import { KeptSinceContext, RequestIdContext, ScriptMarkContext } from "./frame/request.ts";

const KEPT_FRESH_SECONDS = "2";

/** Loaders are done; putting the page together holds the event loop, so pages take turns. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const endTurn = await loadContext.renderTurn?.();
  try {
    return renderWhole(request, status, headers, remixContext, loadContext);
  } finally {
    endTurn?.();
  }
}

/** Nothing on a page waits for anything, so it is put together in one go. */
function renderWhole(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Response {
  // The loaders are done: what they were given is known.
  const keptSince = loadContext.provider?.keptSince() ?? null;
  // A page of kept answers is not kept itself for longer than it takes to render it for many readers.
  if (keptSince !== null) headers.set("X-Fresh-Seconds", KEPT_FRESH_SECONDS);
  const { printed } = loadContext;
  const page = renderToString(
    <RequestIdContext.Provider value={loadContext.requestId ?? null}>
      <ScriptMarkContext.Provider value={loadContext.scriptMark}>
        <KeptSinceContext.Provider value={keptSince}>
          <PrintedPartsContext.Provider
            value={printed ? (name, part) => printed(name, () => renderToStaticMarkup(part)) : null}
          >
            <RemixServer context={remixContext} url={request.url} />
          </PrintedPartsContext.Provider>
        </KeptSinceContext.Provider>
      </ScriptMarkContext.Provider>
    </RequestIdContext.Provider>,
  );
  const html = withIntegrity(`<!DOCTYPE html>${page}`, loadContext.integrity ?? new Map());
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (loadContext.takeHtml === undefined) return new Response(html, { status, headers });
  loadContext.takeHtml(html);
  return new Response(null, { status, headers });
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
