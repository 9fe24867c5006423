// The context of a loader: types only. The server builds one for each request.
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

/** The catalogue of the base API's contract, which defines its methods' answers and errors. */
export type Catalogue = CatalogueCalls;

/** The catalogue for pages: cached answers replace those of a provider that does not answer. */
export interface Provider extends Catalogue {
  /** The provider's present answers, never cached ones: for everything that is signed, sent or decided by them. */
  readonly fresh: Catalogue;
  /** Time of the oldest cached answer in this request, epoch ms; null while all came from the provider. */
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
  /** When it ends at the latest, as it is printed. */
  endsAt: string;
  /** Form token: every form of a signed-in page sends it back. */
  xsrf: string;
}

/** Signing in and out; the strings are whole Set-Cookie headers. */
export interface SignIn {
  /** `track` is an algo to add to a list after the sign-in. Null: this address began too many. */
  begin(returnTo: string, track: string | null): Promise<{ location: string; cookies: string[] } | null>;
  /** `consentId` as the address named it; the session is for the consent that this browser began, or there is none. */
  finish(back: {
    tokenId: string;
    consentId: string | null;
    userAgent: string | null;
  }): Promise<
    | { returnTo: string; track: string | null; account: Account; cookies: string[] }
    | { fault: "not_begun_here" | "other_sign_in" | "refused"; cookies: string[] }
  >;
  /** The reader denied the consent of this name: the login under way ends. */
  deny(consentId: string | null): Promise<string[]>;
  end(): string[];
  /** Other sessions of the client were ended: what they still have open is looked at now. */
  othersEnded(): void;
  /** A word that the next page of this browser shows once. */
  flash(word: Flash): string[];
  takeFlash(): { flash: Flash; cookies: string[] } | null;
}
export type Flash = "signed_in" | "session_ended" | "others_ended" | "app_revoked";

/** This browser's conversation with the chat service. */
export interface Chat {
  /** Null when it has none. */
  read(): Promise<Conversation | null>;
  /** `after` is the number of messages that the reader saw. Null when the limit of this minute is reached; else cookies to set. */
  post(text: string, after: number): Promise<{ cookies: string[] } | null>;
}

/** Instruments by their own names. While the provider does not answer, the last answers replace its for a while. */
export interface Markets extends MarketCalls {
  /** Time of the oldest cached answer in this request, epoch ms; null while all came from the provider. */
  cachedSince(): number | null;
}

export type PriceSnapshot = Extract<ServerMessage, ["s", ...unknown[]]>;

/** The relay, as pages ask it. */
export interface Prices {
  /** Keys of the market strip's indices, in their order. */
  readonly strip: readonly string[];
  /** False if the provider has no feed of this name. */
  hasFeed(name: string): boolean;
  /** The latest values of these channels, as viewers get them; waits shortly for channels without viewers. */
  look(channels: readonly string[]): Promise<PriceSnapshot | null>;
  /** Instruments that a strategy watches and would trade now; null for an unknown strategy. */
  instrumentsOf(strategyId: string): Promise<Instrument[] | null>;
  session(segment: ExchangeSegment): Session;
}

/** Reasons why no performance of an algo is shown. */
export type WithheldReason = "not_disclosed" | "over_ceiling" | "sign_in" | "ask" | "not_verified" | "failed";

/**
 * The gate's decision: the data, or the reason for withholding them. A record is shown only if its seal and its sums passed verification
 * when it was loaded; for the reason "failed", `faults` are what did not, in sentences.
 */
export type Evidence<T> =
  | { kind: "shown"; basis: DisclosureBasis; value: T }
  | { kind: "withheld"; reason: WithheldReason; faults?: string[] };

/** The only way for a page to anything of an algo's performance. Throws as `Provider` does. */
export interface EvidenceService {
  /** Bases that permit every reader to see a record here. */
  onView: DisclosureBasis[];
  /** Records that the reader may see. */
  records(strategy: DisclosedStrategy): Promise<Evidence<RecordListing[]>>;
  /** Progress of the computation of all records; null while nothing is computed. */
  making(strategy: DisclosedStrategy): Promise<RecordList["making"]>;
  /** What anybody needs to check records: no figure is in it. */
  keys(): Promise<EvidenceKeys>;
  headsIndex(): Promise<EvidenceIndex>;
  /** Throws a 404 for a day without published heads. */
  heads(day: string): Promise<EvidenceHeads>;
  /** Without a choice, the algo's default record: the present version's backtest, or the verified record. */
  record(strategy: DisclosedStrategy, choice?: RecordChoice): Promise<Evidence<StrategyRecord>>;
  trades(strategy: DisclosedStrategy, choice?: RecordChoice): Promise<Evidence<RecordTrade[]>>;
  /** As the provider sent them, even if they fail verification: for the file that lets anybody verify the record. */
  unverified(
    strategy: DisclosedStrategy,
    choice: RecordChoice,
  ): Promise<Evidence<{ record: StrategyRecord; trades: RecordTrade[] }>>;
  /** Of the present version's backtest, where that may be seen; `fault` says why they are not the operator's. */
  studies(strategy: DisclosedStrategy): Promise<Evidence<{ studies: StrategyStudies; fault: string | null }>>;
  /** Notes that the reader asks for an algo's record; null where nobody is signed in. */
  ask: ((strategyId: string) => Promise<void>) | null;
}
export type DisclosedStrategy = Pick<Strategy, "id" | "disclosureBasis" | "verification" | "minAmountRupees">;

