// Hands a request to Remix and finishes what comes back: reads it whole, sets the policy and the cache rule, and keeps the pages that
// their routes declare shared (page-rules.ts). In development Vite compiles the pages on the same port.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { parse as parseCookie } from "cookie";
import type { SiteContext, Theme } from "../../app/context.ts";
import { READER_AMOUNT_DEFAULT, readAmountDigits } from "../../app/wire/reader-amount.ts";
import { isSameSecret } from "../net/constant-time.ts";
import { RECOVERY_POLICY, recoveryPage, saidSameOrigin } from "./form-recovery.ts";
import { readBody } from "./guard.ts";
import { PageCache, type PageCacheOptions } from "./page-cache.ts";
import { createPrintedParts } from "./printed-parts.ts";
import { Refusal } from "./refusal.ts";
import { builtPages, developmentPages, wasServedBy } from "./remix-build.ts";
import { createRenderTurns } from "./render-turns.ts";
import { RenderedPage } from "./rendered-page.ts";
import { createScriptMark, unmarkPage } from "./security-headers.ts";

const SHARED_CACHE_RULE = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400";
/** Pages tell this server for how long they are fresh; it never leaves the process. */
const FRESH_HEADER = "x-fresh-seconds";
const OWN_CACHE_RULE = "private, no-cache";

/** What this file knows of a session: enough to keep its pages private and to ask its forms for their token. */
type AnySession = { xsrf: string; clientId: string; name: string };
/** Reads the session out of a request's cookies, and writes a newer cookie when it is time. Null: nobody signs in here. */
export type SessionKeeper<Session extends AnySession> = {
  read(cookies: string | undefined, isHttps: boolean): Promise<Session | null>;
  renew(session: Session, isHttps: boolean): Promise<string[]>;
};

type PageRequest = {
  signal: AbortSignal;
  requestId: string;
  isHttps: boolean;
  /** Scheme and host that the browser used. */
  origin: string;
  cookies: string | undefined;
  /** Who is at the other end, for limits; empty for a shared page, which is nobody's. */
  address: string;
};
/** What pages.ts adds to a page's context itself. */
type OwnContext =
  | "publicOrigin"
  | "theme"
  | "amount"
  | "requestId"
  | "reportFault"
  | "scriptMark"
  | "signal"
  | "renderTurn"
  | "takeHtml"
  | "printed";

export type PagesOptions<Session extends AnySession> = {
  sessions: SessionKeeper<Session> | null;
  /** The compiled pages, or null to let Vite compile them on request. */
  serverBuildFile: string | null;
  server: Server;
  limits: {
    pageWithinMs: number;
    pageBytes: number;
    formBodyBytes: number;
    formFields: number;
    printedPartChars: number;
  } & Omit<PageCacheOptions, "now" | "isKept">;
  /** Other origins that a form may lead to: the order window's, the sign-in's. */
  formOrigins: readonly string[];
  /** For the one page that is made here: whose site it is, and how it looks. */
  brandName: string;
  styleHref: string | null;
  /** A fault inside a page; the reader got the error page. */
  onFault(fault: unknown, requestId: string): void;
  /** What a page may ask for, beside what this file adds. */
  contextFor(request: PageRequest, session: Session | null): Omit<SiteContext, OwnContext>;
};

/** One request for a page: where it goes, who asks, and what its route declares. */
export type PageVisit<Session extends AnySession = AnySession> = {
  /** Without what the route does not read. */
  address: URL;
  /** The query as the reader sent it. */
  asked: string;
  requestId: string;
  client: string;
  cookies: string | undefined;
  theme: Theme;
  /** The reader's amount in whole rupees. */
  amount: number;
  /** The cookie holds no other amount than everybody's, so caches between here and the reader may hand the page on. */
  isUsualAmount: boolean;
  session: Session | null;
  /** Cookies that the answer sets whatever the page is: a session's renewal. */
  renewed: string[];
  /** Under which a page is kept; null for a page of the reader's own. */
  key: string | null;
  /** The routes that the address matches. */
  routeIds: readonly string[];
};

