// Proxy from the site's port to the sandbox's process. A table lists the public paths. The site's checks of method,
// origin and size apply before a request is forwarded, and its security headers to the response. Programs authenticate
// with a token in a header and send no cookie, so a page of another site gains nothing by calling the API. Pages accept
// forms only from pages of this site.
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { Agent, type Dispatcher } from "undici";
import type { Limits } from "../limits.ts";
import { BODY_TOO_LARGE_HEADER } from "../protocol/body-too-large.ts";
import { LOST_RESPONSE_HEADER } from "../protocol/lost-response.ts";
import { chooseEncoding, ENCODINGS } from "../render/encoding.ts";
import type { Slot } from "./budgets.ts";
import { checkMethod, isSameOrigin, type MinBodyRate, readAll, readBody, wrongMethod } from "./guard.ts";
import { Refusal } from "./refusal.ts";
import {
  callerHeaders,
  createSocketProxy,
  type SocketProxyLimits,
  type UpgradeToSandbox,
} from "./sandbox-sockets.ts";
import { type AcceptedTokens, readAccessToken } from "./sender.ts";

/**
 * Content security policy of the sandbox's pages. `formOrigin` is the origin of another site that a form may redirect
 * to.
 */
const pagePolicy = (formOrigin: string | null) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'${formOrigin === null ? "" : ` ${formOrigin}`}; base-uri 'none'; frame-ancestors 'none'`;
/** Response header of the sandbox: origin of the app that a consent form redirects to. The proxy removes it. */
const FORM_ORIGIN_HEADER = "x-form-origin";
/** Response header of the sandbox: client of an accepted access token. The proxy removes it. */
const CLIENT_HEADER = "x-client";
/**
 * Request header for the sandbox's pages: the site's style sheet, form script and brand, and the user's colour scheme.
 */
const FRAME_HEADER = "x-site-frame";

type PathKind = {
  methods: readonly string[];
  /**
   * Accepted senders of writes. `form`: forms on this site's pages. `own`: this site's pages and programs. `any`: every
   * caller.
   */
  bodies: "form" | "own" | "any";
  hasCookies: boolean;
  /**
   * True if the path serves pages, which have a content security policy of their own. All other responses have the
   * strict default policy.
   */
  isPages: boolean;
};
const API: PathKind = {
  methods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
  bodies: "any",
  hasCookies: false,
  isPages: false,
};
const FORMS: PathKind = {
  methods: ["GET", "HEAD", "POST"],
  bodies: "form",
  hasCookies: false,
  isPages: true,
};
const PORTAL: PathKind = { ...API, bodies: "own", hasCookies: true, isPages: true };

const TRADING_API_PATH = "/sandbox/v2/";
/** Public paths; the first match applies. `null`: only servers call these paths, so the public port refuses them. */
const PUBLIC: readonly [path: string, kind: PathKind | null][] = [
  [TRADING_API_PATH, API],
  ["/sandbox/auth/app/", API],
  ["/sandbox/auth/oauth/register", API],
  ["/sandbox/auth/oauth/token", API],
  ["/sandbox/auth/partner", null],
  ["/sandbox/auth/", FORMS],
  ["/sandbox/order-window", FORMS],
  ["/sandbox/portal", PORTAL],
  ["/sandbox/platforms/", { ...FORMS, hasCookies: true }],
];

const FORWARDED_REQUEST_HEADERS = [
  "access-token",
  "client-id",
  "dhanclientid",
  "app_id",
  "app_secret",
  "content-type",
  "accept",
  "user-agent",
  "idempotency-key",
  "x-request-id",
  "x-sandbox-fault",
  "killswitchstatus",
];
const FORWARDED_RESPONSE_HEADERS = [
  "allow",
  "content-type",
  "cache-control",
  "location",
  "retry-after",
  "idempotent-replayed",
  "x-next-cursor",
  "x-request-id",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
];
/** Methods that no operation of the trading API has. The API refuses them, because its `Allow` depends on the path. */
const METHODS_REFUSED_BY_API = ["PATCH", "OPTIONS"];
const RETRY_AFTER_S = "1";
/** Maximum size of a response that is sent in one piece instead of streamed. */
const SHORT_BYTES = 65_536;
/** Brotli quality of CSV files, which are compressed for each download. */
const CSV_BROTLI_QUALITY = 4;

