// Serves pages over HTTP: determines the session and the page of a request, then sends the cached page or renders it
// (server/render). In development Vite compiles the pages on request.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SlotMark } from "../../app/contract/site/reader-slots.ts";
import { RECORD_UPLOAD_TYPE } from "../../app/contract/site/record-upload.ts";
import { isSameSecret } from "../crypto/constant-time.ts";
import { createFilledPages, type PageReader } from "../render/filled-pages.ts";
import { addRequestQuery, isCacheable } from "../render/finished-page.ts";
import { HtmlCache, type HtmlCacheOptions } from "../render/html-cache.ts";
import { createPageRenderer, type RendererOptions, type RenderPage } from "../render/page-renderer.ts";
import { type AnySession, type PageVisit, readVisit, type SessionKeeper } from "../render/page-visit.ts";
import { type RemixBuild, serveWithMiddleware } from "../render/remix-build.ts";
import { createRenderQueue } from "../render/render-queue.ts";
import { RenderedPage } from "../render/rendered-page.ts";
import type { Slot } from "./budgets.ts";
import { isSameOriginRequest, recoveryPage } from "./form-recovery.ts";
import { isUpload, readBody, readUpload } from "./guard.ts";
import { type BrandFrame, PLAIN_PAGE_POLICY } from "./plain-page.ts";
import { Refusal } from "./refusal.ts";

/** In a form with a file, the form token must be within this number of bytes from the body's start. */
const TOKEN_WITHIN_BYTES = 2_048;

export type PagesOptions<Session extends AnySession> = {
  sessions: SessionKeeper<Session> | null;
  compiled: RemixBuild;
  limits: {
    pageTimeoutMs: number;
    pageBytes: number;
    formBodyBytes: number;
    formFields: number;
    recordUploadBytes: number;
    bodyBytesPerSecond: number;
    bodyGraceMs: number;
  } & Omit<HtmlCacheOptions, "now" | "isCacheable">;
  /** Returns the default amount, in whole rupees, for users who have not chosen one. */
  defaultAmount: () => number;
  /** Brand and style of the page for a refused form. */
  frame: BrandFrame;
} & Pick<RendererOptions<Session>, "onFault" | "contextFor" | "formOrigins">;

export type Pages<Session extends AnySession = AnySession> = {
  /** Determines the user, session and page of a request. */
  visit(
    request: IncomingMessage,
    at: { address: URL; requestId: string; client: string },
  ): Promise<PageVisit<Session>>;
  /**
   * Sends the cached page and returns "cache", or "stale" if it is older than the normal limit. Returns null if the
   * page must be rendered.
   */
  answerCached(
    request: IncomingMessage,
    response: ServerResponse,
    visit: PageVisit<Session>,
    isOverloaded: boolean,
  ): Promise<"cache" | "stale" | null>;
  /** Renders and sends a page. Returns the source of the response for the log. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    visit: PageVisit<Session>,
    place: Slot,
  ): Promise<string>;
  /** Returns a page that is the same for all users, from the cache if possible. Used by the MCP endpoint. */
  readShared(address: URL): Promise<{ status: number; text: string }>;
  /** Size of the page cache. */
  cacheSize(): { entries: number; bytes: number };
  /** Evicts all cached pages. */
  evictAll(): void;
  /** Loads the compiled pages again after the brand was reloaded. */
  reload(): Promise<void>;
  close(): Promise<void>;
};

export function createPages<Session extends AnySession>(options: PagesOptions<Session>): Pages<Session> {
  const cache = new HtmlCache({ ...options.limits, now: () => performance.now(), isCacheable });
  const { render, rulesOf, middleware, reload, close } = options.compiled;
  const isDevelopment = middleware !== null;
  const renderQueue = createRenderQueue();
  const renderPage = createPageRenderer<Session>({
    ...options,
    ...options.limits,
    renderQueue,
    render,
    isDevelopment,
  });
  const visitOf = (
    request: Pick<IncomingMessage, "headers" | "method">,
    at: { address: URL; requestId: string; client: string },
  ) => readVisit({ ...options, rulesOf, isDevelopment }, request, at);
  const shared = (request: Pick<IncomingMessage, "headers">, visit: PageVisit<Session>) => () =>
    renderShared(renderPage, request, visit);
  const fillPage = createFilledPages<Session>({
    cache,
    waitToRender: renderQueue.wait,
    renderOpen: (visit, mark) =>
      renderShared(renderPage, { headers: {} }, { ...visit, session: null, key: visit.filledPageKey }, mark),
    readerOf: (visit) => createPageReader(options, visit),
  });

  return {
    visit: visitOf,

    async readShared(address) {
      const request = { method: "GET", headers: {} };
      const found = await visitOf(request, { address, requestId: "own", client: "" });
      const visit = { ...found, key: found.key ?? found.address.href };
      const cached = cache.find(visit.key, shared(request, visit), false);
      const page = cached === null ? await cache.render(visit.key, shared(request, visit)) : cached.page;
      return { status: page.status, text: page.body.toString("utf8") };
    },

    async answerCached(request, response, visit, isOverloaded) {
      if (visit.key === null) return null;
      const found = cache.find(visit.key, shared(request, visit), isOverloaded);
      if (found === null) return null;
      await found.page.send(request, response);
      return found.from;
    },

    async answer(request, response, visit, place) {
      if (middleware !== null && (await serveWithMiddleware(middleware, request, response))) return "vite";
      for (const cookie of visit.renewed) response.appendHeader("Set-Cookie", cookie);
      if (visit.key !== null) {
        const page = await place.work(() => cache.render(visit.key ?? "", shared(request, visit)));
        await addRequestQuery(page, visit.search).send(request, response);
        return "render";
      }
      const filled = await place.work(() => fillPage(visit));
      if (filled !== null) {
        await filled.send(request, response);
        return "filled";
      }
      return answerOwn(renderPage, options, { request, response, visit, place });
    },
    cacheSize: () => cache.size(),
    evictAll: () => cache.clear(),
    async reload() {
      await reload();
      cache.clear();
    },
    close,
  };
}

