// Proxy from the site's single port to the sandbox's process: a table of public paths, the site's rules about methods,
// origins and sizes before it, and its security headers after it. Calls of programs authenticate with a token in a
// header and have no cookie, so another site's page gains nothing by sending them. Pages with forms accept submissions
// only from the site's own pages.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Agent, request as ask, upgrade as askUpgrade } from "undici";
import { accessTokenOf, type KnownTokens } from "./asker.ts";
import type { Place } from "./budgets.ts";
import { type BodyPace, checkMethod, isSameOrigin, readAll, readBody } from "./guard.ts";
import { Refusal } from "./refusal.ts";

/** Policy of plain pages with forms. `formOrigin` is a foreign origin that the forms may redirect to. */
const pagePolicy = (formOrigin: string | null) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'${formOrigin === null ? "" : ` ${formOrigin}`}; base-uri 'none'; frame-ancestors 'none'`;
/** Header with the app that a consent redirects to, set by the sandbox. It never leaves the site. */
const FORM_ORIGIN_HEADER = "x-form-origin";
/** Header with the client of an accepted access token, set by the sandbox. It never leaves the site. */
const CLIENT_HEADER = "x-client";
/** Header that the sandbox sets on an answer that must not reach the client, as a developer's fault rule requires. */
const LOST_HEADER = "x-lost-answer";
/** Header with the site's style sheet, form script, brand and the user's colour scheme, for the sandbox's pages. */
const FRAME_HEADER = "x-site-frame";

type Kind = {
  methods: readonly string[];
  /** `form`: forms of this site's pages. `own`: writes of this site's pages or of programs. `any`: writes of every caller. */
  bodies: "form" | "own" | "any";
  hasCookies: boolean;
  /** Pages get their own policy. All other answers keep the closed default. */
  isPages: boolean;
};
const API: Kind = {
  methods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
  bodies: "any",
  hasCookies: false,
  isPages: false,
};
const FORMS: Kind = {
  methods: ["GET", "HEAD", "POST"],
  bodies: "form",
  hasCookies: false,
  isPages: true,
};
const PORTAL: Kind = { ...API, bodies: "own", hasCookies: true, isPages: true };

/** Public paths; the first match applies. `null` marks paths between servers, which the public port does not serve. */
const PUBLIC: readonly [path: string, kind: Kind | null][] = [
  ["/sandbox/v2/", API],
  ["/sandbox/auth/app/", API],
  ["/sandbox/auth/oauth/register", API],
  ["/sandbox/auth/oauth/token", API],
  ["/sandbox/auth/partner", null],
  ["/sandbox/auth/", FORMS],
  ["/sandbox/order-window", FORMS],
  ["/sandbox/portal", PORTAL],
  ["/sandbox/platforms/", { ...FORMS, hasCookies: true }],
];
const SOCKETS = new Set([
  "/sandbox/feed",
  "/sandbox/twentydepth",
  "/sandbox/twohundreddepth",
  "/sandbox/order-update",
]);

