// Types of a loader's context. The server creates one context per request.
import type { AccountCalls, CatalogueCalls, MarketCalls } from "./contract/base-api/calls.ts";
import type { Conversation } from "./contract/base-api/chat.ts";
import type { Enquiry, EnquiryOutcome, SentEnquiry } from "./contract/base-api/enquiry.ts";
import type {
  EvidenceHeads,
  EvidenceIndex,
  EvidenceKeys,
  RecordChoice,
  RecordList,
  RecordListing,
  RecordTrade,
  StrategyRecord,
} from "./contract/base-api/record.ts";
import type { Instrument, Strategy, StrategySummary } from "./contract/base-api/strategy.ts";
import type { StrategyStudies } from "./contract/base-api/studies.ts";
import type { ServerMessage } from "./contract/live/live.ts";
import type { AccountSummary } from "./contract/site/account-summary.ts";
import type { PageHandle } from "./contract/site/page-handle.ts";
import type { SlotMark } from "./contract/site/reader-slots.ts";
import type { SiteNotice, StatusReport } from "./contract/site/service-status.ts";
import type { Site } from "./contract/site/site.ts";
import type { MarketCalendar, Session } from "./domain/market-sessions.ts";
import type { DisclosureBasis, ExchangeSegment } from "./domain/vocabulary.ts";

/** Catalogue operations of the base API. The contract defines their responses and errors. */
export type Catalogue = CatalogueCalls;

/** The catalogue for pages. If the provider is unavailable, cached responses are used. */
export interface Provider extends Catalogue {
  /** The catalogue without the cache, for actions that need current data, such as deployments and record files. */
  readonly fresh: Catalogue;
  /** Time of the oldest cached response in this request, epoch ms. Null if all are current. */
  cachedSince(): number | null;
  /** All algos as of the last background refresh, up to CATALOGUE_ALGOS_MAX. Null before the first refresh. */
  allStrategies(): readonly StrategySummary[] | null;
}

/** Operations for the signed-in client. */
export type Account = AccountCalls;

export type { AccountSummary };

/** Session data for pages. */
export interface SessionView {
  clientId: string;
  name: string;
  /** Latest possible end of the session, formatted for display. */
  endsAt: string;
  /** Form token (CSRF), which every form of a signed-in page submits. */
  xsrf: string;
}

/** Sign-in and sign-out. The `cookies` are complete Set-Cookie headers. */
export interface SignIn {
  /**
   * Starts a sign-in; `track` is an algo to add to a tracklist afterwards. Null if this IP address has started too many
   * sign-ins.
   */
  begin(returnTo: string, track: string | null): Promise<{ location: string; cookies: string[] } | null>;
  /** Completes a sign-in after the provider's redirect. `consentId` must be the consent that this browser requested. */
  finish(callback: {
    tokenId: string;
    consentId: string | null;
    userAgent: string | null;
  }): Promise<
    | { returnTo: string; track: string | null; account: Account; cookies: string[] }
    | { fault: "not_begun_here" | "other_sign_in" | "refused"; cookies: string[] }
  >;
  /** Cancels the pending sign-in after the user denied the consent with this id. */
  deny(consentId: string | null): Promise<string[]>;
  end(): string[];
  /** Checks again which of the client's open connections are still valid, after other sessions were revoked. */
  recheckConnections(): void;
  /** Sets a message that this browser's next page shows once. */
  flash(message: Flash): string[];
  takeFlash(): { flash: Flash; cookies: string[] } | null;
}
export type Flash =
  | "signed_in"
  | "form_not_sent"
  | "session_ended"
  | "others_ended"
  | "app_revoked"
  | "position_closed"
  | "orders_sent"
  | "order_rejected";

export interface Enquiries {
  submit(enquiry: Enquiry): Promise<EnquiryOutcome>;
  /** Returns Set-Cookie headers with the reference of a submitted enquiry. The browser's next page shows it once. */
  remember(sent: SentEnquiry): Promise<string[]>;
  /** Returns the enquiry to confirm, and Set-Cookie headers that remove its cookie; null if there is none. */
  takeSent(): Promise<{ sent: SentEnquiry; cookies: string[] } | null>;
}

