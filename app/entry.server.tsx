// Renders a page whole: nothing is streamed, so that a page never depends on a script to show what came late, and so
// that the server can hash, tag and keep it.
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { withIntegrity } from "./frame/integrity.ts";
import { KeptSinceContext, RequestIdContext, ScriptMarkContext } from "./frame/request.ts";
import { PrintedPartsContext } from "./ui/printed.tsx";
import type { PageWork, WorkTools } from "./wire/page-work.ts";

const KEPT_FRESH_SECONDS = "2";

/** Loaders are done; putting the page together keeps a processor busy, so pages take turns. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  // The loaders are done: what they were given is known.
  const keptSince = loadContext.provider?.keptSince() ?? null;
  // A page of cached answers is itself cached only while it is rendered, for several readers.
  if (keptSince !== null) headers.set("X-Fresh-Seconds", KEPT_FRESH_SECONDS);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { requestId = null, scriptMark } = loadContext;
  const html = await inTurn(loadContext, remixContext, {
    url: request.url,
    requestId,
    scriptMark,
    keptSince,
  });
  if (loadContext.takeHtml === undefined) return new Response(html, { status, headers });
  loadContext.takeHtml(html);
  return new Response(null, { status, headers });
}

type Known = Pick<PageWork, "keptSince" | "requestId" | "scriptMark" | "url">;

/** Rendered by another thread if there is one. A page with a fault or a form's answer is rare and rendered here. */
async function inTurn(
  loadContext: AppLoadContext,
  remixContext: EntryContext,
  known: Known,
): Promise<string> {
  const { renderTurn, renderElsewhere, printed, integrity = new Map() } = loadContext;
  const endTurn = await renderTurn?.();
  try {
    const { errors, actionData, matches, ...state } = remixContext.staticHandlerContext;
    if (errors === null && actionData === null && renderElsewhere !== undefined) {
      const { basename, location, loaderData, statusCode } = state;
      const html = await renderElsewhere({
        ...known,
        state: { basename, location, loaderData, statusCode },
        matches: matches.map(({ params, pathname, pathnameBase, route: { id } }) => ({
          params,
          pathname,
          pathnameBase,
          id,
        })),
      });
      if (html !== null) return html;
    }
    return printPage(remixContext, known, { printed, integrity });
  } finally {
    endTurn?.();
  }
}

/** No part of a page waits for data, so it is rendered in one step. */
function printPage(remixContext: EntryContext, known: Known, { printed, integrity }: WorkTools): string {
  const page = renderToString(
    <RequestIdContext.Provider value={known.requestId}>
      <ScriptMarkContext.Provider value={known.scriptMark}>
        <KeptSinceContext.Provider value={known.keptSince}>
          <PrintedPartsContext.Provider
            value={printed ? (name, part) => printed(name, () => renderToStaticMarkup(part)) : null}
          >
            <RemixServer context={remixContext} url={known.url} />
          </PrintedPartsContext.Provider>
        </KeptSinceContext.Provider>
      </ScriptMarkContext.Provider>
    </RequestIdContext.Provider>,
  );
  return withIntegrity(`<!DOCTYPE html>${page}`, integrity);
}

/** Puts a page together from what another thread's loaders have found; `routes` are the page's own, as the build has them. */
export function printWork(
  { state, matches, ...known }: PageWork,
  routes: Pick<EntryContext, "future" | "isSpaMode" | "manifest" | "routeModules">,
  tools: WorkTools,
): string {
  const remixContext: EntryContext = {
    ...routes,
    staticHandlerContext: {
      ...state,
      matches: matches.map(({ id, ...match }) => ({ ...match, route: { id } })),
      errors: null,
      actionData: null,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
    },
    serializeError: ({ message }) => ({ message }),
  };
  return printPage(remixContext, known, tools);
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