/** Returns the user's values for the placeholders of a cached page. */
function createPageReader<Session extends AnySession>(
  { contextFor, limits }: PagesOptions<Session>,
  { session, requestId, cookies, client, address }: PageVisit<Session>,
): PageReader {
  const isHttps = address.protocol === "https:";
  const signal = AbortSignal.timeout(limits.pageTimeoutMs);
  return contextFor(
    { signal, requestId, isHttps, origin: address.origin, cookies, address: client },
    session,
  );
}

/** Renders a page without user data, possibly for several waiting users. Rendering continues if a user disconnects. */
function renderShared<Session extends AnySession>(
  renderPage: RenderPage<Session>,
  request: Pick<IncomingMessage, "headers">,
  visit: PageVisit<Session>,
  slotMark: SlotMark | null = null,
): Promise<RenderedPage> {
  const { accept = "*/*" } = request.headers;
  const headers = {
    host: visit.address.host,
    accept,
    ...(visit.variantCookies === "" ? {} : { cookie: visit.variantCookies }),
  };
  return renderPage(
    (signal) => new Request(visit.address, { headers, signal }),
    visit,
    new AbortController().signal,
    slotMark,
  );
}

/** Renders a page or a form's result for one user. Rendering stops if the user disconnects. Throws Refusal. */
async function answerOwn<Session extends AnySession>(
  renderPage: RenderPage<Session>,
  options: Pick<PagesOptions<Session>, "limits" | "frame">,
  {
    request,
    response,
    visit,
    place,
  }: { request: IncomingMessage; response: ServerResponse; visit: PageVisit<Session>; place: Slot },
): Promise<string> {
  const disconnected = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) disconnected.abort();
  });
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
  const headers = webHeaders(request);
  const hasFile = isUpload(request, visit.address);
  const body =
    method === "GET"
      ? null
      : await place.receive(() =>
          hasFile ? readUpload(request, options.limits) : readBody(request, options.limits),
        );
  if (body !== null && visit.session !== null && !isFromOwnForm(request, body, visit.session.xsrf)) {
    // The recovery page cannot show an uploaded file.
    const fields = hasFile ? Buffer.alloc(0) : body;
    await sendRecoveryPage(options, request, visit, visit.session, fields).send(request, response);
    return "form given back";
  }
  const page = await place.work(() =>
    renderPage(
      (signal) =>
        new Request(visit.address, {
          method,
          headers,
          signal,
          ...(body === null ? {} : { body: new Uint8Array(body) }),
        }),
      visit,
      disconnected.signal,
    ),
  );
  await (body === null ? addRequestQuery(page, visit.search) : page).send(request, response);
  return body === null ? "render" : "action";
}

/** Sends the recovery page (403), because the form's token is not that of the session. */
function sendRecoveryPage(
  { frame }: Pick<PagesOptions<AnySession>, "frame">,
  request: IncomingMessage,
  visit: PageVisit,
  session: AnySession,
  body: Buffer,
): RenderedPage {
  const { address } = visit;
  const html = recoveryPage({
    action: `${address.pathname}${address.search}`,
    fields: new URLSearchParams(body.toString("utf8")),
    xsrf: isSameOriginRequest(request, address.origin) ? session.xsrf : null,
    who: session,
    frame: { ...frame, theme: visit.theme },
  });
  return new RenderedPage(
    403,
    [
      ["content-type", "text/html; charset=utf-8"],
      ["cache-control", "no-store"],
      ["content-security-policy", PLAIN_PAGE_POLICY],
    ],
    Buffer.from(html),
  );
}

/** Creates Headers from Node's raw pairs, so that repeated headers are preserved. */
function webHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? "";
    const value = request.rawHeaders[index + 1] ?? "";
    if (name.startsWith(":")) continue;
    try {
      headers.append(name, value);
    } catch {
      throw new Refusal(400, (text) => text.malformedHeader);
    }
  }
  return headers;
}

/** Returns the value of the field "xsrf", which is the first field of a form with a file. */
function findToken(body: Buffer, contentType = ""): string | null {
  if (!contentType.toLowerCase().startsWith(RECORD_UPLOAD_TYPE))
    return new URLSearchParams(body.toString("utf8")).get("xsrf");
  const start = body.subarray(0, TOKEN_WITHIN_BYTES).toString("latin1");
  return /name="xsrf"\r\n\r\n([\w-]+)\r\n/.exec(start)?.[1] ?? null;
}

/** True if the form, or the header that a script of this site sets, contains the session's token. */
function isFromOwnForm(request: IncomingMessage, body: Buffer, xsrf: string): boolean {
  const token = request.headers["x-xsrf-token"] ?? findToken(body, request.headers["content-type"]);
  return typeof token === "string" && isSameSecret(token, xsrf);
}
