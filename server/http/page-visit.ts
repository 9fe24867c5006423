// One request for a page as the rest of the server sees it: who asks, what he chose, what the route declares, and under which key a page
// that is the same for others is kept.
import type { IncomingMessage } from "node:http";
import { parse as parseCookie } from "cookie";
import type { Theme } from "../../app/context.ts";
import type { PageHandle } from "../../app/wire/page-handle.ts";
import { READER_AMOUNT_DEFAULT, readAmountDigits } from "../../app/wire/reader-amount.ts";
import { asksForData, type PageRules } from "./page-rules.ts";

/** What pages need of a session: enough to keep its pages private and to ask its forms for their token. */
export type AnySession = { xsrf: string; clientId: string; name: string };
/** Reads the session out of a request's cookies, and writes a newer cookie when it is time. Null: nobody signs in here. */
export type SessionKeeper<Session extends AnySession> = {
  read(cookies: string | undefined, isHttps: boolean): Promise<Session | null>;
  renew(session: Session, isHttps: boolean): Promise<string[]>;
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
  /** What the reader has chosen of what the page is kept by: a cookie header, empty where he has chosen nothing. */
  keptBy: string;
  /** Under which a page is kept; null for a page of the reader's own. */
  key: string | null;
  /** Under which the page of everybody who is signed in is kept with its places open (reader-pages.ts); null where there is none. */
  openKey: string | null;
  /** The routes that the address matches. */
  routeIds: readonly string[];
  /** What the page says of itself. */
  handle: PageHandle;
};

type VisitOptions<Session extends AnySession> = {
  sessions: SessionKeeper<Session> | null;
  rulesOf(address: URL): PageRules | Promise<PageRules>;
  isDevelopment: boolean;
};

/** Reads who asks for what: what the reader chose, whether he is signed in, and whether the page may be kept for others. */
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
  const isKept = isRead && !isDevelopment && rules.isShared && !hasCookie(cookies, rules.exceptCookies);
  const keptBy = chosenOf(cookies, rules.byCookies);
  const key = `${theme} ${amount} ${keptBy} ${rules.address.href}`;
  return {
    ...at,
    address: rules.address,
    asked: at.address.search,
    cookies,
    theme,
    amount,
    isUsualAmount: (chosenAmount ?? READER_AMOUNT_DEFAULT) === READER_AMOUNT_DEFAULT,
    session,
    keptBy,
    renewed: session === null ? [] : ((await sessions?.renew(session, isHttps)) ?? []),
    key: isKept && session === null ? key : null,
    openKey: isKept && session !== null && !asksForData(rules.address) ? `signed in ${key}` : null,
    routeIds: rules.ids,
    handle: rules.handle,
  };
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

/** What of these cookies holds one of its values, under their own names. */
function chosenOf(header: string | undefined, named: PageRules["byCookies"]): string {
  return Object.entries(named)
    .flatMap(([name, values]) => {
      const value = readChoice(header, name);
      return value !== undefined && values.includes(value) ? [`${name}=${value}`] : [];
    })
    .join("; ");
}