export type Pages<Session extends AnySession = AnySession> = {
  /** Reads who asks for what. */
  visit(
    request: IncomingMessage,
    at: { address: URL; requestId: string; client: string },
  ): Promise<PageVisit<Session>>;
  /** Answers from what is kept, and says where from; null when it has to be rendered. */
  answerKept(
    request: IncomingMessage,
    response: ServerResponse,
    visit: PageVisit<Session>,
    isOverloaded: boolean,
  ): Promise<"cache" | "stale" | null>;
  /** Renders and answers; the returned word says what was done, for the log. */
  answer(request: IncomingMessage, response: ServerResponse, visit: PageVisit<Session>): Promise<string>;
  /** Renders a page that its route declares shared, for the server's own use; the kept one where there is one. */
  readShared(address: URL): Promise<{ status: number; text: string }>;
  /** How much is kept. */
  kept(): { entries: number; bytes: number };
  close(): Promise<void>;
};

export async function createPages<Session extends AnySession>(
  options: PagesOptions<Session>,
): Promise<Pages<Session>> {
  const mark = createScriptMark();
  const isDevelopment = options.serverBuildFile === null;
  const cache = new PageCache({ ...options.limits, now: () => performance.now(), isKept });
  const turns = createRenderTurns();
  const printed = createPrintedParts(options.limits.printedPartChars);
  const { render, rulesOf, middleware, close } = isDevelopment
    ? await developmentPages(options.server)
    : await builtPages(options.serverBuildFile ?? "");

  async function renderPage(
    webRequest: (gone: AbortSignal) => Request,
    visit: PageVisit<Session>,
    gone: AbortSignal,
  ): Promise<RenderedPage> {
    const { address, requestId, session, theme, amount } = visit;
    const isShared = visit.key !== null;
    // Remix turns an aborted request into a fault, so the page's deadline goes to the provider's calls alone.
    const signal = AbortSignal.any([gone, AbortSignal.timeout(options.limits.pageWithinMs)]);
    const context = options.contextFor(
      {
        signal,
        requestId,
        isHttps: address.protocol === "https:",
        origin: address.origin,
        cookies: isShared ? undefined : visit.cookies,
        address: isShared ? "" : visit.client,
      },
      isShared ? null : session,
    );
    let html: string | null = null;
    const answer = await render(
      webRequest(gone),
      {
        ...(isShared ? withoutReader(context) : context),
        publicOrigin: address.origin,
        theme,
        amount,
        requestId,
        reportFault: (fault) => options.onFault(fault, requestId),
        scriptMark: mark,
        signal,
        renderTurn: () => turns.take(visit.client),
        takeHtml: (rendered) => {
          html = rendered;
        },
        printed,
      },
      visit.routeIds,
    );
    return finish(answer, html, visit, isShared);
  }

  async function finish(
    answer: Response,
    /** The page, which comes beside its answer. */
    html: string | null,
    { theme, isUsualAmount }: PageVisit<Session>,
    isShared: boolean,
  ): Promise<RenderedPage> {
    let body = html === null ? Buffer.from(await answer.arrayBuffer()) : Buffer.from(html);
    if (body.byteLength > options.limits.pageBytes) throw new Error("the page is larger than pages may be");
    const headers: [string, string][] = [...answer.headers.entries()].filter(
      ([name]) => name !== "content-length",
    );
    // A page may say for how long it is fresh; one with prices says a short time, and is never handed out older.
    const freshAt = headers.findIndex(([name]) => name === FRESH_HEADER);
    const freshSeconds = freshAt === -1 ? null : Number(headers.splice(freshAt, 1)[0]?.[1]);
    const ownRuleAt = headers.findIndex(([name]) => name === "cache-control");
    const has = (name: string) => headers.some(([known]) => known === name);
    const isHtml = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
    if (isHtml) {
      const unmarked = unmarkPage(html ?? body.toString("utf8"), mark, isDevelopment, options.formOrigins);
      body = Buffer.from(unmarked.html);
      headers.push(["content-security-policy", unmarked.policy]);
    }
    const maySend = answer.status === 200 && !has("set-cookie") && !isDevelopment && isShared;
    if (ownRuleAt === -1)
      headers.push([
        "cache-control",
        maySend
          ? theme === "system" && isUsualAmount
            ? sharedRule(freshSeconds)
            : OWN_CACHE_RULE
          : "no-store",
      ]);
    // What a route says of sharing holds for shared pages alone.
    else if (!isShared && headers[ownRuleAt]?.[1].startsWith("public"))
      headers[ownRuleAt] = ["cache-control", "no-store"];
    // Pages and their data differ by cookies (scheme, session, language): one reader's must not be handed to another. A shared file with a
    // rule of its own is the same for everybody.
    if (isHtml || ownRuleAt === -1 || !isShared) headers.push(["vary", "Cookie"]);
    return new RenderedPage(
      answer.status,
      headers,
      body,
      freshSeconds === null ? null : freshSeconds * 1_000,
    );
  }

  /** A page that several readers wait for is not given up because one of them leaves, and knows nothing of any of them. */
  function renderShared(
    request: Pick<IncomingMessage, "headers">,
    visit: PageVisit<Session>,
  ): () => Promise<RenderedPage> {
    const { accept = "*/*" } = request.headers;
    const headers = { host: visit.address.host, accept };
    return () =>
      renderPage(
        (signal) => new Request(visit.address, { headers, signal }),
        visit,
        new AbortController().signal,
      );
  }

  /** For a form whose token is not this session's: 403, with what was typed. */
  function giveBack(request: IncomingMessage, visit: PageVisit<Session>, session: Session, body: Buffer) {
    const { address } = visit;
    const html = recoveryPage({
      action: `${address.pathname}${address.search}`,
      fields: new URLSearchParams(body.toString("utf8")),
      xsrf: saidSameOrigin(request, address.origin) ? session.xsrf : null,
      who: session,
      brandName: options.brandName,
      styleHref: options.styleHref,
    });
    return new RenderedPage(
      403,
      [
        ["content-type", "text/html; charset=utf-8"],
        ["cache-control", "no-store"],
        ["content-security-policy", RECOVERY_POLICY],
      ],
      Buffer.from(html),
    );
  }

  /** Reads who asks for what. */
  async function visitOf(
    request: Pick<IncomingMessage, "headers" | "method">,
    at: { address: URL; requestId: string; client: string },
  ): Promise<PageVisit<Session>> {
    const { cookie: cookies } = request.headers;
    const isHttps = at.address.protocol === "https:";
    const isRead = request.method === "GET" || request.method === "HEAD";
    const rules = await rulesOf(at.address);
    const session = (await options.sessions?.read(cookies, isHttps)) ?? null;
    const theme = readTheme(cookies);
    const chosenAmount = readAmountDigits(readChoice(cookies, "amount"));
    const amount =
      readAmountDigits(rules.address.searchParams.get("amount")) ?? chosenAmount ?? READER_AMOUNT_DEFAULT;
    const isShared =
      isRead &&
      !isDevelopment &&
      rules.isShared &&
      session === null &&
      !hasCookie(cookies, rules.exceptCookies);
    return {
      ...at,
      address: rules.address,
      asked: at.address.search,
      cookies,
      theme,
      amount,
      isUsualAmount: (chosenAmount ?? READER_AMOUNT_DEFAULT) === READER_AMOUNT_DEFAULT,
      session,
      renewed: session === null ? [] : ((await options.sessions?.renew(session, isHttps)) ?? []),
      key: isShared ? `${theme} ${amount} ${rules.address.href}` : null,
      routeIds: rules.ids,
    };
  }

  return {
    visit: visitOf,

    async readShared(address) {
      const request = { method: "GET", headers: {} };
      const found = await visitOf(request, { address, requestId: "own", client: "" });
      const visit = { ...found, key: found.key ?? found.address.href };
      const render = renderShared(request, visit);
      const kept = cache.find(visit.key, render, false);
      const page = kept === null ? await cache.render(visit.key, render) : kept.page;
      return { status: page.status, text: page.body.toString("utf8") };
    },

    async answerKept(request, response, visit, isOverloaded) {
      if (visit.key === null) return null;
      const found = cache.find(visit.key, renderShared(request, visit), isOverloaded);
      if (found === null) return null;
      await found.page.send(request, response);
      return found.from;
    },

    async answer(request, response, visit) {
      if (middleware !== null && (await wasServedBy(middleware, request, response))) return "vite";
      for (const cookie of visit.renewed) response.appendHeader("Set-Cookie", cookie);
      if (visit.key !== null) {
        const page = await cache.render(visit.key, renderShared(request, visit));
        await withAskedQuery(page, visit.asked).send(request, response);
        return "render";
      }
      const gone = new AbortController();
      response.on("close", () => {
        if (!response.writableFinished) gone.abort();
      });
      const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
      const headers = webHeaders(request);
      const body = method === "GET" ? null : await readBody(request, options.limits);
      if (body !== null && visit.session !== null && !isFromOwnForm(request, body, visit.session.xsrf)) {
        await giveBack(request, visit, visit.session, body).send(request, response);
        return "form given back";
      }
      const page = await renderPage(
        (signal) =>
          new Request(visit.address, {
            method,
            headers,
            signal,
            ...(body === null ? {} : { body: new Uint8Array(body) }),
          }),
        visit,
        gone.signal,
      );
      await (body === null ? withAskedQuery(page, visit.asked) : page).send(request, response);
      return body === null ? "render" : "action";
    },
    kept: () => cache.size(),
    close,
  };
}

