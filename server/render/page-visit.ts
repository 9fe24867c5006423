// Reads the request for a page: the user and their choices, the route's declarations, and the cache key of a shared
// page.
import type { IncomingMessage } from "node:http";
import { parse as parseCookie } from "cookie";
import type { Theme } from "../../app/context.ts";
import type { PageHandle } from "../../app/contract/site/page-handle.ts";
import { RELOAD_HEADER } from "../../app/contract/site/reload-header.ts";
import { readAddressAmount, readAmountDigits } from "../../app/domain/reader-amount.ts";
import { isDataRequest, type PageRules } from "./page-rules.ts";

/** Session fields that pages need: to decide about caching, and to check the form token. */
export type AnySession = { xsrf: string; clientId: string; name: string };
/** Reads the session from a request's cookies, and renews the cookie when due. Null if sign-in is not configured. */
export type SessionKeeper<Session extends AnySession> = {
  read(cookies: string | undefined, isHttps: boolean): Promise<Session | null>;
  renew(session: Session, isHttps: boolean): Promise<string[]>;
};

/** A request for a page: its address, its user, and the declarations of its route. */
export type PageVisit<Session extends AnySession = AnySession> = {
  /** The address without parameters that no route declares. */
  address: URL;
  /** Query string of the request, unchanged. */
  search: string;
  requestId: string;
  client: string;
  cookies: string | undefined;
  theme: Theme;
  /** The user's amount in whole rupees. */
  amount: number;
  /** True if the user has the default amount, so that shared caches may store the page. */
  isUsualAmount: boolean;
  session: Session | null;
  /** Set-Cookie headers for every response, such as those of a renewed session. */
  renewed: string[];
  /** Cookies that select a variant of the page, as a Cookie header; empty if there are none. */
  variantCookies: string;
  /** Cache key; null for a page that is not shared. */
  key: string | null;
  /**
   * Cache key of the page with placeholders that all signed-in users share (filled-pages.ts); null if there is none.
   */
  filledPageKey: string | null;
  /** Declarations (`handle`) of the page's route. */
  handle: PageHandle;
};

type VisitOptions<Session extends AnySession> = {
  sessions: SessionKeeper<Session> | null;
  rulesOf(address: URL): PageRules | Promise<PageRules>;
  isDevelopment: boolean;
  /** Returns the amount in whole rupees for users who chose none. */
  defaultAmount: () => number;
};
type Cookies = Record<string, string | undefined>;
const NO_COOKIES: Cookies = {};

/** Reads the user's session and choices, and determines whether the page may be cached for other users. */
export async function readVisit<Session extends AnySession>(
  { sessions, rulesOf, isDevelopment, defaultAmount }: VisitOptions<Session>,
  request: Pick<IncomingMessage, "headers" | "method">,
  at: { address: URL; requestId: string; client: string },
): Promise<PageVisit<Session>> {
  const header = request.headers.cookie;
  const cookies = readCookies(header);
  const isHttps = at.address.protocol === "https:";
  const isRead = request.method === "GET" || request.method === "HEAD";
  const rules = await rulesOf(at.address);
  const session = header === undefined ? null : ((await sessions?.read(header, isHttps)) ?? null);
  // Reloads of lists by a page's script are not user activity, so they do not prolong the session.
  const isReload = isRead && request.headers[RELOAD_HEADER] !== undefined;
  const theme = parseTheme(cookies);
  const { search, searchParams } = rules.address;
  const chosenAmount = readAmountDigits(readChoice(cookies, "amount")) ?? defaultAmount();
  const isAddressRead = search !== "" && rules.handle.hasOwnAmount !== true;
  const amount = (isAddressRead ? readAddressAmount(searchParams.get("amount")) : null) ?? chosenAmount;
  const isExcepted = rules.exceptCookies.some((name) => readChoice(cookies, name) !== undefined);
  const isCacheable = isRead && !isDevelopment && rules.isShared && !isExcepted;
  const storedBy = allowedCookies(cookies, rules.byCookies);
  const key = `${theme} ${amount} ${storedBy} ${rules.address.href}`;
  return {
    ...at,
    address: rules.address,
    search: at.address.search,
    cookies: header,
    theme,
    amount,
    isUsualAmount: chosenAmount === defaultAmount(),
    session,
    variantCookies: storedBy,
    renewed: session === null || isReload ? [] : ((await sessions?.renew(session, isHttps)) ?? []),
    key: isCacheable && session === null ? key : null,
    filledPageKey:
      isCacheable && session !== null && !isDataRequest(rules.address) ? `signed in ${key}` : null,
    handle: rules.handle,
  };
}

/** Returns the colour scheme from the Cookie header. */
export function readTheme(header: string | undefined): Theme {
  return parseTheme(readCookies(header));
}

function readCookies(header: string | undefined): Cookies {
  return header === undefined ? NO_COOKIES : parseCookie(header);
}

function parseTheme(cookies: Cookies): Theme {
  const value = readChoice(cookies, "theme");
  return value === "dark" || value === "light" ? value : "system";
}

/** Returns the value of a choice's cookie (app/http/choice-cookie.ts), whose name differs between https and http. */
function readChoice(cookies: Cookies, name: string): string | undefined {
  return cookies[`__Host-${name}`] ?? cookies[name];
}

/** Returns a Cookie header with the cookies that have an allowed value. */
function allowedCookies(cookies: Cookies, named: PageRules["byCookies"]): string {
  return Object.entries(named)
    .flatMap(([name, values]) => {
      const value = readChoice(cookies, name);
      return value !== undefined && values.includes(value) ? [`${name}=${value}`] : [];
    })
    .join("; ");
}