/** The account that the playground calls for; its token is sealed in a cookie of this browser and in nothing else that leaves the server. */
export type PlaygroundAccount = { clientId: string; token: string };

/** The playground's way to the sandbox. Throws as `Provider` does. */
export interface Playground {
  /** The account of this browser; null when it has none yet. */
  account(): Promise<PlaygroundAccount | null>;
  /** Cookies that make it this browser's, or with null take it away. */
  keepAccount(account: PlaygroundAccount | null): Promise<string[]>;
  openAccount(): Promise<PlaygroundAccount>;
  /** The account that the portal passed on under this code; null for an unknown or used one. */
  takeHandOver(code: string): Promise<PlaygroundAccount | null>;
  /** The account of a token; null for an invalid one. */
  accountOf(token: string): Promise<PlaygroundAccount | null>;
  send(
    account: PlaygroundAccount,
    call: { method: string; path: string; body: unknown; fault?: string | null },
  ): Promise<{ status: number; tookMs: number; headers: [string, string][]; body: string }>;
  /** Stores an answer for some minutes. Returns its id, which only this account can use. */
  keep(account: PlaygroundAccount, outcome: object): Promise<string>;
  /** The account's stored answers, newest first; summaries as `keep` was given them. */
  recent(account: PlaygroundAccount): Promise<{ id: string; summary: unknown }[]>;
  /** Null if it has expired or belongs to another account. */
  kept(account: PlaygroundAccount, id: string): Promise<unknown>;
  /** Opens a socket of the sandbox for a few seconds: the last messages, decoded, the newest last. */
  listen(
    account: PlaygroundAccount,
    stream: PlaygroundStream,
    instrument: { exchangeSegment: string; securityId: string },
  ): Promise<{ count: number; messages: string[] }>;
}
export type PlaygroundStream = "ticker" | "quote" | "full" | "depth" | "depth200" | "orders";

/** A manager that the provider wants in the Discover menu. */
export type MenuManager = { id: string; name: string; strategyCount: number };

export type Theme = "system" | "light" | "dark";

export interface SiteContext {
  provider: Provider;
  markets: Markets;
  /** Null where nobody is signed in. */
  session: SessionView | null;
  account: Account | null;
  /** Figures for the header; null where nobody is signed in. Never throws. */
  accountSummary: (() => Promise<AccountSummary>) | null;
  /** Null where no authentication service is configured. */
  signIn: SignIn | null;
  /** Null where no API admin form service is configured. */
  enquiries: { submit(enquiry: Enquiry): Promise<EnquiryOutcome> } | null;
  /** Null where no chat service is configured. */
  chat: Chat | null;
  /** Null where no price feed is configured. */
  prices: Prices | null;
  /** Present and past states of the services behind the site. */
  status(): StatusReport;
  /** Notice of the operators for every page; null without one. */
  notice: SiteNotice | null;
  /** Null with a real provider: there is no sandbox to try things in. */
  playground: Playground | null;
  evidence: EvidenceService;
  /** True if the page of components, /design, can be opened. */
  hasDesignPage: boolean;
  /** When markets trade. */
  calendar: MarketCalendar;
  /** Where a basket is confirmed, as an address for the browser; null where no order window is configured. */
  orderWindow: ((basketRef: string, returnTo: string) => string) | null;
  site: Site;
  /** Managers of the Discover menu, as the provider last listed them; none before its first answer. */
  menuManagers: readonly MenuManager[];
  /** Scheme and host that canonical addresses start with, without a slash at the end. */
  publicOrigin: string;
  /** The page's own declarations, for its layout. */
  handle: PageHandle;
  /** Set for a page that is rendered for all signed-in readers: values of single readers stay open (app/contract/site/reader-slots.ts). */
  slotMark: SlotMark | null;
  theme: Theme;
  /** The reader's amount, whole rupees: from the address where the route reads one there, else from the cookie. */
  amount: number;
  /** Path of a script or style → its integrity hash. */
  integrity: ReadonlyMap<string, string>;
  requestId: string;
  /** Writes a fault that a page did not expect into the log, under this request's id. */
  reportFault(fault: unknown): void;
  /** Aborts when the browser leaves or the page's time is up. */
  signal: AbortSignal;
  /** Waits for this reader's turn to render a page. The returned function ends the turn and must be called. */
  renderTurn(): Promise<() => void>;
}

declare module "@remix-run/node" {
  interface AppLoadContext extends Partial<SiteContext> {}
}