export type SandboxProxy = {
  /** True if a path belongs to the sandbox, so that the site's rules about forms do not apply. */
  owns(pathname: string): boolean;
  /** Forwards a request to the sandbox and sends its response. Throws Refusal. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    client: string,
    place: Slot,
  ): Promise<void>;
  upgrade: UpgradeToSandbox;
};

type Passed = {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  client: string;
  kind: PathKind;
  body: Buffer;
};

export type SandboxProxyLimits = MinBodyRate &
  SocketProxyLimits &
  Pick<Limits, "formBodyBytes" | "formFields" | "apiBodyBytes" | "apiTimeoutMs" | "apiReadTimeoutMs">;

/** Values from the site that the sandbox's pages show. */
export type SiteFrame = {
  brandName: string;
  legalName: string;
  language: string;
  theme: "system" | "light" | "dark";
  styleHref: string | null;
  docsStyleHref: string | null;
  signInStyleHref: string | null;
  formScriptHref: string | null;
  hasMarkets: boolean;
  showsDemoLogins: boolean;
};

/**
 * Forwards a call whose body is too large, without the body, so that the API counts and logs it. Returns the headers
 * with the remaining calls; none if the sandbox does not respond.
 */
async function countTooLarge(
  agent: Agent,
  origin: string | null,
  passed: Omit<Passed, "body">,
): Promise<Record<string, string>> {
  if (origin === null) return {};
  const { request, url } = passed;
  const answer = await agent
    .request({
      origin,
      path: sandboxPath(url),
      method: request.method as "GET",
      headers: { ...buildForwardedHeaders(passed), [BODY_TOO_LARGE_HEADER]: "1" },
    })
    .catch(() => null);
  await answer?.body.dump();
  return Object.fromEntries(
    Object.entries(answer?.headers ?? {}).flatMap(([name, value]) =>
      name.startsWith("ratelimit-") && typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

export function createSandboxProxy(options: {
  /** Null while the sandbox is down. */
  baseUrl: () => string | null;
  /** Returns the values for the user with these cookies. `origin` is the site's origin. */
  frameFor: (cookies: string | undefined, origin: string) => SiteFrame;
  limits: SandboxProxyLimits;
  tokens: Pick<AcceptedTokens, "store">;
  /** Called for every opened socket. `close` of the result is called when the socket closes. */
  onSocket?: (path: string) => { close: () => void } | undefined;
}): SandboxProxy {
  const { limits } = options;
  const agent = new Agent({ headersTimeout: limits.apiTimeoutMs, bodyTimeout: limits.apiTimeoutMs });

  function base(): string {
    const address = options.baseUrl();
    if (address === null)
      throw new Refusal(503, (text) => text.sandboxStarting, { "Retry-After": RETRY_AFTER_S });
    return address;
  }

  return {
    owns: (pathname) => classifyPath(pathname) !== undefined,

    async answer(request, response, url, client, place) {
      const kind = classifyPath(url.pathname);
      if (kind === undefined || kind === null) throw new Refusal(404, (text) => text.noPage);
      const body = await place
        .receive(() => checkedBody(request, url, kind, limits))
        .catch(async (fault: unknown) => {
          if (fault instanceof Refusal && fault.status === 413 && url.pathname.startsWith(TRADING_API_PATH))
            Object.assign(
              fault.headers,
              await place.work(() =>
                countTooLarge(agent, options.baseUrl(), { request, response, url, client, kind }),
              ),
            );
          throw fault;
        });
      await place.work(() => forward({ request, response, url, client, kind, body }));
    },

    upgrade: createSocketProxy(base, agent, limits, options.onSocket),
  };

  async function forward({ request, response, url, client, kind, body }: Passed): Promise<void> {
    const headers = buildForwardedHeaders({ request, response, url, client, kind });
    if (kind.isPages)
      headers[FRAME_HEADER] = encodeURIComponent(
        JSON.stringify(options.frameFor(request.headers.cookie, url.origin)),
      );
    const disconnected = new EventEmitter();
    response.once("close", () => {
      if (!response.writableFinished) disconnected.emit("abort");
    });
    let answer: Dispatcher.ResponseData;
    try {
      answer = await agent.request({
        origin: base(),
        path: sandboxPath(url),
        method: request.method as "GET",
        signal: disconnected,
        headers,
        body: body.byteLength === 0 ? null : body,
      });
    } catch (fault) {
      if (fault instanceof Refusal) throw fault;
      throw new Refusal(503, (text) => text.sandboxSilent, { "Retry-After": RETRY_AFTER_S });
    }
    const token = readAccessToken(request);
    const accepted = answer.headers[CLIENT_HEADER];
    if (token !== null && kind === API && (typeof accepted === "string" || answer.statusCode === 401))
      options.tokens.store(token, typeof accepted === "string" ? accepted : null);
    // A fault rule of the account requires that the connection closes without a response.
    if (answer.headers[LOST_RESPONSE_HEADER] !== undefined) {
      await answer.body.dump();
      request.socket.destroy();
      return;
    }
    setHead(response, answer, kind);
    await sendBody(answer, request, response, limits.apiReadTimeoutMs);
  }
}

const sandboxPath = (url: URL) => `${url.pathname.slice("/sandbox".length)}${url.search}`;

function buildForwardedHeaders(passed: Omit<Passed, "body">): Record<string, string> {
  const { request, response, url, client, kind } = passed;
  const headers: Record<string, string> = {
    ...forwardedHeaders(request, kind),
    ...callerHeaders(url, client),
  };
  // Sets the request id unless the caller sent one, so that the sandbox uses the same id as this server.
  headers["x-request-id"] ??= String(response.getHeader("x-request-id") ?? "");
  return headers;
}

/** Sets the status and the forwarded headers of a response. */
function setHead(response: ServerResponse, answer: Dispatcher.ResponseData, kind: PathKind): void {
  response.statusCode = answer.statusCode;
  for (const name of FORWARDED_RESPONSE_HEADERS) {
    const value = answer.headers[name];
    if (typeof value === "string") response.setHeader(name, value);
  }
  if (kind.hasCookies)
    for (const cookie of [answer.headers["set-cookie"] ?? []].flat())
      response.appendHeader("Set-Cookie", cookie);
  if (kind.isPages)
    response.setHeader(
      "Content-Security-Policy",
      pagePolicy(parseOrigin(answer.headers[FORM_ORIGIN_HEADER])),
    );
  if (!response.hasHeader("cache-control")) response.setHeader("Cache-Control", "no-store");
  if (answer.statusCode === 429 && !response.hasHeader("retry-after"))
    response.setHeader("Retry-After", RETRY_AFTER_S);
}

/**
 * Sends the body of a response: a short one in a single write with its length, a longer one as a stream. If the client
 * disconnects, reads too slowly or the sandbox stops, both connections are closed. None of these is a fault of the
 * site.
 */
async function sendBody(
  { headers, body }: Dispatcher.ResponseData,
  request: IncomingMessage,
  response: ServerResponse,
  timeoutMs: number,
): Promise<void> {
  const isShort = request.method !== "HEAD" && Number(headers["content-length"] ?? Infinity) <= SHORT_BYTES;
  if (!isShort) {
    const signal = AbortSignal.timeout(timeoutMs);
    const packer = createCompressor(request, response);
    const sent =
      packer === null ? pipeline(body, response, { signal }) : pipeline(body, packer, response, { signal });
    return sent.catch(() => undefined);
  }
  try {
    const bytes = Buffer.from(await body.arrayBuffer());
    response.setHeader("Content-Length", bytes.byteLength);
    response.end(bytes);
  } catch {
    response.destroy();
  }
}

/**
 * Sets the Content-Encoding of a long CSV file, for example an instrument list, and returns the stream that compresses
 * it. Null for other responses, and if the client accepts no compression.
 */
function createCompressor(request: IncomingMessage, response: ServerResponse): Transform | null {
  if (!String(response.getHeader("content-type")).startsWith("text/csv")) return null;
  response.setHeader("Vary", "Accept-Encoding");
  const encoding = chooseEncoding(request, ENCODINGS);
  if (encoding === "identity" || request.method === "HEAD") return null;
  response.setHeader("Content-Encoding", encoding);
  return encoding === "br"
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: CSV_BROTLI_QUALITY } })
    : createGzip();
}

/** Returns the header's value if it is an origin, else null, so that nothing else becomes part of a policy. */
function parseOrigin(header: string | string[] | undefined): string | null {
  if (typeof header !== "string" || !/^https?:\/\/[^\s;,']+$/.test(header) || !URL.canParse(header))
    return null;
  return new URL(header).origin;
}

/**
 * Returns the kind of a path: undefined outside the sandbox, null if the path is not public. Decodes percent-encoded
 * characters, because the sandbox decodes them too.
 */
function classifyPath(pathname: string): PathKind | null | undefined {
  const decoded = decodeURI(pathname);
  return PUBLIC.find(([path]) =>
    path.endsWith("/") ? decoded.startsWith(path) : decoded === path || decoded.startsWith(`${path}/`),
  )?.[1];
}

/** Checks the method and the sender of a request and reads its body. Throws Refusal. */
async function checkedBody(
  request: IncomingMessage,
  url: URL,
  kind: PathKind,
  limits: SandboxProxyLimits,
): Promise<Buffer> {
  const method = request.method ?? "";
  const isRefusedByApi = url.pathname.startsWith(TRADING_API_PATH) && METHODS_REFUSED_BY_API.includes(method);
  if (!kind.methods.includes(method) && !isRefusedByApi) throw wrongMethod(kind.methods);
  const isRead = method === "GET" || method === "HEAD";
  if (kind.bodies === "form") {
    checkMethod(request, url);
    return isRead ? Buffer.alloc(0) : readBody(request, limits);
  }
  if (kind.bodies === "own" && !isRead && !isSameOrigin(request, url.origin))
    throw new Refusal(403, (text) => text.formOfAnotherSite);
  return readAll(request, limits.apiBodyBytes, "body", limits);
}

function forwardedHeaders(request: IncomingMessage, kind: PathKind): Record<string, string> {
  return Object.fromEntries(
    [...FORWARDED_REQUEST_HEADERS, ...(kind.hasCookies ? ["cookie"] : [])].flatMap((name) => {
      const value = request.headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