const PASSED_ON = [
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
  "x-sandbox-scenario",
  "killswitchstatus",
];
const PASSED_BACK = [
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
const SOCKET_HEADERS = [
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-extensions",
  "sec-websocket-protocol",
];
const RETRY_AFTER_S = "1";

export type SandboxProxy = {
  /** True if a path belongs to the sandbox; the site's own rules about forms do not apply to it. */
  owns(pathname: string): boolean;
  /** Throws Refusal. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    client: string,
    place: Place,
  ): Promise<void>;
  /** Returns false for a path that is none of the sandbox's sockets. Throws Refusal. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL, client: string): boolean;
};

type Passed = {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  client: string;
  kind: Kind;
  body: Buffer;
};

export type SandboxProxyLimits = BodyPace & {
  formBodyBytes: number;
  formFields: number;
  apiBodyBytes: number;
  apiAnswerWithinMs: number;
  apiSockets: number;
  apiSocketsPerAddress: number;
};

/** Values that the site provides to the sandbox's pages. */
export type SiteFrame = {
  brandName: string;
  legalName: string;
  theme: "system" | "light" | "dark";
  styleHref: string | null;
  docsStyleHref: string | null;
  formScriptHref: string | null;
  showsDemoLogins: boolean;
};

export function createSandboxProxy(options: {
  /** Null while the sandbox is down. */
  baseUrl: () => string | null;
  /** Returns the frame for a user with these cookies, at this origin of the site. */
  frameFor: (cookies: string | undefined, origin: string) => SiteFrame;
  limits: SandboxProxyLimits;
  tokens: Pick<KnownTokens, "note">;
  /** Called for every opened socket; `close` of the result is called when it ends. */
  onSocket?: (path: string) => { close: () => void } | undefined;
}): SandboxProxy {
  const { limits } = options;
  const agent = new Agent({
    headersTimeout: limits.apiAnswerWithinMs,
    bodyTimeout: limits.apiAnswerWithinMs,
  });

  function base(): string {
    const address = options.baseUrl();
    if (address === null)
      throw new Refusal(503, "The sandbox is starting. Try again in a second.", {
        "Retry-After": RETRY_AFTER_S,
      });
    return address;
  }

  return {
    owns: (pathname) => kindOf(pathname) !== undefined,

    async answer(request, response, url, client, place) {
      const kind = kindOf(url.pathname);
      if (kind === undefined || kind === null) throw new Refusal(404, "There is no such page.");
      const body = await place.receive(() => checkedBody(request, url, kind, limits));
      await place.work(() => passOn({ request, response, url, client, kind, body }));
    },

    upgrade: createSocketProxy(base, agent, limits, options.onSocket),
  };

  async function passOn({ request, response, url, client, kind, body }: Passed): Promise<void> {
    const headers: Record<string, string> = { ...passedOn(request, kind), ...callerHeaders(url, client) };
    // Sets one id for the call unless the caller sent one, so that the log and the answer have the same id.
    headers["x-request-id"] ??= String(response.getHeader("x-request-id") ?? "");
    if (kind.isPages)
      headers[FRAME_HEADER] = encodeURIComponent(
        JSON.stringify(options.frameFor(request.headers.cookie, url.origin)),
      );
    const disconnected = new AbortController();
    response.once("close", () => disconnected.abort());
    let answer: Awaited<ReturnType<typeof ask>>;
    try {
      answer = await ask(`${base()}${url.pathname.slice("/sandbox".length)}${url.search}`, {
        method: request.method as "GET",
        dispatcher: agent,
        signal: disconnected.signal,
        headers,
        body: body.byteLength === 0 ? null : body,
      });
    } catch (fault) {
      if (fault instanceof Refusal) throw fault;
      throw new Refusal(503, "The sandbox does not answer just now. Try again in a second.", {
        "Retry-After": RETRY_AFTER_S,
      });
    }
    const token = accessTokenOf(request);
    const accepted = answer.headers[CLIENT_HEADER];
    if (token !== null && kind === API)
      options.tokens.note(token, typeof accepted === "string" ? accepted : null);
    if (answer.headers[LOST_HEADER] !== undefined) {
      await answer.body.dump();
      request.socket.destroy();
      return;
    }
    response.statusCode = answer.statusCode;
    for (const name of PASSED_BACK) {
      const value = answer.headers[name];
      if (typeof value === "string") response.setHeader(name, value);
    }
    if (kind.hasCookies)
      for (const cookie of [answer.headers["set-cookie"] ?? []].flat())
        response.appendHeader("Set-Cookie", cookie);
    if (kind.isPages)
      response.setHeader("Content-Security-Policy", pagePolicy(originIn(answer.headers[FORM_ORIGIN_HEADER])));
    if (!response.hasHeader("cache-control")) response.setHeader("Cache-Control", "no-store");
    if (answer.statusCode === 429 && !response.hasHeader("retry-after"))
      response.setHeader("Retry-After", RETRY_AFTER_S);
    // If the client leaves or the sandbox ends, both sides are closed. Neither is a fault of the site.
    await pipeline(answer.body, response).catch(() => undefined);
  }
}

/** Sockets are limited in all and per address, so that one address cannot take all of them. */
function createSocketProxy(
  base: () => string,
  agent: Agent,
  limits: SandboxProxyLimits,
  onSocket: ((path: string) => { close: () => void } | undefined) | undefined,
): SandboxProxy["upgrade"] {
  const byAddress = new Map<string, number>();
  let inAll = 0;

  return (request, socket, head, url, client) => {
    if (!SOCKETS.has(url.pathname)) return false;
    const address = `${base()}${url.pathname.slice("/sandbox".length)}${url.search}`;
    const own = byAddress.get(client) ?? 0;
    if (own >= limits.apiSocketsPerAddress)
      throw new Refusal(429, "Your address has as many sockets as it may have.", { "Retry-After": "10" });
    if (inAll >= limits.apiSockets)
      throw new Refusal(503, "The sandbox has as many sockets as it takes.", { "Retry-After": "10" });
    inAll += 1;
    byAddress.set(client, own + 1);
    const opened = onSocket?.(url.pathname);
    socket.once("close", () => {
      opened?.close();
      inAll -= 1;
      const remaining = (byAddress.get(client) ?? 1) - 1;
      if (remaining === 0) byAddress.delete(client);
      else byAddress.set(client, remaining);
    });
    const headers: Record<string, string> = callerHeaders(url, client);
    for (const name of SOCKET_HEADERS) {
      const value = request.headers[name];
      if (typeof value === "string") headers[name] = value;
    }
    void connectSockets(address, headers, socket, head, agent);
    return true;
  };
}

/** Connects both sockets until either ends. */
async function connectSockets(
  address: string,
  headers: Record<string, string>,
  socket: Duplex,
  head: Buffer,
  agent: Agent,
): Promise<void> {
  socket.on("error", () => socket.destroy());
  try {
    const inner = await askUpgrade(address, { dispatcher: agent, protocol: "websocket", headers });
    const lines = Object.entries(inner.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => `${name}: ${one}`),
    );
    inner.socket.on("error", () => socket.destroy());
    if (socket.destroyed) return void inner.socket.destroy();
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
    if (head.byteLength > 0) inner.socket.write(head);
    await Promise.allSettled([pipeline(inner.socket, socket), pipeline(socket, inner.socket)]);
  } catch {
    // The sandbox refused the socket or stopped.
  }
  socket.destroy();
}

/** Returns a bare origin or null, so that nothing else gets into a policy. */
function originIn(header: string | string[] | undefined): string | null {
  if (typeof header !== "string" || !/^https?:\/\/[^\s;,']+$/.test(header) || !URL.canParse(header))
    return null;
  return new URL(header).origin;
}

/** Returns undefined for a path that is not the sandbox's, and null for a path of the sandbox that is not public. */
function kindOf(pathname: string): Kind | null | undefined {
  return PUBLIC.find(([path]) =>
    path.endsWith("/") ? pathname.startsWith(path) : pathname === path || pathname.startsWith(`${path}/`),
  )?.[1];
}

/** Throws Refusal. */
async function checkedBody(
  request: IncomingMessage,
  url: URL,
  kind: Kind,
  limits: SandboxProxyLimits,
): Promise<Buffer> {
  const method = request.method ?? "";
  if (!kind.methods.includes(method))
    throw new Refusal(405, `The sandbox answers ${kind.methods.join(", ")} here.`, {
      Allow: kind.methods.join(", "),
    });
  const isRead = method === "GET" || method === "HEAD";
  if (kind.bodies === "form") {
    checkMethod(request, url);
    return isRead ? Buffer.alloc(0) : readBody(request, limits);
  }
  if (kind.bodies === "own" && !isRead && !isSameOrigin(request, url.origin))
    throw new Refusal(403, "The form was sent from another site. Open the page here and send it again.");
  return readAll(request, limits.apiBodyBytes, "body", limits);
}

function passedOn(request: IncomingMessage, kind: Kind): Record<string, string> {
  return Object.fromEntries(
    [...PASSED_ON, ...(kind.hasCookies ? ["cookie"] : [])].flatMap((name) => {
      const value = request.headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

/** Headers that identify the caller. The sandbox trusts them, since nobody else can reach its port. */
function callerHeaders(url: URL, client: string): Record<string, string> {
  return { "x-client-address": client, "x-public-origin": url.origin };
}
