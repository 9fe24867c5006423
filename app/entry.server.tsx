// Renders a page whole: nothing is streamed, so that a page never depends on a script to show what came late, and so
// that the server can hash, tag and keep it.
import { PassThrough } from "node:stream";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { RequestIdContext, ScriptMarkContext } from "./frame/request.ts";

const RENDER_WITHIN_MS = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let isFailed = false;
    const { pipe, abort } = renderToPipeableStream(
      <RequestIdContext.Provider value={loadContext.requestId ?? null}>
        <ScriptMarkContext.Provider value={loadContext.scriptMark}>
          <RemixServer context={remixContext} url={request.url} abortDelay={RENDER_WITHIN_MS} />
        </ScriptMarkContext.Provider>
      </RequestIdContext.Provider>,
      {
        onAllReady() {
          const chunks: Buffer[] = [];
          const body = new PassThrough();
          body.on("data", (chunk: Buffer) => chunks.push(chunk));
          body.on("end", () => {
            headers.set("Content-Type", "text/html; charset=utf-8");
            resolve(new Response(Buffer.concat(chunks), { status: isFailed ? 500 : status, headers }));
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

/** Faults that pages did not expect. A browser that left and a Response that was thrown on purpose are not faults. */
export function handleError(fault: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || fault instanceof Response) return;
  // biome-ignore lint/suspicious/noConsole: the pages have no logger of their own; the server's log takes stderr over
  console.error(fault instanceof Error ? fault.stack : fault);
}
