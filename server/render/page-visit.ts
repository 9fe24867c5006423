// Reads the request for a page: the reader, the reader's choices, the route's declarations, and the cache key of a shared page.
import type { IncomingMessage } from "node:http";
import { parse as parseCookie } from "cookie";
import type { Theme } from "../../app/context.ts";
import type { PageHandle } from "../../app/contract/site/page-handle.ts";
import { READER_AMOUNT_DEFAULT, readAmountDigits } from "../../app/domain/reader-amount.ts";
import { asksForData, type PageRules } from "./page-rules.ts";

/** What pages need of a session: enough to keep its pages private and to ask its forms for their token. */
export type AnySession = { xsrf: string; clientId: string; name: string };
/** Reads the session out of a request's cookies, and writes a newer cookie when it is time. Null: nobody signs in here. */
export type SessionKeeper<Session extends AnySession> = {
  read(cookies: string | undefined, isHttps: boolean): Promise<Session | null>;
  renew(session: Session, isHttps: boolean): Promise<string[]>;
};

/** One request for a page: its address, reader and route declarations. */
export type PageVisit<Session extends AnySession = AnySession> = {
  /** The address without parameters that the route does not read. */
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
  /** Cookies that every answer sets, such as a renewed session. */
  renewed: string[];
  /** The reader's choices that select a variant of the page, as a cookie header; empty without any. */
  storedBy: string;
  /** Cache key; null for a page of one reader. */
  key: string | null;
  /** Cache key of the page that all signed-in readers share, with open placeholders (reader-pages.ts); null without one. */
  openKey: string | null;
  /** The routes that the address matches. */
  routeIds: readonly string[];
  /** The page's own declarations (`handle`). */
  handle: PageHandle;
};

type VisitOptions<Session extends AnySession> = {
  sessions: SessionKeeper<Session> | null;
  rulesOf(address: URL): PageRules | Promise<PageRules>;
  isDevelopment: boolean;
};

/** Reads the reader, the reader's choices, the session and whether the page may be cached for others. */
export async function readVisit<Session extends AnySession>(
  { sessions, rulesOf, isDevelopment }: VisitOptions<Session>,
  request: Pick<IncomingMessage, "headers" | "method">,
  at: { address: URL; requestId: string; client: string },
): Promise<PageVisit<Session>> {
  const { cookie: cookies } = request.headers;
  const isHttps = at.address.protocol === "https:";
  const isRead = request.method === "GET" || request.method === "HEAD";
  const rules = await rulesOf(at.address);
  const session = (await sessions?.read(cookies, isHttps)) ?? null;
  const theme = readTheme(cookies);
  const chosenAmount = readAmountDigits(readChoice(cookies, "amount"));
  const amount =
    readAmountDigits(rules.address.searchParams.get("amount")) ?? chosenAmount ?? READER_AMOUNT_DEFAULT;
  const isCacheable = isRead && !isDevelopment && rules.isShared && !hasCookie(cookies, rules.exceptCookies);
  const storedBy = chosenOf(cookies, rules.byCookies);
  const key = `${theme} ${amount} ${storedBy} ${rules.address.href}`;
  return {
    ...at,
    address: rules.address,
    asked: at.address.search,
    cookies,
    theme,
    amount,
    isUsualAmount: (chosenAmount ?? READER_AMOUNT_DEFAULT) === READER_AMOUNT_DEFAULT,
    session,
    storedBy,
    renewed: session === null ? [] : ((await sessions?.renew(session, isHttps)) ?? []),
    key: isCacheable && session === null ? key : null,
    openKey: isCacheable && session !== null && !asksForData(rules.address) ? `signed in ${key}` : null,
    routeIds: rules.ids,
    handle: rules.handle,
  };
}

/** The colour scheme that a reader has chosen. */
export function readTheme(header: string | undefined): Theme {
  const value = readChoice(header, "theme");
  return value === "dark" || value === "light" ? value : "system";
}

/** A stored choice (app/http/choice-cookie.ts), under its name on https or on plain http. */
function readChoice(header: string | undefined, name: string): string | undefined {
  const all = parseCookie(header ?? "");
  return all[`__Host-${name}`] ?? all[name];
}

/** Whether one of these cookies is present, under its own name or its name on https. */
function hasCookie(cookies: string | undefined, names: readonly string[]): boolean {
  if (names.length === 0 || cookies === undefined) return false;
  const all = parseCookie(cookies);
  return names.some((name) => all[name] !== undefined || all[`__Host-${name}`] !== undefined);
}

/** The cookies among these that have one of the listed values, as a cookie header. */
function chosenOf(header: string | undefined, named: PageRules["byCookies"]): string {
  return Object.entries(named)
    .flatMap(([name, values]) => {
      const value = readChoice(header, name);
      return value !== undefined && values.includes(value) ? [`${name}=${value}`] : [];
    })
    .join("; ");
}
