// Descriptions of all settings. `npm run generate:settings` writes operations/settings.md from them.
import { OPERATOR_SETTING_TEXTS } from "./operator-setting-texts.ts";
import { FEEDS } from "./relay/prices/feeds/feeds.ts";

/** Headings of settings.md and of a settings file, in the order of the page. */
export const SETTING_GROUPS = {
  site: "The site",
  brand: "Brand",
  provider: "The provider's services",
  feeds: "Price feeds",
  documentation: "Addresses in the documentation",
  replicas: "Replicas",
  operators: "Operators",
  limits: "Limits",
  sandbox: "The embedded sandbox",
} as const;
export type SettingGroup = keyof typeof SETTING_GROUPS;

export type SettingText = {
  group: SettingGroup;
  names: readonly string[];
  /** Default value. */
  byDefault: string;
  /** As Markdown. */
  means: string;
};

export const SETTING_TEXTS: readonly SettingText[] = [
  ...OPERATOR_SETTING_TEXTS,
  {
    group: "site",
    names: ["PORT", "HOST"],
    byDefault: "`6000`, `0.0.0.0`",
    means: "where it listens",
  },
  {
    group: "site",
    names: ["PUBLIC_ORIGIN"],
    byDefault: "the request's own host, if it is a loopback name",
    means:
      "scheme and host that browsers use. Needed behind a real name; set, it is the only host that is served. Any other host gets a 421 with this reason. Plain `http:` for loopback hosts only",
  },
  {
    group: "site",
    names: ["HSTS"],
    byDefault: "`year` behind https, else `none`",
    means:
      "strength of the HSTS header: `year` for this host, `subdomains` for those below it too, `preload` also for the browsers' own lists. The last two bind other hosts of yours and cannot be taken back for a year or two",
  },
  {
    group: "provider",
    names: ["BASE_API_URL"],
    byDefault: "embedded sandbox",
    means: "the provider's base API; `https:`, or `http:` on loopback",
  },
  {
    group: "provider",
    names: ["BASE_API_HEADER", "BASE_API_SECRET"],
    byDefault: "none",
    means:
      "header name and secret that identify this site to the base API, sent with every call. The file of `BASE_API_SECRET_FILE` is read again when it changes",
  },
  {
    group: "provider",
    names: ["AUTH_URL", "PARTNER_ID", "PARTNER_SECRET"],
    byDefault: "the sandbox's; none beside a real base API",
    means:
      "the provider's authentication service, partner flow: `generate-consent`, `consent-login`, `consume-consent`. Register `https://your.host/auth/callback` there",
  },
  {
    group: "site",
    names: ["SESSION_SECRETS"],
    byDefault: "generated and stored in `DATA_DIR`",
    means:
      "secrets of 32 characters or more, split by commas: the first seals cookies, all open them. Needed with `AUTH_URL`, and the same on every replica",
  },
  {
    group: "documentation",
    names: [
      "API_PUBLIC_URL",
      "API_AUTH_URL",
      "API_FEED_URL",
      "API_DEPTH_URL",
      "API_DEPTH_200_URL",
      "API_ORDER_UPDATE_URL",
      "API_INSTRUMENTS_URL",
    ],
    byDefault: "the sandbox's; none beside a real base API",
    means:
      "where developers reach the trading API, its login, its sockets and the folder of instrument files: what documentation, OpenAPI, AsyncAPI, samples and quick start name. What is not set beside a real base API is not mentioned",
  },
  {
    group: "provider",
    names: ["API_ADMIN_FORM_URL"],
    byDefault: "the sandbox's; none beside a real base API",
    means: "takes requests for API access: `POST /v1/enquiries` with an `Idempotency-Key`",
  },
  {
    group: "provider",
    names: ["CHAT_URL"],
    byDefault: "the sandbox's; none beside a real base API",
    means: "chat service: `POST /v1/conversations`, `GET` it, `POST …/messages`",
  },
  {
    group: "provider",
    names: ["ORDER_WINDOW_URL"],
    byDefault: "the sandbox's; none beside a real base API, and deploying is closed then",
    means:
      "where a basket is confirmed: opened with `?basket=…&return=…`, comes back to that address with `outcome=confirmed` or `declined`",
  },
  {
    group: "provider",
    names: ["ORDER_UPDATE_URL", "ORDER_UPDATE_LOGIN"],
    byDefault: "the sandbox's, `partner`",
    means:
      "the order-update socket; `partner` is one connection for all clients, logged in with `PARTNER_ID` and `PARTNER_SECRET`, `individual` one for each client with an open page, with that client's token",
  },
  {
    group: "feeds",
    names: FEEDS.map(({ settings }) => settings.urls),
    byDefault: "the sandbox's; none beside a real base API",
    means: `addresses of ${FEEDS.map(({ settings }) => settings.label).join(" and of ")}, several for failover, split by commas; \`wss:\`, or \`ws:\` on loopback`,
  },
  {
    group: "feeds",
    names: ["FEED_CLIENT_ID", "FEED_ACCESS_TOKEN"],
    byDefault: "–",
    means:
      "login of those feeds. With `FEED_ACCESS_TOKEN_FILE` the file is read again before each dial, so a new token needs no restart",
  },
  {
    group: "feeds",
    names: ["FEED_TIME_BASE"],
    byDefault: "`ist`",
    means: "what a trade time of the feed counts: seconds of the Indian wall clock (`ist`), or UTC (`utc`)",
  },
  {
    group: "feeds",
    names: FEEDS.map(({ settings }) => settings.canaries),
    byDefault: FEEDS.map(({ settings }) => `\`${settings.defaultCanaries.join()}\``).join("; "),
    means: "always subscribed: shown in the strip, and what tells a silent feed from a quiet market",
  },
  {
    group: "feeds",
    names: ["MARKET_CALENDAR_FILE"],
    byDefault: "NSE, BSE and MCX, 2022 to 2027",
    means:
      "JSON of sessions, holidays and special days; its shape is `marketCalendarSchema` in `app/domain/market-sessions.ts`",
  },
  {
    group: "replicas",
    names: ["BUS_URL"],
    byDefault: "none",
    means:
      "`redis://…` or `rediss://…` (Valkey or Redis) when several replicas run; `BUS_URL_FILE` for a file. Needs `SESSION_SECRETS`, which seal all messages between replicas",
  },
  {
    group: "replicas",
    names: ["BUS_PREFIX"],
    byDefault: "`site`",
    means:
      "prefix of all keys and channels on the bus, the same on all replicas of a site. Sites that share a bus need different prefixes",
  },
  {
    group: "limits",
    names: ["VIEWERS_PER_NODE", "VIEWERS_PER_ADDRESS"],
    byDefault: "`20000`, `200`",
    means: "live viewers one process takes, in all and from one address (IPv6 by /64)",
  },
  {
    group: "provider",
    names: ["CATALOGUE_ALGOS_MAX"],
    byDefault: "`10000`",
    means:
      "algos of the provider's list that the site reads in the background, for lists while the provider is down and for the sitemap; at most 20,000. Above it the first ones are read, and a log line reports it. Each thousand takes about 17 MiB with the pages of its algos",
  },
  {
    group: "limits",
    names: ["PAGES_PER_ADDRESS", "CALLS_PER_ADDRESS"],
    byDefault: "`20`, `100`",
    means:
      "uncached pages, forms and polls, and calls of the sandbox, a second of all users at one address without their own budget, on average over four seconds; above it 429 with `Retry-After`. A signed-in client has half as many pages to themselves, an accepted access token as many calls (see server/README.md, Limits)",
  },
  {
    group: "limits",
    names: ["DRAIN_MS"],
    byDefault: "`2000`",
    means:
      "time after SIGTERM during which the site still accepts connections and ends each with `Connection: close`, ms; at most 5,000. Then it closes idle connections. SIGINT (Ctrl+C) does not wait",
  },
  {
    group: "limits",
    names: ["SHED_ABOVE_LOOP_DELAY_MS"],
    byDefault: "`400`",
    means:
      "mean lateness of the event loop over a second, in ms, above which uncached pages are refused with 503 and `Retry-After`, so that prices and cached pages go on",
  },
  {
    group: "limits",
    names: ["CONNECTIONS_PER_ADDRESS"],
    byDefault: "`512`",
    means:
      "connections of one address, beside its viewers'; not counted behind proxies (`TRUSTED_PROXY_HOPS`)",
  },
  {
    group: "site",
    names: ["TRUSTED_PROXY_HOPS"],
    byDefault: "`0`",
    means:
      "number of your proxies in front of the site: set it behind an ingress, or all viewers count as one address",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_RECORDS"],
    byDefault: "`all`",
    means: "which algos the sandbox runs backtests of in the background: `all`, `none`, or ids",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_STUDIES"],
    byDefault: "`yes`",
    means:
      "whether, once all records are there, it computes backtests with other costs, parameters and capital beside them, in one process of the lowest priority",
  },
  {
    group: "sandbox",
    names: ["BENCHMARK"],
    byDefault: "`IDX_I:13 Nifty 50`",
    means:
      "what the sandbox's records are measured against: an instrument and its name. A real provider's records name their own",
  },
  {
    group: "sandbox",
    names: ["RECORD_KEY"],
    byDefault: "generated and stored in `DATA_DIR`",
    means:
      "signs the sandbox's records: an Ed25519 private key as PEM (`openssl genpkey -algorithm ed25519`); `RECORD_KEY_FILE` for a file",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_PRIVATE_POSTBACKS"],
    byDefault: "`no`",
    means:
      "`yes` lets postbacks of the trading API go to this machine and to private networks, for receivers under test",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_ACCOUNT_DAYS"],
    byDefault: "`7`",
    means:
      "days without use after which a sandbox account expires with everything in it. A call, an open socket, a sign-in and a deployment that has not ended count as use; the demo clients never expire",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_PUSH_CONTACT", "SANDBOX_PUSH_SERVICES"],
    byDefault: "no Web Push; the services of Chrome, Firefox, Safari and Edge",
    means:
      "whom a push service writes to when something is wrong (`mailto:` or `https:`), which turns Web Push on; the services that messages may be sent to, as origins, `*` for any name in front",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_MAIL_URL", "SANDBOX_MAIL_FROM"],
    byDefault: "no e-mail",
    means:
      "the mail server as `smtp://` or `smtps://user:password@host:port` (or `SANDBOX_MAIL_URL_FILE`), and who its mails are from: turns messages by e-mail on",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_DEMO_LOGINS"],
    byDefault: "on loopback hosts alone",
    means: "`yes` or `no`: whether the sandbox's sign-in page names its demo clients and their codes",
  },
  {
    group: "site",
    names: ["DESIGN_PAGE"],
    byDefault: "`no` in production, else `yes`",
    means: "`yes` or `no`: whether `/design`, a page with every component of the site, can be opened",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_MARKET_HOURS", "SANDBOX_SEED"],
    byDefault: "`always`, `1`",
    means:
      "whether the sandbox's market never closes or keeps the exchanges' hours (`exchange`); the seed of its prices",
  },
  {
    group: "site",
    names: ["DATA_DIR"],
    byDefault: "`data` in the working directory",
    means:
      "folder of the sandbox's store and of the site's persistent data: requests that wait for their service, its own session secret, what limits by address have counted. One site holds it: a second one exits with a message that names the first",
  },
  {
    group: "site",
    names: ["BUILD_VERSION"],
    byDefault: "`0.1.0`",
    means: "shown as `v…` in the footer and by `/healthz`",
  },
  {
    group: "provider",
    names: ["ENVIRONMENT", "SOURCE_CODE", "BROKER_CODE"],
    byDefault: "`prod`, `W`, `BROKER`",
    means: "source and broker code go with every base API call",
  },
  {
    group: "site",
    names: ["NODE_ENV"],
    byDefault: "`production` for the compiled server",
    means: "which build of React is loaded",
  },
  {
    group: "site",
    names: ["PERFORMANCE_DISCLOSURE"],
    byDefault: "`backtest` with the sandbox, else `none`",
    means:
      "the operator's ceiling: `none`; `one_to_one` (signed in, on request, recorded); `verified`; `backtest` (everything, with the regulator's words). An algo is shown by its own basis if that is not over the ceiling",
  },
  {
    group: "brand",
    names: ["BRAND_DIR"],
    byDefault: "the demonstration brand",
    means:
      "folder with `brand.yaml`: names, registrations, contacts, links, amounts, functions ([brand.md](brand.md)). Needed with `BASE_API_URL`. SIGHUP reads it again",
  },
];
