// An independent provider: base API and partner login, written from the contract's OpenAPI document with node:http
// only. It shares no code with the sandbox or the site (tests/repo.test.ts checks this), so that a misunderstanding of
// the contract is detected. `faults` changes its behaviour at runtime.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  ALGOS,
  type Algo,
  algosOf,
  detailOf,
  type Json,
  MANAGERS,
  managerOf,
  ODD_ITEMS,
  type OddItem,
} from "./catalogue.ts";

export type ProviderFaults = {
  /** Kinds of invalid or unusual items. The last algos in the list are changed to these kinds, in the given order. */
  oddItems: readonly OddItem[];
  /** Omits the filter counts in lists. */
  withoutFacets: boolean;
  /** Status of every public call, such as 401; null for normal responses. */
  publicStatus: number | null;
  /** True if the authentication service refuses the partner, as after its secret has expired. */
  refusesPartner: boolean;
  /** Paths that return 404. */
  missing: readonly string[];
  /** True if every connection is closed without a response. */
  isDown: boolean;
  /** Delay of each response in ms. */
  delayMs: number;
  /** Deviation of the Date header's clock, in ms. */
  clockOffMs: number;
  /** True if responses are not JSON, as from a proxy's error page. */
  isGarbled: boolean;
};

export type IndependentProvider = {
  url: string;
  faults: ProviderFaults;
  /** Returns the headers of the last call of the base API. */
  lastHeaders(): IncomingMessage["headers"];
  /** Returns the paths of all calls of the base API. */
  calls(): readonly string[];
  close(): Promise<void>;
};

const NO_FAULTS: ProviderFaults = {
  oddItems: [],
  withoutFacets: false,
  publicStatus: null,
  refusesPartner: false,
  missing: [],
  isDown: false,
  delayMs: 0,
  clockOffMs: 0,
  isGarbled: false,
};
export const PARTNER = { id: "independent-partner", secret: "independent-secret" };

