// Hands a request to Remix and finishes what comes back: reads it whole, sets the policy and the cache rule, and keeps
// public pages. In development Vite compiles the pages on the same port.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import { parse as parseCookie } from "cookie";
import type { SiteContext, Theme } from "../../app/context.ts";
import { isSameSecret } from "../net/constant-time.ts";
import { readBody } from "./guard.ts";
import { PageCache, type PageCacheOptions } from "./page-cache.ts";
import { Refusal } from "./refusal.ts";
import { RenderedPage } from "./rendered-page.ts";
import { createScriptMark, unmarkPage } from "./security-headers.ts";

const SHARED_CACHE_RULE = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400";
/** Pages tell this server for how long they are fresh; it never leaves the process. */
const FRESH_HEADER = "x-fresh-seconds";
const OWN_CACHE_RULE = "private, no-cache";

/** What this file knows of a session: enough to keep its pages private and to ask its forms for their token. */
type AnySession = { xsrf: string };
/** Reads the session out of a request's cookies, and writes a newer cookie when it is time. Null: nobody signs in here. */
export type SessionKeeper<Session extends AnySession> = {
  read(cookies: string | undefined, isHttps: boolean): Promise<Session | null>;
  renew(session: Session, isHttps: boolean): Promise<string[]>;
};

export type PagesOptions<Session extends AnySession> = {
  sessions: SessionKeeper<Session> | null;
  /** The compiled pages, or null to let Vite compile them on request. */
  serverBuildFile: string | null;
  server: Server;
  limits: { pageWithinMs: number; pageBytes: number; formBodyBytes: number; formFields: number } & Omit<
    PageCacheOptions,
    "now"
  >;
  /** Other origins that a form may lead to: the order window's, the sign-in's. */
  formOrigins: readonly string[];
  /** A fault inside a page; the reader got the error page. */
  onFault(fault: unknown, requestId: string): void;
  /** What a page may ask for, beside what this file adds. */
  contextFor(
    request: {
      signal: AbortSignal;
      requestId: string;
      isHttps: boolean;
      /** Scheme and host that the browser used. */
      origin: string;
      cookies: string | undefined;
      /** Who is at the other end, for limits. */
      address: string;
    },
    session: Session | null,
  ): Omit<SiteContext, "publicOrigin" | "theme" | "requestId" | "reportFault" | "scriptMark" | "signal">;
};