/**
 * What belongs to a reader is not there for a page that is sent to everybody: asking for it is a fault of the route, which then must not
 * declare itself shared.
 */
function withoutReader<Context extends Omit<SiteContext, OwnContext>>(context: Context): Context {
  // Whether there is such a service is the same for everybody; using it is not.
  const unusable = <Service extends object>(service: Service | null, what: string): Service | null => {
    const refuse = () => {
      throw new Error(`a shared page asked for ${what}; its route must not be shared`);
    };
    return service === null
      ? null
      : (Object.fromEntries(Object.keys(service).map((name) => [name, refuse])) as Service);
  };
  return {
    ...context,
    session: null,
    account: null,
    signIn: unusable(context.signIn, "sign-in"),
    // A reader without a conversation has an empty one; who has one is an exception of the route.
    chat: context.chat === null ? null : { ...unusable(context.chat, "the chat"), read: async () => null },
    enquiries: unusable(context.enquiries, "enquiries"),
  } as Context;
}

function sharedRule(freshSeconds: number | null): string {
  return freshSeconds === null
    ? SHARED_CACHE_RULE
    : `public, max-age=0, s-maxage=${freshSeconds}, stale-if-error=60`;
}

/** A page that has moved for good takes along what its old address was asked with. */
function withAskedQuery(page: RenderedPage, asked: string): RenderedPage {
  const location = page.headers.find(([name]) => name === "location")?.[1];
  if (page.status !== 301 || asked === "" || location === undefined || location.includes("?")) return page;
  const headers = page.headers.map(([name, value]): [string, string] =>
    name === "location" ? [name, `${value}${asked}`] : [name, value],
  );
  return new RenderedPage(page.status, headers, page.body, null);
}