/** This browser's conversation with the chat service. */
export interface Chat {
  /** Returns the conversation; null if there is none. */
  read(): Promise<Conversation | null>;
  /**
   * Sends a message and returns cookies to set. Null when this minute's limit is reached. `after` is the number of
   * messages that the user has already seen.
   */
  post(text: string, after: number): Promise<{ cookies: string[] } | null>;
}

/** Market data by instrument. While the provider is unavailable, cached responses are used for a limited time. */
export interface Markets extends MarketCalls {
  /** Time of the oldest cached response in this request, epoch ms. Null if all are current. */
  cachedSince(): number | null;
}

export type PriceSnapshot = Extract<ServerMessage, ["s", ...unknown[]]>;

/** Live prices for pages, from the relay. */
export interface Prices {
  /** Keys of the indices in the market strip, in order. */
  readonly strip: readonly string[];
  /** True if the provider has a feed with this name. */
  hasFeed(name: string): boolean;
  /**
   * Returns the latest values of these channels in the relay's message format. Waits briefly for missing values while
   * prices are live.
   */
  snapshot(channels: readonly string[]): Promise<PriceSnapshot | null>;
  /** Returns the instruments that an algo watches and would trade now. Null for an unknown algo. */
  instrumentsOf(strategyId: string): Promise<Instrument[] | null>;
  session(segment: ExchangeSegment): Session;
}

/** Reasons why no performance of an algo is shown. */
export type WithheldReason =
  | "not_disclosed"
  | "over_ceiling"
  | "sign_in"
  | "ask"
  | "not_verified"
  | "no_record"
  | "failed";

/**
 * The disclosure gate's decision: the data, or the reason for withholding them. A record is shown only if its seal and
 * sums were verified when it was loaded. For the reason "failed", `faults` describes the failed checks in sentences.
 */
export type Evidence<T> =
  | { kind: "shown"; basis: DisclosureBasis; value: T }
  | { kind: "withheld"; reason: WithheldReason; faults?: string[] };

/** The only access of pages to an algo's performance. Throws a `Response` on failure, as `Provider` does. */
export interface EvidenceService {
  /** Disclosure bases that allow a record to be shown to every user. */
  publicBases: DisclosureBasis[];
  /** Returns the list of records that the user may see. */
  records(strategy: DisclosedStrategy): Promise<Evidence<RecordListing[]>>;
  /** Returns the progress of computing all records. Null when no computation is running. */
  computationProgress(strategy: DisclosedStrategy): Promise<RecordList["making"]>;
  /** Returns the public keys that verify records. */
  keys(): Promise<EvidenceKeys>;
  headsIndex(): Promise<EvidenceIndex>;
  /** Returns the record heads that were published on a day. Throws a 404 if there are none. */
  heads(day: string): Promise<EvidenceHeads>;
  /** Returns a record: by default the verified record if one is required, otherwise the current version's backtest. */
  record(strategy: DisclosedStrategy, choice?: RecordChoice): Promise<Evidence<StrategyRecord>>;
  trades(strategy: DisclosedStrategy, choice?: RecordChoice): Promise<Evidence<RecordTrade[]>>;
  /** Returns the record as the provider sent it, for the downloadable file. Its signature may be invalid. */
  unverified(
    strategy: DisclosedStrategy,
    choice: RecordChoice,
  ): Promise<Evidence<{ record: StrategyRecord; trades: RecordTrade[] }>>;
  /**
   * Returns studies of the current version's backtest, if the user may see it. `fault` is the reason if the operator's
   * signature is invalid.
   */
  studies(strategy: DisclosedStrategy): Promise<Evidence<{ studies: StrategyStudies; fault: string | null }>>;
  /** Stores the user's request for an algo's record. Null for a signed-out user. */
  requestRecord: ((strategyId: string) => Promise<void>) | null;
}
export type DisclosedStrategy = Pick<Strategy, "id" | "disclosureBasis" | "verification" | "minAmountRupees">;

/** The playground's sandbox account. The token leaves the server only in this browser's sealed cookie. */
export type PlaygroundAccount = { clientId: string; token: string };