/** `algos` is the number of listed algos. */
export async function startIndependentProvider({ algos = ALGOS.length } = {}): Promise<IndependentProvider> {
  const catalogue = algosOf(algos);
  let headers: IncomingMessage["headers"] = {};
  const calls: string[] = [];
  const provider = { faults: { ...NO_FAULTS } };
  const limits = { live: NO_LIMITS, paper: NO_LIMITS };
  const server = createServer((request, response) => {
    const { faults } = provider;
    if (faults.isDown) {
      request.socket.destroy();
      return;
    }
    const url = new URL(request.url ?? "/", "http://provider");
    if (url.pathname.startsWith("/v1/")) {
      headers = request.headers;
      calls.push(url.pathname);
    }
    setTimeout(() => answer(request, response, url, { ...faults, catalogue, limits }), faults.delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get faults() {
      return provider.faults;
    },
    set faults(faults) {
      provider.faults = faults;
    },
    lastHeaders: () => headers,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const withFaults = (faults: Partial<ProviderFaults>): ProviderFaults => ({ ...NO_FAULTS, ...faults });

type Limits = Record<"live" | "paper", Json>;
type State = ProviderFaults & { catalogue: readonly Algo[]; limits: Limits };

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  faults: State,
): Promise<void> {
  const { pathname: path, searchParams: query } = url;
  if (request.method === "PUT" && path === "/v1/account-limits") await changeLimits(request, faults.limits);
  const { status, body } = path.startsWith("/auth/")
    ? authenticate(request, path, faults)
    : call(request, path, query, faults);
  response
    .writeHead(status, {
      "content-type": "application/json",
      date: new Date(Date.now() + faults.clockOffMs).toUTCString(),
    })
    .end(faults.isGarbled ? "<html>Bad gateway</html>" : JSON.stringify(body));
}

type Answer = { status: number; body: unknown };

function call(request: IncomingMessage, path: string, query: URLSearchParams, faults: State): Answer {
  if (faults.missing.includes(path)) return problem(404, "There is no such resource.");
  const isLimits = path === "/v1/account-limits";
  const isPersonal = PERSONAL[path] !== undefined || isLimits;
  if (isPersonal && request.headers["access-token"] === undefined) return problem(401, "Sign in.");
  if (!isPersonal && faults.publicStatus !== null) return problem(faults.publicStatus, "Refused.");
  const body = isLimits
    ? { ...faults.limits, asOf: AS_OF }
    : (PERSONAL[path] ?? publicAnswer(path, query, faults));
  return body === null ? problem(404, "There is no such resource.") : { status: 200, body };
}

const AS_OF = "2026-11-20T10:00:00Z";
const TOTALS = {
  todayPaise: 0,
  realisedTodayPaise: 0,
  unrealisedPaise: 0,
  chargesTodayPaise: 0,
  totalPaise: 0,
  tradesToday: 0,
  running: 0,
  availablePaise: 10_000_00,
  usedPaise: 0,
};

const NO_LIMITS: Json = {
  lossPerDayRupees: null,
  profitLock: null,
  todayPaise: 0,
  peakPaise: null,
  floorPaise: null,
  reached: null,
};

/** Stores the limits of one mode. This provider runs no algos, so no limit is ever reached. */
async function changeLimits(request: IncomingMessage, limits: Limits): Promise<void> {
  let text = "";
  for await (const part of request) text += part;
  const { mode, ...wanted } = JSON.parse(text);
  limits[mode as keyof Limits] = { ...NO_LIMITS, ...wanted };
}

/** Responses for a signed-in client with an empty account. */
const PERSONAL: Record<string, Json> = {
  "/v1/session": {
    id: "session-0001",
    kind: "sign_in",
    clientId: "7700000001",
    name: "Independent Client",
    createdAt: AS_OF,
    endsAt: "2036-11-20T10:00:00Z",
  },
  "/v1/portfolio": {
    live: TOTALS,
    paper: TOTALS,
    days: [],
    today: { live: [], paper: [] },
    curves: [],
    asOf: AS_OF,
    simulated: false,
  },
  "/v1/deployments": { items: [], asOf: AS_OF },
  "/v1/positions": { items: [], asOf: AS_OF },
  "/v1/kill-switch": { isActive: false, since: null, liftableFrom: null },
  "/v1/events": { items: [], nextCursor: null, asOf: AS_OF },
  "/v1/tracklists": { items: [] },
};

function publicAnswer(path: string, query: URLSearchParams, faults: State): Json | null {
  const items = itemsOf(faults);
  if (path === "/v1/strategies") return listAnswer(items, query, faults);
  if (path === "/v1/suggestions") return { items: [] };
  if (path === "/v1/managers") return { items: MANAGERS.map(managerOf) };
  if (path === "/v1/health") return { status: "ok", strategies: items.length, simulated: false };
  if (path === "/v1/evidence/keys") return { keys: [] };
  if (path === "/v1/evidence/heads") return { items: [] };
  if (path === "/v1/market")
    return { indices: [], shares: [], options: [], expiries: [], curveFrom: AS_OF, asOf: AS_OF };
  if (path.startsWith("/v1/instruments/IDX_I/13")) return marketAnswer(path, query);
  const manager = MANAGERS.find(({ id }) => path === `/v1/managers/${id}`);
  if (manager !== undefined) return managerOf(manager);
  const [, id, part = ""] = /^\/v1\/strategies\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const found = items.find((one) => one?.id === id);
  if (!found) return null;
  if (part === "") return detailOf(found);
  if (part === "/similar") return { items: items.slice(0, 6) };
  if (part === "/instruments") return { items: [found.mainInstrument], asOf: AS_OF };
  if (part === "/records") return { items: [] };
  return null;
}

/** Returns the market data of the only instrument with prices, which has a day without trades. */
function marketAnswer(path: string, query: URLSearchParams): Json | null {
  const instrument = {
    exchangeSegment: "IDX_I",
    securityId: "13",
    symbol: "NIFTY",
    name: "Nifty 50",
    kind: "INDEX",
    lotSize: 1,
    tickPaise: 5,
    expiry: null,
    strikePaise: null,
    side: null,
    underlying: null,
    expiries: [],
  };
  if (path.endsWith("/candles"))
    return { instrument, interval: query.get("interval"), items: [], asOf: AS_OF };
  if (!path.endsWith("/13")) return null;
  const price = 24_000_00;
  return {
    instrument,
    quote: {
      lastPaise: price,
      lastTradeAt: AS_OF,
      openPaise: price,
      highPaise: price,
      lowPaise: price,
      previousClosePaise: price,
      averagePaise: price,
      volume: 0,
      openInterest: 0,
      previousOpenInterest: 0,
      lowerCircuitPaise: 0,
      upperCircuitPaise: 0,
    },
    depth: null,
    year: { highPaise: price, lowPaise: price, from: "2025-11-20" },
    asOf: AS_OF,
  };
}

function itemsOf({ oddItems, catalogue }: State): readonly (Algo | null)[] {
  const usual = catalogue.length - oddItems.length;
  return catalogue.map((one, index) => {
    const oddItem = oddItems[index - usual];
    return oddItem === undefined ? one : (ODD_ITEMS[oddItem](one) as Algo | null);
  });
}

function listAnswer(all: readonly (Algo | null)[], query: URLSearchParams, faults: ProviderFaults): Json {
  const matches = all.filter((one) => one === null || isMatch(one, query));
  const limit = Number(query.get("limit") ?? 24);
  const from = Number(query.get("cursor") ?? 0);
  const items = matches.slice(from, from + limit);
  return {
    items,
    total: matches.length,
    startIndex: from,
    nextCursor: from + limit < matches.length && limit > 0 ? String(from + limit) : null,
    previousCursor: from > 0 ? String(Math.max(0, from - limit)) : null,
    ...(faults.withoutFacets ? {} : { facets: {} }),
    loosen: [],
    asOf: AS_OF,
  };
}

function isMatch(one: Algo, query: URLSearchParams): boolean {
  const tags = query.getAll("tags");
  const amount = Number(one.minAmountRupees);
  const bound = query.get("min_amount");
  const isBelow = bound !== null && amount < Number(bound);
  const capital = query.get("capital");
  const ids = query.getAll("id");
  const instruments = query.getAll("filter_instrument");
  const field = query.get("field_name");
  return (
    tags.every((tag) => one.tags.includes(tag)) &&
    (bound === null || isBelow === (query.get("min_amount_val") === "Lower")) &&
    (query.get("risk") === null || one.risk === query.get("risk")) &&
    (query.get("partner_name") === null || one.manager.name === query.get("partner_name")) &&
    (capital === null || amount <= Number(capital)) &&
    (ids.length === 0 || ids.includes(one.id)) &&
    (instruments.length === 0 || instruments.includes(one.instrument)) &&
    (field === null || !field.includes("option") || one.tags.includes("Options"))
  );
}

/** Implements the partner login: a consent, then a token in exchange for the tokenId. */
function authenticate(request: IncomingMessage, path: string, faults: ProviderFaults): Answer {
  const { refusesPartner, missing } = faults;
  // The sign-in ends by redirecting the browser to this page.
  if (path === "/auth/consent-login" && !missing.includes(path)) return { status: 200, body: "Sign in" };
  const { partner_id: id, partner_secret: secret } = request.headers;
  if (refusesPartner || id !== PARTNER.id || secret !== PARTNER.secret)
    return missing.includes(path)
      ? problem(404, "This page does not exist.")
      : { status: 401, body: { errorCode: "DH-901", errorMessage: "The partner secret has expired." } };
  if (path === "/auth/partner/generate-consent")
    return { status: 200, body: { consentId: "consent-1", consentStatus: "GENERATED" } };
  if (path === "/auth/partner/consume-consent")
    return {
      status: 200,
      body: {
        dhanClientId: "7700000001",
        dhanClientName: "Independent Client",
        accessToken: "independent-token",
        expiryTime: "2036-11-20T10:00:00",
      },
    };
  return problem(404, "There is no such resource.");
}

function problem(status: number, detail: string): Answer {
  return { status, body: { type: "about:blank", title: detail, status, detail } };
}
