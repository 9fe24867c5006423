// Descriptions of all settings. `npm run generate:settings` writes them to operations/settings.md.
import { OPERATOR_SETTING_TEXTS } from "./operator-setting-texts.ts";
import { FEEDS } from "./relay/prices/feeds/feeds.ts";

/** Groups of a settings file, in order, with their headings in settings.md. */
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
  byDefault: string;
  /** Description of the setting, as Markdown. */
  means: string;
};

export const SETTING_TEXTS: readonly SettingText[] = [
  ...OPERATOR_SETTING_TEXTS,
  {
    group: "site",
    names: ["PORT", "HOST"],
    byDefault: "`6000`, `0.0.0.0`",
    means: "port and address that the site listens on",
  },
  {
    group: "site",
    names: ["PUBLIC_ORIGIN"],
    byDefault: "the request's own host, if it is a loopback name",
    means:
      "scheme and host that browsers use. Required for a public host name. If set, it is the only host that is served; any other host gets 421 with this reason. `http:` is allowed for loopback hosts only",
  },
  {
    group: "site",
    names: ["HSTS"],
    byDefault: "`year` behind https, `none` for http and loopback hosts",
    means:
      "HSTS header: `year` for this host, `subdomains` also for its subdomains, `preload` also for the browsers' preload lists. The last two affect your other hosts and cannot be reverted for one or two years",
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
    byDefault: "the sandbox's; none with a real base API",
    means:
      "the provider's authentication service, partner flow: `generate-consent`, `consent-login`, `consume-consent`. Register `https://your.host/auth/callback` there",
  },
  {
    group: "site",
    names: ["SESSION_SECRETS"],
    byDefault: "generated and stored in `DATA_DIR`",
    means:
      "secrets of at least 32 characters, separated by commas. The first one seals cookies, all of them open cookies. Required with `AUTH_URL`; must be the same on every replica",
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
    byDefault: "the sandbox's; none with a real base API",
    means:
      "addresses of the trading API, its login, its sockets and the folder of instrument files, as shown in documentation, OpenAPI, AsyncAPI, samples and quick start. With a real base API, unset addresses are not mentioned",
  },
  {
    group: "provider",
    names: ["API_ADMIN_FORM_URL"],
    byDefault: "the sandbox's; none with a real base API",
    means: "service that accepts requests for API access: `POST /v1/enquiries` with an `Idempotency-Key`",
  },
  {
    group: "provider",
    names: ["CHAT_URL"],
    byDefault: "the sandbox's; none with a real base API",
    means: "chat service: `POST /v1/conversations`, `GET` it, `POST …/messages`",
  },
  {
    group: "provider",
    names: ["ORDER_WINDOW_URL"],
    byDefault: "the sandbox's; none with a real base API, so deploying is not available",
    means:
      "page where a client confirms a basket. The site opens it with `?basket=…&return=…`; it must redirect to that address with `outcome=confirmed` or `declined`",
  },
  {
    group: "provider",
    names: ["ORDER_UPDATE_URL", "ORDER_UPDATE_LOGIN"],
    byDefault: "the sandbox's, `partner`",
    means:
      "the order-update socket. `partner`: one connection for all clients, with `PARTNER_ID` and `PARTNER_SECRET`. `individual`: one connection for each client with an open page, with the client's token",
  },
  {
    group: "feeds",
    names: FEEDS.map(({ settings }) => settings.urls),
    byDefault: "the sandbox's; none with a real base API",
    means: `addresses of ${FEEDS.map(({ settings }) => settings.label).join(" and of ")}, several for failover, separated by commas; \`wss:\`, or \`ws:\` on loopback`,
  },
  {
    group: "feeds",
    names: ["FEED_CLIENT_ID", "FEED_ACCESS_TOKEN"],
    byDefault: "–",
    means:
      "login of the feeds. The file of `FEED_ACCESS_TOKEN_FILE` is read again before each connection, so a new token needs no restart",
  },
  {
    group: "feeds",
    names: ["FEED_TIME_BASE"],
    byDefault: "`ist`",
    means: "time base of trade times in the feed: seconds of the Indian wall clock (`ist`) or of UTC (`utc`)",
  },
  {
    group: "feeds",
    names: FEEDS.map(({ settings }) => settings.canaries),
    byDefault: FEEDS.map(({ settings }) => `\`${settings.defaultCanaries.join()}\``).join("; "),
    means:
      "instruments that are always subscribed. The market strip shows them, and they distinguish a silent feed from a quiet market",
  },
  {
    group: "feeds",
    names: ["MARKET_CALENDAR_FILE"],
    byDefault: "NSE, BSE and MCX, 2022 to 2027",
    means:
      "JSON file with sessions, holidays and special days, in the format of `marketCalendarSchema` in `app/domain/market-sessions.ts`",
  },
  {
    group: "replicas",
    names: ["BUS_URL"],
    byDefault: "none",
    means:
      "Valkey or Redis (`redis://…` or `rediss://…`) for several replicas; `BUS_URL_FILE` for a file. Requires `SESSION_SECRETS`, which seal all messages between replicas",
  },
  {
    group: "replicas",
    names: ["BUS_PREFIX"],
    byDefault: "`site`",
    means:
      "prefix of all keys and channels on the bus. It must be the same on all replicas of a site, and different for sites that share a bus",
  },
  {
    group: "limits",
    names: ["VIEWERS_PER_NODE", "VIEWERS_PER_ADDRESS"],
    byDefault: "`20000`, `200`",
    means: "maximum of live viewers per process, in total and from one address (IPv6 by /64)",
  },
  {
    group: "provider",
    names: ["CATALOGUE_ALGOS_MAX"],
    byDefault: "`10000`",
    means:
      "maximum of algos that the site reads in the background, for the sitemap and for lists while the provider is down; at most 20,000. If the provider lists more, the site reads the first ones and logs this. A thousand algos need about 17 MiB with their pages",
  },
  {
    group: "limits",
    names: ["PAGES_PER_ADDRESS", "CALLS_PER_ADDRESS"],
    byDefault: "`20`, `100`",
    means:
      "limits per second and address, on average over four seconds: uncached pages, forms and polls; calls of the sandbox. They apply to all users of the address without their own budget; above them 429 with `Retry-After`. A signed-in client has a separate budget of half as many pages, an accepted access token a budget of as many calls (see server/README.md, Limits)",
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
    names: ["PROVIDER_ANSWER_WITHIN_MS"],
    byDefault: "`2000`",
    means:
      "time limit of each answer of the provider's services (base API, sign-in, chat, enquiries), ms; 200 to 20,000. A page has one second more",
  },
  {
    group: "limits",
    names: ["SHED_ABOVE_LOOP_DELAY_MS"],
    byDefault: "`400`",
    means:
      "mean lateness of the event loop over a second, in ms, above which uncached pages are refused with 503 and `Retry-After`, so that prices and cached pages continue",
  },
  {
    group: "limits",
    names: ["CONNECTIONS_PER_ADDRESS"],
    byDefault: "`512`",
    means:
      "maximum of connections of one address (IPv6 by /64), without those of its viewers; not counted behind proxies (`TRUSTED_PROXY_HOPS`)",
  },
  {
    group: "site",
    names: ["TRUSTED_PROXY_HOPS"],
    byDefault: "`0`",
    means:
      "number of your proxies in front of the site. Set it behind an ingress; otherwise all viewers count as one address",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_RECORDS"],
    byDefault: "`all`",
    means: "algos that the sandbox backtests in the background: `all`, `none`, or ids",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_STUDIES"],
    byDefault: "`yes`",
    means:
      "`yes` or `no`: after all records, compute backtests with other costs, parameters and capital, in one process of the lowest priority",
  },
  {
    group: "sandbox",
    names: ["BENCHMARK"],
    byDefault: "`IDX_I:13 Nifty 50`",
    means:
      "benchmark of the sandbox's records: an instrument and its name. A real provider's records contain their own benchmark",
  },
  {
    group: "sandbox",
    names: ["RECORD_KEY"],
    byDefault: "generated and stored in `DATA_DIR`",
    means:
      "Ed25519 private key as PEM that signs the sandbox's records (`openssl genpkey -algorithm ed25519`); `RECORD_KEY_FILE` for a file",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_PRIVATE_POSTBACKS"],
    byDefault: "`no`",
    means:
      "`yes` allows postbacks of the trading API to this machine and to private networks, for tests of receivers",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_ACCOUNT_DAYS"],
    byDefault: "`7`",
    means:
      "days without use after which a sandbox account expires with all its data. Calls, open sockets, sign-ins and active deployments count as use; the demo clients never expire",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_PUSH_CONTACT", "SANDBOX_PUSH_SERVICES"],
    byDefault: "no Web Push; the services of Chrome, Firefox, Safari and Edge",
    means:
      "contact for push services (`mailto:` or `https:`), which turns on Web Push; origins of the push services that messages can be sent to, with `*` as a wildcard for subdomains",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_MAIL_URL", "SANDBOX_MAIL_FROM"],
    byDefault: "no e-mail",
    means:
      "mail server as `smtp://` or `smtps://user:password@host:port` (or `SANDBOX_MAIL_URL_FILE`), and the sender of its mails. Both turn on messages by e-mail",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_DEMO_LOGINS"],
    byDefault: "`yes` on loopback hosts only",
    means: "`yes` or `no`: show the demo clients and their codes on the sandbox's sign-in page",
  },
  {
    group: "site",
    names: ["DESIGN_PAGE"],
    byDefault: "`no` in production, else `yes`",
    means: "`yes` or `no`: serve `/design`, a page with every component of the site",
  },
  {
    group: "sandbox",
    names: ["SANDBOX_MARKET_HOURS", "SANDBOX_SEED"],
    byDefault: "`always`, `1`",
    means:
      "`always`: the sandbox's market never closes; `exchange`: it has the exchanges' hours. Seed of its prices",
  },
  {
    group: "site",
    names: ["DATA_DIR"],
    byDefault: "`data` in the working directory",
    means:
      "folder of the sandbox's store and of the site's persistent data: unsent requests, the generated session secret, and counts of rate limits by address. Only one site can use it; a second one exits with a message that identifies the first",
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
    means: "source code and broker code, sent with every base API call",
  },
  {
    group: "site",
    names: ["NODE_ENV"],
    byDefault: "`production` for the compiled server",
    means: "build of React that is loaded",
  },
  {
    group: "site",
    names: ["PERFORMANCE_DISCLOSURE"],
    byDefault: "`backtest` with the sandbox, else `none`",
    means:
      "the most performance that the site may show: `none`; `one_to_one` (signed in, on request, logged); `verified`; `backtest` (everything, with the regulator's texts). An algo's own basis applies if it does not exceed this",
  },
  {
    group: "brand",
    names: ["BRAND_DIR"],
    byDefault: "the demonstration brand",
    means:
      "folder with `brand.yaml`: names, registrations, contacts, links, amounts, functions ([brand.md](brand.md)). Required with `BASE_API_URL`. SIGHUP reloads it",
  },
];
