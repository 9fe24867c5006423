// What the portal's parts share: who is signed in, what a page shows once, and forms that do one thing however often they arrive.
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { LRUCache } from "lru-cache";
import { type ApiAccount, findAccount } from "../../accounts/api-accounts.ts";
import { digest } from "../../accounts/digest.ts";
import {
  beginPortalSession,
  endPortalSession,
  PORTAL_SESSION_FOR_MS,
  portalClientOf,
} from "../../accounts/portal-sessions.ts";
import { findToken } from "../../accounts/tokens.ts";
import type { Broker } from "../../broker/broker.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { siteOf } from "../page-frame.ts";
import type { Postbacks } from "../trading-api/postbacks.ts";
import type { TradingApi } from "../trading-api/trading-api.ts";
import type { HandOvers } from "./hand-overs.ts";
import { welcomePage } from "./welcome-page.ts";

export const HOME = "/sandbox/portal";
const COOKIE = "sandbox-portal";
/** What a page shows once waits this long for it. */
const SHOWN_WITHIN_MS = 5 * 60_000;
const SHOWN_AT_MOST = 1_000;
/** A form that came is known for this long, so that a second press of its button does nothing more. */
const FORM_KNOWN_FOR_MS = 10 * 60_000;
const FORMS_KNOWN = 5_000;

export type PortalOptions = {
  db: SandboxDatabase;
  broker: Broker;
  api: TradingApi;
  postbacks: Postbacks;
  /** On the way from here to the playground. */
  handOvers: HandOvers;
  allowsPrivatePostbacks: boolean;
  /** From one address. */
  accountsAnHour: number;
};

/** What a page shows once: what was done, and secrets that are told here and never again. */
export type Shown = { words: string; secrets?: readonly (readonly [name: string, value: string])[] };
export type Fields = Readonly<Record<string, string>>;
/** What a form came to: the page to go to, or a refusal that is shown with the form. */
export type Outcome =
  | { to: string; shown?: Shown }
  | { page: Parameters<Context["html"]>[0]; status: 401 | 409 | 422 | 429 };

export class PortalContext {
  readonly options: PortalOptions;
  readonly #unseen = new LRUCache<string, Shown>({ max: SHOWN_AT_MOST, ttl: SHOWN_WITHIN_MS });
  readonly #known = new LRUCache<string, Promise<unknown>>({ max: FORMS_KNOWN, ttl: FORM_KNOWN_FOR_MS });

  constructor(options: PortalOptions) {
    this.options = options;
  }

  now(): number {
    return this.options.broker.now();
  }

  /** By the portal's cookie, or for programs by the account's own token in the header `access-token`. */
  account(context: Context): ApiAccount | undefined {
    const { db } = this.options;
    const token = context.req.header("access-token");
    if (token !== undefined) {
      const found = findToken(db, token, this.now());
      return found?.kind === "api_token" ? findAccount(db, found.clientId) : undefined;
    }
    const key = this.key(context);
    const clientId = key === undefined ? null : portalClientOf(db, key, this.now());
    return clientId === null ? undefined : findAccount(db, clientId);
  }

  /** Of the session in this browser. */
  key(context: Context): string | undefined {
    return getCookie(context, COOKIE);
  }

  signIn(context: Context, clientId: string): string {
    const key = beginPortalSession(this.options.db, clientId, this.now());
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

  /** Keeps what the next page of this session shows once. */
  showOnce(key: string, shown: Shown): void {
    this.#unseen.set(digest(key), shown);
  }

  takeShown(context: Context): Shown | null {
    const key = this.key(context);
    if (key === undefined || context.req.method !== "GET") return null;
    const shown = this.#unseen.get(digest(key)) ?? null;
    this.#unseen.delete(digest(key));
    return shown;
  }

  /** Runs `work` once for one form, whoever presses its button twice: the second is answered as the first was. */
  once<T>(context: Context, fields: Fields, work: () => Promise<T> | T): Promise<T> {
    if ((fields.once ?? "") === "") return Promise.resolve(work());
    const name = digest(JSON.stringify([this.key(context) ?? "", new URL(context.req.url).pathname, fields]));
    const known = this.#known.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const made = Promise.resolve(work());
    this.#known.set(name, made);
    // What failed may be tried again.
    made.catch(() => this.#known.delete(name));
    return made;
  }

  /** A page of who is signed in; others are shown the way in. */
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

  /** A form of who is signed in: done once, then a redirect to where it leads. */
  form(work: (account: ApiAccount, fields: Fields, context: Context) => Promise<Outcome> | Outcome) {
    return async (context: Context): Promise<Response> => {
      context.header("Cache-Control", "no-store");
      const account = this.account(context);
      if (account === undefined) return this.#refuse(context);
      const fields = await readFields(context);
      const outcome = await this.once(context, fields, () => work(account, fields, context));
      if ("page" in outcome) return context.html(outcome.page, outcome.status);
      const key = this.key(context);
      if (outcome.shown !== undefined && key !== undefined) this.showOnce(key, outcome.shown);
      return context.redirect(outcome.to, 303);
    };
  }

  #refuse(context: Context): Response | Promise<Response> {
    const words = "You are signed out here. Sign in to your account again, or make one.";
    if (wantsJson(context))
      return context.json(
        {
          errorType: "Invalid_Authentication",
          errorCode: "DH-901",
          errorMessage: "The access token is missing, wrong or has ended.",
        },
        401,
      );
    return context.html(welcomePage(siteOf(context), { fault: words }), 401);
  }
}

export const wantsJson = (context: Context): boolean =>
  (context.req.header("accept") ?? "").includes("application/json");

export async function readFields(context: Context): Promise<Fields> {
  const form = await context.req.parseBody({ all: true });
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value : [value]).map(String).join(" ").trim().slice(0, 2_000),
    ]),
  );
}
