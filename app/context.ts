// Types of a loader's context. The server builds one context per request.
import type { AccountCalls, CatalogueCalls, MarketCalls } from "./contract/base-api/calls.ts";
import type { Conversation } from "./contract/base-api/chat.ts";
import type { Enquiry, EnquiryOutcome } from "./contract/base-api/enquiry.ts";
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

/** Catalogue operations of the base API's contract, which defines their answers and errors. */
export type Catalogue = CatalogueCalls;

/** The catalogue for pages: cached answers replace those of an unavailable provider. */
export interface Provider extends Catalogue {
  /** Current answers of the provider, never cached ones, for everything that is signed, sent or decided with them. */
  readonly fresh: Catalogue;
  /** Time of the oldest cached answer in this request, epoch ms; null if all are current. */
  cachedSince(): number | null;
  /** All algos as last read in the background, up to CATALOGUE_ALGOS_MAX; null before the first reading. */
  whole(): readonly StrategySummary[] | null;
}

/** Operations for the signed-in client. */
export type Account = AccountCalls;

export type { AccountSummary };

/** Session data for pages. */
export interface SessionView {
  clientId: string;
  name: string;
  /** Latest possible end of the session, as displayed. */
  endsAt: string;
  /** Form token, which every form of a signed-in page submits. */
  xsrf: string;
}

/** Sign-in and sign-out; the strings are complete Set-Cookie headers. */
export interface SignIn {
  /** `track` is an algo to add to a list after the sign-in. Null: this address started too many sign-ins. */
  begin(returnTo: string, track: string | null): Promise<{ location: string; cookies: string[] } | null>;
  /** `consentId` is the id in the address. The session is created only for the consent that this browser started. */
  finish(back: {
    tokenId: string;
    consentId: string | null;
    userAgent: string | null;
  }): Promise<
    | { returnTo: string; track: string | null; account: Account; cookies: string[] }
    | { fault: "not_begun_here" | "other_sign_in" | "refused"; cookies: string[] }
  >;
  /** Ends the pending login after the user denied the consent with this id. */
  deny(consentId: string | null): Promise<string[]>;
  end(): string[];
  /** Called after other sessions of the client were ended, so that their open connections are checked now. */
  othersEnded(): void;
  /** A message that this browser's next page shows once. */
  flash(word: Flash): string[];
  takeFlash(): { flash: Flash; cookies: string[] } | null;
}
export type Flash = "signed_in" | "session_ended" | "others_ended" | "app_revoked";

/** This browser's conversation with the chat service. */
export interface Chat {
  /** Null if there is none. */
  read(): Promise<Conversation | null>;
  /**
   * `after` is the number of messages that the user has seen. Null when this minute's limit is reached, otherwise
   * cookies to set.
   */
  post(text: string, after: number): Promise<{ cookies: string[] } | null>;
}

/**
 * Instruments by their own names. While the provider is unavailable, its last answers are served for a limited time.
 */
export interface Markets extends MarketCalls {
  /** Time of the oldest cached answer in this request, epoch ms; null if all are current. */
  cachedSince(): number | null;
}

export type PriceSnapshot = Extract<ServerMessage, ["s", ...unknown[]]>;

/** The relay's interface for pages. */
export interface Prices {
  /** Keys of the market strip's indices, in order. */
  readonly strip: readonly string[];
  /** False if the provider has no feed of this name. */
  hasFeed(name: string): boolean;
  /** The latest values of these channels, as viewers receive them; waits briefly for channels without viewers. */
  look(channels: readonly string[]): Promise<PriceSnapshot | null>;
  /** Instruments that a strategy watches and would trade now; null for an unknown strategy. */
  instrumentsOf(strategyId: string): Promise<Instrument[] | null>;
  session(segment: ExchangeSegment): Session;
}

/** Reasons why no performance of an algo is shown. */
export type WithheldReason = "not_disclosed" | "over_ceiling" | "sign_in" | "ask" | "not_verified" | "failed";

/**
 * The gate's decision: the data, or the reason for withholding them. A record is shown only if its seal and sums were
 * verified when it was loaded. For the reason "failed", `faults` describes the failed checks in sentences.
 */
export type Evidence<T> =
  | { kind: "shown"; basis: DisclosureBasis; value: T }
  | { kind: "withheld"; reason: WithheldReason; faults?: string[] };

/** The only access of pages to an algo's performance. Throws as `Provider` does. */
export interface EvidenceService {
  /** Bases under which every user may see a record. */
  onView: DisclosureBasis[];
  /** Records that the user may see. */
  records(strategy: DisclosedStrategy): Promise<Evidence<RecordListing[]>>;
  /** Progress of the computation of all records; null while nothing is computed. */
  making(strategy: DisclosedStrategy): Promise<RecordList["making"]>;
  /** Public data for the verification of records; it contains no figures. */
  keys(): Promise<EvidenceKeys>;
  headsIndex(): Promise<EvidenceIndex>;
  /** Throws a 404 for a day without published heads. */
  heads(day: string): Promise<EvidenceHeads>;
  /** Without a choice, the algo's default record: the current version's backtest, or the verified record. */
  record(strategy: DisclosedStrategy, choice?: RecordChoice): Promise<Evidence<StrategyRecord>>;
  trades(strategy: DisclosedStrategy, choice?: RecordChoice): Promise<Evidence<RecordTrade[]>>;
  /**
   * The record as the provider sent it, even if verification fails: for the file that lets anybody verify the record.
   */
  unverified(
    strategy: DisclosedStrategy,
    choice: RecordChoice,
  ): Promise<Evidence<{ record: StrategyRecord; trades: RecordTrade[] }>>;
  /**
   * Studies of the current version's backtest, if that may be seen; `fault` is the reason if the operator's signature
   * is invalid.
   */
  studies(strategy: DisclosedStrategy): Promise<Evidence<{ studies: StrategyStudies; fault: string | null }>>;
  /** Stores the user's request for an algo's record; null for a signed-out user. */
  ask: ((strategyId: string) => Promise<void>) | null;
}
export type DisclosedStrategy = Pick<Strategy, "id" | "disclosureBasis" | "verification" | "minAmountRupees">;