export type Pages = {
  /** Answers; the returned word says where the page came from, for the log. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    at: { address: URL; requestId: string; client: string },
  ): Promise<string>;
  close(): Promise<void>;
};

type Render = (request: Request, context: AppLoadContext) => Promise<Response>;
type ViteMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (fault?: unknown) => void,
) => void;

export async function createPages<Session extends AnySession>(
  options: PagesOptions<Session>,
): Promise<Pages> {
  const mark = createScriptMark();
  const isDevelopment = options.serverBuildFile === null;
  const cache = new PageCache({ ...options.limits, now: () => performance.now() });
  const { render, middleware, close } = isDevelopment
    ? await developmentRender(options.server)
    : await builtRender(options.serverBuildFile ?? "");

  async function renderPage(
    webRequest: (gone: AbortSignal) => Request,
    at: {
      address: URL;
      requestId: string;
      client: string;
      theme: Theme;
      gone: AbortSignal;
      session: Session | null;
      cookies: string | undefined;
    },
  ): Promise<RenderedPage> {
    // Remix turns an aborted request into a fault, so the page's deadline goes to the provider's calls alone.
    const signal = AbortSignal.any([at.gone, AbortSignal.timeout(options.limits.pageWithinMs)]);
    const answer = await render(webRequest(at.gone), {
      ...options.contextFor(
        {
          signal,
          requestId: at.requestId,
          isHttps: at.address.protocol === "https:",
          origin: at.address.origin,
          cookies: at.cookies,
          address: at.client,
        },
        at.session,
      ),
      publicOrigin: at.address.origin,
      theme: at.theme,
      requestId: at.requestId,
      reportFault: (fault) => options.onFault(fault, at.requestId),
      scriptMark: mark,
      signal,
    });
    return finish(answer, at.theme, at.session !== null || isOwn(at.cookies, at.address.pathname));
  }

  async function finish(answer: Response, theme: Theme, isPrivate: boolean): Promise<RenderedPage> {
    let body = Buffer.from(await answer.arrayBuffer());
    if (body.byteLength > options.limits.pageBytes) throw new Error("the page is larger than pages may be");
    const headers: [string, string][] = [...answer.headers.entries()].filter(
      ([name]) => name !== "content-length",
    );
    // A page may say for how long it is fresh; one with prices says a short time, and is never handed out older.
    const freshAt = headers.findIndex(([name]) => name === FRESH_HEADER);
    const freshSeconds = freshAt === -1 ? null : Number(headers.splice(freshAt, 1)[0]?.[1]);
    const has = (name: string) => headers.some(([known]) => known === name);
    const isHtml = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
    if (isHtml) {
      const unmarked = unmarkPage(body.toString("utf8"), mark, isDevelopment, options.formOrigins);
      body = Buffer.from(unmarked.html);
      headers.push(["content-security-policy", unmarked.policy]);
    }
    if (!has("cache-control")) {
      const isShared = answer.status === 200 && !has("set-cookie") && !isDevelopment && !isPrivate;
      headers.push([
        "cache-control",
        isShared ? (theme === "system" ? sharedRule(freshSeconds) : OWN_CACHE_RULE) : "no-store",
      ]);
    }
    // The page differs by the theme cookie: a shared cache must not hand one reader's choice to another.
    if (isHtml) headers.push(["vary", "Cookie"]);
    return new RenderedPage(
      answer.status,
      headers,
      body,
      freshSeconds === null ? null : freshSeconds * 1_000,
    );
  }

  return {
    async handle(request, response, at) {
      if (middleware !== null && (await wasServedBy(middleware, request, response))) return "vite";
      const { cookie: cookies } = request.headers;
      const theme = readTheme(cookies);
      const isHttps = at.address.protocol === "https:";
      const session = (await options.sessions?.read(cookies, isHttps)) ?? null;
      const renewed = session === null ? [] : ((await options.sessions?.renew(session, isHttps)) ?? []);
      for (const cookie of renewed) response.appendHeader("Set-Cookie", cookie);
      const who = { session, cookies };
      const gone = new AbortController();
      response.on("close", () => {
        if (!response.writableFinished) gone.abort();
      });
      const method = request.method ?? "GET";
      const headers = webHeaders(request);
      const target = at.address.href;

      if (method === "GET" || method === "HEAD") {
        const build = (signal: AbortSignal) => new Request(target, { method: "GET", headers, signal });
        const isCacheable = !isDevelopment && session === null && !isOwn(cookies, at.address.pathname);
        if (!isCacheable) {
          const page = await renderPage(build, { ...at, ...who, theme, gone: gone.signal });
          await page.send(request, response);
          return "render";
        }
        // A page that several readers wait for is not given up because one of them leaves.
        const found = await cache.get(
          `${theme} ${target}`,
          () => renderPage(build, { ...at, ...who, theme, gone: new AbortController().signal }),
          isKept,
        );
        await found.page.send(request, response);
        return found.from;
      }

      const body = await readBody(request, options.limits);
      if (session !== null && !isFromOwnForm(request, body, session.xsrf))
        throw new Refusal(
          403,
          "This form was made for another sign-in. Open the page again and send it once more.",
        );
      const page = await renderPage(
        (signal) => new Request(target, { method, headers, body: new Uint8Array(body), signal }),
        { ...at, ...who, theme, gone: gone.signal },
      );
      await page.send(request, response);
      return "action";
    },
    close,
  };
}

function sharedRule(freshSeconds: number | null): string {
  return freshSeconds === null
    ? SHARED_CACHE_RULE
    : `public, max-age=0, s-maxage=${freshSeconds}, stale-if-error=60`;
}

function isKept(page: RenderedPage): boolean {
  const rule = page.headers.find(([name]) => name === "cache-control")?.[1] ?? "";
  const isOurs = rule.startsWith("public") || rule === OWN_CACHE_RULE;
  return page.status === 200 && isOurs && !page.headers.some(([name]) => name === "set-cookie");
}

async function builtRender(
  file: string,
): Promise<{ render: Render; middleware: null; close: () => Promise<void> }> {
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  return { render: createRequestHandler(build, "production"), middleware: null, close: async () => {} };
}

async function developmentRender(server: Server) {
  const { createServer } = await import("vite");
  const vite = await createServer({
    configFile: "remix.config.js",
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  const render: Render = async (request, context) => {
    const build = (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
    return createRequestHandler(build, "development")(request, context);
  };
  return { render, middleware: vite.middlewares as ViteMiddleware, close: () => vite.close() };
}

function wasServedBy(
  middleware: ViteMiddleware,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once("close", () => resolve(true));
    middleware(request, response, (fault) => (fault === undefined ? resolve(false) : reject(fault)));
  });
}

/** The platform's Headers, from Node's raw pairs, so that repeated ones stay repeated. */
function webHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? "";
    const value = request.rawHeaders[index + 1] ?? "";
    if (name.startsWith(":")) continue;
    try {
      headers.append(name, value);
    } catch {
      throw new Refusal(400, "A request header is malformed.");
    }
  }
  return headers;
}

const THEME_COOKIES = ["__Host-theme", "theme"];
function readTheme(header: string | undefined): Theme {
  const all = parseCookie(header ?? "");
  const value = THEME_COOKIES.map((name) => all[name]).find((found) => found !== undefined);
  return value === "dark" || value === "light" ? value : "system";
}

/** Pages that hand out cookies of their own, or show this browser's conversation. */
function isOwn(cookies: string | undefined, pathname: string): boolean {
  if (["/login", "/logout", "/auth/callback"].includes(pathname)) return true;
  const all = parseCookie(cookies ?? "");
  // A chosen language changes the documentation's samples.
  if (pathname.startsWith("/docs/v2/")) return all["docs-language"] !== undefined;
  return pathname === "/support" && (all.chat !== undefined || all["__Host-chat"] !== undefined);
}

/** The token of the session comes back in the form, or in the header that a script would set. */
function isFromOwnForm(request: IncomingMessage, body: Buffer, xsrf: string): boolean {
  const sent = request.headers["x-xsrf-token"] ?? new URLSearchParams(body.toString("utf8")).get("xsrf");
  return typeof sent === "string" && isSameSecret(sent, xsrf);
}