function isKept(page: RenderedPage): boolean {
  const rule = page.headers.find(([name]) => name === "cache-control")?.[1] ?? "";
  const isOurs = rule.startsWith("public") || rule === OWN_CACHE_RULE;
  return page.status === 200 && isOurs && !page.headers.some(([name]) => name === "set-cookie");
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

/** The colour scheme that a reader has chosen. */
export function readTheme(header: string | undefined): Theme {
  const value = readChoice(header, "theme");
  return value === "dark" || value === "light" ? value : "system";
}

/** A choice that a page of ours has kept (app/http/choice-cookie.ts), as it is called on https or on plain http. */
function readChoice(header: string | undefined, name: string): string | undefined {
  const all = parseCookie(header ?? "");
  return all[`__Host-${name}`] ?? all[name];
}

/** Whether one of these is among the cookies, under its own name or as it is called on an https origin. */
function hasCookie(cookies: string | undefined, names: readonly string[]): boolean {
  if (names.length === 0 || cookies === undefined) return false;
  const all = parseCookie(cookies);
  return names.some((name) => all[name] !== undefined || all[`__Host-${name}`] !== undefined);
}

/** The token of the session comes back in the form, or in the header that a script would set. */
function isFromOwnForm(request: IncomingMessage, body: Buffer, xsrf: string): boolean {
  const sent = request.headers["x-xsrf-token"] ?? new URLSearchParams(body.toString("utf8")).get("xsrf");
  return typeof sent === "string" && isSameSecret(sent, xsrf);
}
