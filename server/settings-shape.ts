// Type of the settings; settings.ts reads them from the environment and a file.
import type { Site } from "../app/contract/site/site.ts";
import type { MarketCalendar } from "../app/domain/market-sessions.ts";
import type { DisclosureBasis } from "../app/domain/vocabulary.ts";
import type { BrandFolder } from "./brands/read-brand.ts";
import type { ConsoleSettings } from "./console-settings.ts";
import type { Limits } from "./limits.ts";
import type { FeedName } from "./relay/prices/feeds/feeds.ts";
import type { NotificationSettings, readTracing } from "./setting-values.ts";
import type { UnknownSetting } from "./unknown-settings.ts";

export type Settings = {
  port: number;
  host: string;
  publicOrigin: string | null;
  /** Strength of the Strict-Transport-Security header. */
  hsts: "none" | "year" | "subdomains" | "preload";
  /** Environment variables that are not settings but have similar names. */
  unknownSettings: readonly UnknownSetting[];
  /** True if a site in production has no provider and shows the sandbox's data. */
  isDemo: boolean;
  dataDir: string;
  logLevel: string;
  environment: string;
  sourceCode: string;
  brokerCode: string;
  /** Address of the base API; null with the embedded sandbox. */
  baseApiUrl: string | null;
  /**
   * Returns the header that identifies the site to the base API. Called before each request, because the file with the
   * secret can be replaced.
   */
  baseApiCredential: () => { header: string; secret: string } | null;
  /** Address of the enquiry service. Null selects the sandbox's service; with a real base API, there is then none. */
  enquiryUrl: string | null;
  chatUrl: string | null;
  orderWindowUrl: string | null;
  /** A null `url` selects the sandbox's socket; with a real base API, there are then no order updates. */
  orderUpdates: { url: string | null; login: "partner" | "individual" };
  /** Null selects the sandbox's authentication service; with a real base API, users then cannot sign in. */
  auth: { url: string; partnerId: string; partnerSecret: () => string } | null;
  /** Secrets that seal cookies and messages. If null, the site generates a secret and stores it in the data folder. */
  sessionSecrets: string[] | null;
  feeds: Record<FeedName, FeedSetting>;
  /** Called before each connection attempt, because the file with the token can be replaced. */
  feedLogin: () => { clientId: string; token: string } | null;
  feedTimeBase: "ist" | "utc";
  marketStrip: string[];
  calendar: MarketCalendar;
  sandboxMarket: {
    seed: number;
    hours: "always" | "exchange";
    records: string;
    makesStudies: boolean;
    privatePostbacks: boolean;
    /** Number of days without use after which an account expires. */
    accountDays: number;
  };
  /** Notification channels of the sandbox. The mail server's address may contain a password. */
  notifications: NotificationSettings;
  /**
   * True if the sandbox's login page shows the demo clients with their codes. If null, it shows them only to users on
   * the same machine.
   */
  showsDemoLogins: boolean | null;
  /** True if the page /design, which shows all components, is accessible. */
  hasDesignPage: boolean;
  /** Benchmark for the records of the sandbox. Records of a real provider contain a benchmark. */
  benchmark: { key: string; name: string };
  /** Key that signs the sandbox's records. If null, the sandbox generates and stores one. */
  recordKey: string | null;
  /** Pages show performance figures only up to this basis of disclosure. */
  disclosureCeiling: DisclosureBasis;
  /** Address of the bus. It may contain a password. */
  busUrl: string | null;
  /** Prefix of all keys and channels on the bus, such as "site" in "site:relay:lease". */
  busPrefix: string;
  admin: { port: number; host: string } | null;
  /** Null if the operator console is not configured. */
  console: ConsoleSettings | null;
  /** Secret of operators for reading enquiries and replying in a real chat service; null if not configured. */
  chatOperatorSecret: string | null;
  trustedProxyHops: number;
  /** Destination of traces; null disables tracing. Headers may contain a key. */
  tracing: ReturnType<typeof readTracing>;
  keepIncidentsDays: number;
  /** Path of the brand's folder. */
  brandDir: string;
  /** Language and files of the brand folder. */
  brand: Pick<BrandFolder, "language" | "files">;
  /** Data of the brand. A reload (SIGHUP) changes this object in place, so that all references see the new brand. */
  site: Site;
  limits: Limits;
};

export type FeedSetting = {
  /** Addresses of the feed. Null selects the embedded sandbox's feed; an empty list disables the feed. */
  urls: string[] | null;
  /** Instruments that are always subscribed, for example "IDX_I:13". */
  canaries: string[];
};
