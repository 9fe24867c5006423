// Shared by the portal's pages and forms: the signed-in account, messages that are shown once, confirmation by PIN and
// TOTP, and forms that take effect only once.
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { LRUCache } from "lru-cache";
import { portalText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { sha256 } from "../../../crypto/sha256.ts";
import { entriesUpTo } from "../../../rate-limits/entries-up-to.ts";
import { type ApiAccount, findAccount } from "../../accounts/api-accounts.ts";
import { tryCodes } from "../../accounts/consents.ts";
import {
  beginPortalSession,
  endPortalSession,
  findPortalSession,
  PORTAL_SESSION_FOR_MS,
  type PortalSession,
  releasePortalSession,
} from "../../accounts/portal-sessions.ts";
import { findToken } from "../../accounts/tokens.ts";
import type { Broker } from "../../broker/broker.ts";
import type { FeedServer } from "../../exchange/feeds/feed-server.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { readClientAddress, waitText } from "../login/login.ts";
import { readSiteFrame } from "../page-frame.ts";
import { type Fields, prefersJson, readForm } from "../read-form.ts";
import { refuseCall } from "../refuse-call.ts";
import type { Postbacks } from "../trading-api/postbacks.ts";
import type { TradingApi } from "../trading-api/trading-api.ts";
import type { HandOvers } from "./hand-overs.ts";
import type { PortalPage } from "./portal-frame.ts";
import { type Welcome, welcomePage } from "./welcome-page.ts";

export const HOME = "/sandbox/portal";
const COOKIE = "sandbox-portal";
/** Lifetime of a message or secret that is displayed once. */
const ONE_TIME_MESSAGE_MS = 5 * 60_000;
const ONE_TIME_MESSAGES_MAX = 1_000;
/** The result of a form is cached for this long, so that a double click on its button has no further effect. */
const FORM_RESULT_MS = 10 * 60_000;
const FORM_RESULTS_MAX = 5_000;
/** After a sign-in with PIN and TOTP, or the creation of the account, actions require no codes for this long. */
const CONFIRMED_FOR_MS = 15 * 60_000;

export type PortalOptions = {
  db: SandboxDatabase;
  broker: Broker;
  api: TradingApi;
  postbacks: Postbacks;
  handOvers: HandOvers;
  feeds: Pick<FeedServer, "feedUseOf">;
  allowsPrivatePostbacks: boolean;
  /** Maximum number of accounts that one address may create per hour. */
  accountsPerHour: number;
  /** Days without use after which an account expires. */
  unusedDays: number;
};

/** Message and secrets that the next page shows once. */
export type OneTimeMessage = { words: string; secrets?: readonly (readonly [name: string, value: string])[] };
/** Result of a form: the address to redirect to, or a page with the form and its error. */
export type Outcome =
  | { to: string; shown?: OneTimeMessage }
  | { page: Parameters<Context["html"]>[0]; status: 401 | 409 | 422 | 429; retryAfterS?: number };
/** A form of a signed-in account. `page` is the frame of the page that shows a rejected form again. */
export type Submission = {
  own: PortalContext;
  account: ApiAccount;
  fields: Fields;
  context: Context;
  page: PortalPage;
};
export type PortalForm = (submission: Submission) => Promise<Outcome> | Outcome;
/** Error of a confirmation by PIN and TOTP, for the form that sent the codes. */
export type RefusedCodes = { fault: string; status: 401 | 422 | 429; retryAfterS?: number };

export class PortalContext {
  readonly options: PortalOptions;
  readonly #oneTimeMessages = new LRUCache<string, OneTimeMessage>({
    max: ONE_TIME_MESSAGES_MAX,
    ttl: ONE_TIME_MESSAGE_MS,
  });
  readonly #formResults = new LRUCache<string, Promise<unknown>>({
    ...entriesUpTo(FORM_RESULTS_MAX),
    ttl: FORM_RESULT_MS,
  });

  constructor(options: PortalOptions) {
    this.options = options;
  }

  now(): number {
    return this.options.broker.now();
  }

  /**
   * Returns the signed-in account. Programs may send the account's API token in `access-token` instead of the cookie,
   * except in a POST.
   */
  account(context: Context): ApiAccount | undefined {
    const { db } = this.options;
    const token = context.req.method === "POST" ? undefined : context.req.header("access-token");
    if (token !== undefined) {
      const found = findToken(db, token, this.now());
      return found?.kind === "api_token" ? findAccount(db, found.clientId) : undefined;
    }
    const session = this.session(context);
    return session === null ? undefined : findAccount(db, session.clientId);
  }

  session(context: Context): PortalSession | null {
    const key = this.key(context);
    return key === undefined ? null : findPortalSession(this.options.db, key, this.now());
  }

  /** True if PIN and TOTP, or creating the account, opened the session within the last 15 minutes. */
  isRecentlyConfirmed(context: Context): boolean {
    const session = this.session(context);
    return session !== null && session.tokenId === null && this.now() - session.createdAt < CONFIRMED_FOR_MS;
  }

  /**
   * Checks the PIN and TOTP code in a form of the signed-in account, with the same limits as a sign-in. Returns null if
   * both are right. The form contains the action and its codes, so the codes confirm only this action.
   */
  async confirm({ account, fields, context }: Submission): Promise<RefusedCodes | null> {
    const { db } = this.options;
    const { pin = "", totp = "" } = fields;
    if (!/^\d{6}$/.test(pin) || !/^\d{6}$/.test(totp)) return { fault: text.enterCodes, status: 422 };
    const attempt = { clientId: account.id, address: readClientAddress(context), codes: { pin, totp } };
    const result = await tryCodes(db, attempt, this.now());
    if (result.kind === "wait")
      return { fault: waitText(result.seconds), status: 429, retryAfterS: result.seconds };
    if (result.kind !== "ok")
      return {
        fault: text.wrongCodes,
        status: 401,
      };
    const key = this.key(context);
    // The confirmed action may revoke the token that opened this session. The session continues, because the user has
    // entered PIN and TOTP.
    if (key !== undefined) releasePortalSession(db, key);
    return null;
  }

  /** Returns the key of this browser's session. */
  key(context: Context): string | undefined {
    return getCookie(context, COOKIE);
  }

  /**
   * Starts a session and sets its cookie. `tokenId` is the id of the access token that opened the session; null for PIN
   * and TOTP or a new account.
   */
  signIn(context: Context, clientId: string, tokenId: string | null): string {
    const key = beginPortalSession(this.options.db, { clientId, tokenId }, this.now());
    this.giveCookie(context, key);
    return key;
  }

  giveCookie(context: Context, key: string): void {
    setCookie(context, COOKIE, key, {
      path: HOME,
      httpOnly: true,
      sameSite: "Strict",
      secure: (context.req.header("x-public-origin") ?? "").startsWith("https:"),
      maxAge: PORTAL_SESSION_FOR_MS / 1_000,
    });
  }

  signOut(context: Context): void {
    const key = this.key(context);
    if (key !== undefined) endPortalSession(this.options.db, key);
    deleteCookie(context, COOKIE, { path: HOME });
  }

  /** Stores the message for the next page of this session. */
  showOnce(key: string, message: OneTimeMessage): void {
    this.#oneTimeMessages.set(sha256(key), message);
  }

  takeOneTimeMessage(context: Context): OneTimeMessage | null {
    const key = this.key(context);
    if (key === undefined || context.req.method !== "GET") return null;
    const message = this.#oneTimeMessages.get(sha256(key)) ?? null;
    this.#oneTimeMessages.delete(sha256(key));
    return message;
  }

  /** Runs `work` once per rendered form. If the user sends the form twice, both requests get the same result. */
  once<T>(context: Context, fields: Fields, work: () => Promise<T> | T): Promise<T> {
    if ((fields.once ?? "") === "") return Promise.resolve(work());
    const name = sha256(JSON.stringify([this.key(context) ?? "", new URL(context.req.url).pathname, fields]));
    const known = this.#formResults.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const made = Promise.resolve(work());
    this.#formResults.set(name, made);
    // A failed run is not cached, so it can be repeated.
    made.catch(() => this.#formResults.delete(name));
    return made;
  }

  /** Returns the handler of a page that requires a signed-in account. Other visitors get the sign-in page. */
  page(
    make: (context: Context, account: ApiAccount) => Parameters<Context["html"]>[0] | Response,
  ): (context: Context) => Response | Promise<Response> {
    return (context) => {
      context.header("Cache-Control", "no-store");
      const account = this.account(context);
      if (account === undefined) return this.#refuse(context);
      const made = make(context, account);
      return made instanceof Response ? made : context.html(made);
    };
  }

  /** Returns the handler of a form that requires a signed-in account. It runs `work` once, then redirects. */
  form(work: PortalForm) {
    return async (context: Context): Promise<Response> => {
      context.header("Cache-Control", "no-store");
      const account = this.account(context);
      if (account === undefined) return this.#refuse(context);
      const fields = await readForm(context);
      const page = { site: readSiteFrame(context), account, shown: null };
      const outcome = await this.once(context, fields, () =>
        work({ own: this, account, fields, context, page }),
      );
      if ("page" in outcome) {
        if (outcome.retryAfterS !== undefined) context.header("Retry-After", String(outcome.retryAfterS));
        return context.html(outcome.page, outcome.status);
      }
      const key = this.key(context);
      if (outcome.shown !== undefined && key !== undefined) this.showOnce(key, outcome.shown);
      return context.redirect(outcome.to, 303);
    };
  }

  /** Renders the page for signed-out visitors. */
  welcome(context: Context, welcomeData: Omit<Welcome, "unusedDays"> = {}): ReturnType<typeof welcomePage> {
    return welcomePage(readSiteFrame(context), { unusedDays: this.options.unusedDays, ...welcomeData });
  }

  #refuse(context: Context): Response | Promise<Response> {
    if (prefersJson(context))
      return refuseCall(context, 401, "DH-901", "The access token is missing, invalid or expired.");
    return context.html(this.welcome(context, { fault: text.signedOut }), 401);
  }
}