/** The account that the playground uses. Its token leaves the server only in this browser's sealed cookie. */
export type PlaygroundAccount = { clientId: string; token: string };

/** The playground's access to the sandbox. Throws as `Provider` does. */
export interface Playground {
  /** The account of this browser; null if it has none. */
  account(): Promise<PlaygroundAccount | null>;
  /** Set-Cookie headers that bind the account to this browser; null clears it. */
  keepAccount(account: PlaygroundAccount | null): Promise<string[]>;
  openAccount(): Promise<PlaygroundAccount>;
  /** The account handed over by the portal under this code; null for an unknown or used one. */
  takeHandOver(code: string): Promise<PlaygroundAccount | null>;
  /** The account of a token; null for an invalid one. */
  accountOf(token: string): Promise<PlaygroundAccount | null>;
  send(
    account: PlaygroundAccount,
    call: { method: string; path: string; body: unknown; fault?: string | null },
  ): Promise<{ status: number; tookMs: number; headers: [string, string][]; body: string }>;
  /** Stores an answer for some minutes. Returns its id, which only this account can use. */
  saveAnswer(account: PlaygroundAccount, outcome: object): Promise<string>;
  /** The account's stored answers, newest first, with the summaries given to `saveAnswer`. */
  recent(account: PlaygroundAccount): Promise<{ id: string; summary: unknown }[]>;
  /** Returns a stored answer; null if it has expired or belongs to another account. */
  savedAnswer(account: PlaygroundAccount, id: string): Promise<unknown>;
  /** Opens a socket of the sandbox for a few seconds and returns the last messages, decoded, newest last. */
  listen(
    account: PlaygroundAccount,
    stream: PlaygroundStream,
    instrument: { exchangeSegment: string; securityId: string },
  ): Promise<{ count: number; messages: string[] }>;
}
export type PlaygroundStream = "ticker" | "quote" | "full" | "depth" | "depth200" | "orders";

/** A manager that the provider lists in the Discover menu. */
export type MenuManager = { id: string; name: string; strategyCount: number };

export type Theme = "system" | "light" | "dark";

export interface SiteContext {
  provider: Provider;
  markets: Markets;
  /** Null for a signed-out user. */
  session: SessionView | null;
  account: Account | null;
  /** Figures for the header; null for a signed-out user. Never throws. */
  accountSummary: (() => Promise<AccountSummary>) | null;
  /** Null if no authentication service is configured. */
  signIn: SignIn | null;
  /** Null if no API admin form service is configured. */
  enquiries: { submit(enquiry: Enquiry): Promise<EnquiryOutcome> } | null;
  /** Null if no chat service is configured. */
  chat: Chat | null;
  /** Null if no price feed is configured. */
  prices: Prices | null;
  /** Current and past states of the services behind the site. */
  status(): StatusReport;
  /** Announcement by operators for every page; null without one. */
  notice: SiteNotice | null;
  /** Null with a real provider, which has no sandbox. */
  playground: Playground | null;
  evidence: EvidenceService;
  /** True if /design, the page of components, is accessible. */
  hasDesignPage: boolean;
  /** Trading hours of the markets. */
  calendar: MarketCalendar;
  /** Browser address of the order window; null if none is configured. */
  orderWindow: ((basketRef: string, returnTo: string) => string) | null;
  site: Site;
  /** Managers of the Discover menu, as last listed by the provider; empty before its first answer. */
  menuManagers: readonly MenuManager[];
  /** Scheme and host that canonical addresses start with, without a slash at the end. */
  publicOrigin: string;
  /** The page's own declarations, for its layout. */
  handle: PageHandle;
  /**
   * Set for a page that is rendered for all signed-in users: values of single users are placeholders
   * (app/contract/site/reader-slots.ts).
   */
  slotMark: SlotMark | null;
  theme: Theme;
  /** The user's amount in whole rupees: from the address if the route reads it there, otherwise from the cookie. */
  amount: number;
  /** Maps the path of a script or style to its integrity hash. */
  integrity: ReadonlyMap<string, string>;
  requestId: string;
  /** Logs an unexpected fault of a page under this request's id. */
  reportFault(fault: unknown): void;
  /** Aborts when the browser disconnects or the page's time limit passes. */
  signal: AbortSignal;
  /** Waits for this user's turn to render a page. The returned function ends the turn and must be called. */
  renderTurn(): Promise<() => void>;
}

declare module "@remix-run/node" {
  interface AppLoadContext extends Partial<SiteContext> {}
}