/** The playground's access to the sandbox. Throws a `Response` on failure, as `Provider` does. */
export interface Playground {
  /** Returns this browser's account. Null if it has none. */
  account(): Promise<PlaygroundAccount | null>;
  /** Returns Set-Cookie headers that bind the account to this browser. A null account clears the binding. */
  bindAccount(account: PlaygroundAccount | null): Promise<string[]>;
  openAccount(): Promise<PlaygroundAccount>;
  /** Returns the account that the portal handed over under this code. Null for an unknown or used code. */
  redeemHandOver(code: string): Promise<PlaygroundAccount | null>;
  /** Returns the account of a token. Null for an invalid token. */
  accountOf(token: string): Promise<PlaygroundAccount | null>;
  send(
    account: PlaygroundAccount,
    call: { method: string; path: string; body: unknown; fault?: string | null },
  ): Promise<{ status: number; tookMs: number; headers: [string, string][]; body: string }>;
  /** Stores a response for some minutes. Returns its id, which only this account can use. */
  saveAnswer(account: PlaygroundAccount, outcome: object): Promise<string>;
  /** Returns the account's stored responses, newest first, with their summaries. */
  recentAnswers(account: PlaygroundAccount): Promise<{ id: string; summary: unknown }[]>;
  /** Returns a stored response. Null if it has expired or belongs to another account. */
  loadAnswer(account: PlaygroundAccount, id: string): Promise<unknown>;
  /** Opens a socket of the sandbox for a few seconds. Returns the last messages, decoded, newest last. */
  listen(
    account: PlaygroundAccount,
    stream: PlaygroundStream,
    instrument: { exchangeSegment: string; securityId: string },
  ): Promise<{ count: number; messages: string[] }>;
}
export type PlaygroundStream = "ticker" | "quote" | "full" | "depth" | "depth200" | "orders";

/** A manager in the Discover menu, as listed by the provider. */
export type MenuManager = { id: string; name: string; strategyCount: number };

export type Theme = "system" | "light" | "dark";

export interface SiteContext {
  provider: Provider;
  markets: Markets;
  /** Null for a signed-out user. */
  session: SessionView | null;
  account: Account | null;
  /** Loads the account's figures for the header. Null for a signed-out user. Never throws. */
  accountSummary: (() => Promise<AccountSummary>) | null;
  /** Null if no authentication service is configured. */
  signIn: SignIn | null;
  /** Null if no API admin form service is configured. */
  enquiries: Enquiries | null;
  /** Null if no chat service is configured. */
  chat: Chat | null;
  /** Null if no price feed is configured. */
  prices: Prices | null;
  /** Current and past states of the services behind the site. */
  status(): StatusReport;
  /** Operators' announcement for every page. Null if there is none. */
  notice: SiteNotice | null;
  /** Null with a real provider, which has no sandbox. */
  playground: Playground | null;
  evidence: EvidenceService;
  /** True if the site serves the component gallery at /design. */
  hasDesignPage: boolean;
  /** Trading hours of the markets. */
  calendar: MarketCalendar;
  /** Returns the browser address of the order window. Null if none is configured. */
  orderWindow: ((basketRef: string, returnTo: string) => string) | null;
  site: Site;
  /** Managers in the Discover menu, from the provider's last response. Empty before the first response. */
  menuManagers: readonly MenuManager[];
  /** Scheme and host that canonical addresses start with, without a slash at the end. */
  publicOrigin: string;
  /** The matched route's `handle`, which the layout reads. */
  handle: PageHandle;
  /**
   * Prefix of placeholders (app/contract/site/reader-slots.ts), which replace a user's values in a page that is
   * rendered once for all signed-in users. Null for other pages.
   */
  slotMark: SlotMark | null;
  theme: Theme;
  /**
   * The user's amount in whole rupees: from the address if the route declares the parameter, otherwise from the cookie.
   */
  amount: number;
  /** Maps the path of a script or style to its integrity hash. */
  integrity: ReadonlyMap<string, string>;
  requestId: string;
  /** True if the request submits a form. */
  isForm: boolean;
  /** Logs an unexpected fault of a page under this request's id. */
  reportFault(fault: unknown): void;
  /** Aborts when the browser disconnects or the page's time limit passes. */
  signal: AbortSignal;
  /**
   * Waits until it is this user's turn to render a page. The caller must call the returned function after rendering.
   */
  awaitRenderTurn(): Promise<() => void>;
}

declare module "@remix-run/node" {
  interface AppLoadContext extends Partial<SiteContext> {}
}
