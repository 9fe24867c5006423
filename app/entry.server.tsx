// Renders a page whole: nothing is streamed, so that a page never depends on a script to show what came late, and so
// that the server can hash, tag and keep it.
import { PassThrough } from "node:stream";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { withIntegrity } from "./frame/integrity.ts";
import { KeptSinceContext, RequestIdContext, ScriptMarkContext } from "./frame/request.ts";

const RENDER_WITHIN_MS = 5_000;
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
    return await renderWhole(request, status, headers, remixContext, loadContext);
  } finally {
    endTurn?.();
  }
}

function renderWhole(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  // The loaders are done: what they were given is known.
  const keptSince = loadContext.provider?.keptSince() ?? null;
  // A page of kept answers is not kept itself for longer than it takes to render it for many readers.
  if (keptSince !== null) headers.set("X-Fresh-Seconds", KEPT_FRESH_SECONDS);
  return new Promise((resolve, reject) => {
    let isFailed = false;
    const { pipe, abort } = renderToPipeableStream(
      <RequestIdContext.Provider value={loadContext.requestId ?? null}>
        <ScriptMarkContext.Provider value={loadContext.scriptMark}>
          <KeptSinceContext.Provider value={keptSince}>
            <RemixServer context={remixContext} url={request.url} abortDelay={RENDER_WITHIN_MS} />
          </KeptSinceContext.Provider>
        </ScriptMarkContext.Provider>
      </RequestIdContext.Provider>,
      {
        onAllReady() {
          const chunks: Buffer[] = [];
          const body = new PassThrough();
          body.on("data", (chunk: Buffer) => chunks.push(chunk));
          body.on("end", () => {
            headers.set("Content-Type", "text/html; charset=utf-8");
            const html = withIntegrity(textOf(chunks), loadContext.integrity ?? new Map());
            resolve(new Response(html, { status: isFailed ? 500 : status, headers }));
          });
          body.on("error", reject);
          pipe(body);
        },
        onShellError: reject,
        onError() {
          isFailed = true;
        },
      },
    );
    setTimeout(abort, RENDER_WITHIN_MS).unref();
  });
}

/**
 * React 18 hands out its buffer of 2,048 bytes whole when a character of several bytes does not fit into the rest of it: the bytes left
 * over are zeros (facebook/react#24985). No page holds a NUL of its own.
 */
function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8").replaceAll("\u0000", "");
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
