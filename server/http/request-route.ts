// Passes a request to the first handler that applies, in this order: health check, assistants (MCP), the sandbox,
// redirect to the canonical address, live prices, the playground, files, cached pages, rendered pages.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { LIVE_PATH } from "../../app/contract/live/live.ts";
import { PLAYGROUND_STREAM_PATH } from "../../app/contract/site/playground-event.ts";
import type { Assets } from "./assets.ts";
import type { Budgets, Slot } from "./budgets.ts";
import {
  checkMethod,
  type GuardOptions,
  isSameOrigin,
  isUpload,
  type MinBodyRate,
  readAddress,
  readAll,
} from "./guard.ts";
import type { Pages } from "./pages.ts";
import type { PlaygroundStreamServer } from "./playground-stream.ts";
import { Refusal } from "./refusal.ts";
import type { SandboxProxy } from "./sandbox-proxy.ts";
import {
  readAccessToken,
  readAssistantToken,
  type Sender,
  type SenderSources,
  senderOfBrowser,
  senderOfCall,
  viewerKey,
} from "./sender.ts";
import { canonicalPath, collapseTradingSlashes, isBelow } from "./site-paths.ts";

/** Pages where a signed-in client trades: orders, exits, changes and the kill switch. */
const MONEY_ROUTES = /^\/algos\/(?:my-algos(?:\/|$)|managers\/[^/]+\/[^/]+\/deploy$)/;
/** Paths of the sandbox's API for trading: orders, positions, kill switch and alerts. */
const MONEY_CALLS = /^\/sandbox\/v2\/(?:orders|super|forever|positions|killswitch|alerts)(?:\/|$)/;
const MCP_PATH = "/sandbox/mcp";

export type AnswerMcp = (call: {
  method: string;
  headers: Headers;
  body: Buffer;
  url: URL;
  requestId: string;
  address: string;
}) => Promise<Response>;

/** Path of a request and the part of the server that handled it, for the log. */
export type AnsweredBy = { path: string; from: string };

export type RouteOptions = {
  guard: GuardOptions;
  senders: SenderSources;
  limits: { apiBodyBytes: number } & MinBodyRate;
  assets: Assets;
  /** True for a page that the brand disables. */
  isDisabled?(path: string): boolean;
  buildVersion: string;
  /** The relay's event streams and polls; null if there is no price feed. */
  live: {
    /** Returns false for a path that is not the relay's. */
    answer(request: IncomingMessage, response: ServerResponse, url: URL, address: string): boolean;
  } | null;
  /** Null with a real provider, which has no sandbox. */
  sandbox: SandboxProxy | null;
  /** Null if there is no sandbox. */
  playground: PlaygroundStreamServer | null;
  /** Only set for a process without pages: texts by path, and the message for all other addresses (404). */
  noPages?: { textAt(path: string): string | null; message: string };
};

type Incoming = {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  /** IP address of the sender that limits apply to. */
  client: string;
  line: AnsweredBy;
  address: URL;
};

export class RequestRoute {
  readonly #options: RouteOptions;
  readonly #budgets: Budgets;
  /** Null until the pages are attached. They are created after the server, because they need it. */
  pages: Pages | null = null;
  /** MCP endpoint; null if there is no sandbox. Attached later, because it reads pages. */
  mcp: AnswerMcp | null = null;
  isReady = false;
  /** Returns the services that do not work normally. The site stays ready, because it can serve cached pages. */
  degradedServices: () => { service: string; state: string; since: string; reason: string }[] = () => [];

  constructor(options: RouteOptions, budgets: Budgets) {
    this.#options = options;
    this.#budgets = budgets;
  }

  /** Handles a request. Writes its path and the part of the server that handled it to `line`. Throws Refusal. */
  async answer(about: Omit<Incoming, "address">): Promise<void> {
    if (this.#answerHealth(about)) return;
    const address = collapseTradingSlashes(readAddress(about.request, this.#options.guard));
    about.line.path = address.pathname;
    if (this.#options.isDisabled?.(address.pathname)) throw new Refusal(404, (text) => text.noPage);
    const incoming = { ...about, address };
    if (await this.#answerProgram(incoming)) return;
    checkMethod(incoming.request, address);
    if (redirectToCanonical(incoming)) return;
    if (await this.#answerLive(incoming)) return;
    if (await this.#answerPlayground(incoming)) return;
    if (this.#options.assets.serve(incoming.request, incoming.response, address.pathname)) {
      incoming.line.from = "files";
      return;
    }
    await this.#answerPage(incoming);
  }

  #answerHealth({ request, response, line }: Omit<Incoming, "address">): boolean {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    if (path !== "/healthz" && path !== "/readyz") return false;
    Object.assign(line, { path, from: "health" });
    const isGood = path === "/healthz" || this.isReady;
    const status = {
      status: isGood ? "ok" : "unavailable",
      version: this.#options.buildVersion,
      ...(path === "/readyz" ? { degraded: this.degradedServices() } : {}),
    };
    const body = `${JSON.stringify(status)}\n`;
    response.statusCode = isGood ? 200 : 503;
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Content-Length", Buffer.byteLength(body));
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  }

  /** Handles a program's request: MCP, or a path of the sandbox. Returns false for any other path. */
  async #answerProgram(incoming: Incoming): Promise<boolean> {
    const { request, response, address, client, line } = incoming;
    const { sandbox } = this.#options;
    const { mcp } = this;
    if (mcp !== null && address.pathname === MCP_PATH) {
      line.from = "mcp";
      const sender = senderOfCall(readAssistantToken(request), client, this.#options.senders.tokens);
      await this.#budgets.spend("call", sender);
      await answerMcp(
        mcp,
        incoming,
        this.#options.limits,
        this.#place(incoming, sender, sender.own !== null),
      );
      return true;
    }
    if (sandbox === null || !sandbox.owns(address.pathname)) return false;
    line.from = "sandbox";
    const sender = senderOfCall(readAccessToken(request), client, this.#options.senders.tokens);
    await this.#budgets.spend("call", sender);
    const isReserved = sender.own !== null && request.method !== "GET" && MONEY_CALLS.test(address.pathname);
    await sandbox.answer(request, response, address, client, this.#place(incoming, sender, isReserved));
    return true;
  }

  async #answerLive({ request, response, address, client, line }: Incoming): Promise<boolean> {
    if (!isBelow(LIVE_PATH, address.pathname)) return false;
    line.from = "live";
    // Streams and polls use resources, so pages of other sites may not request them.
    if (!isSameOrigin(request, address.origin)) throw new Refusal(403, (text) => text.pricesOfAnotherSite);
    const sender = await this.#browser(request, address, client);
    await this.#budgets.spend("page", sender);
    // Streams are open for minutes, so the relay limits the number of viewers instead.
    return this.#options.live?.answer(request, response, address, viewerKey(sender)) === true;
  }

  async #answerPlayground(incoming: Incoming): Promise<boolean> {
    const { request, response, address, client, line } = incoming;
    const { playground } = this.#options;
    if (playground === null || address.pathname !== PLAYGROUND_STREAM_PATH) return false;
    line.from = "playground";
    const sender = await this.#browser(request, address, client);
    await this.#budgets.spend("page", sender);
    // Streams of the playground are open for a minute and have a limit of their own.
    return await playground.answer(request, response, address, client, this.#place(incoming, sender));
  }

  async #answerPage(incoming: Incoming): Promise<void> {
    const { request, response, address, requestId, client, line } = incoming;
    const { pages } = this;
    const { noPages } = this.#options;
    if (noPages !== undefined) {
      const text = request.method === "GET" ? noPages.textAt(address.pathname) : null;
      if (text === null) throw new Refusal(404, noPages.message);
      response.writeHead(200, { "Content-Type": "text/plain; charset=utf-8" }).end(text);
      return;
    }
    if (pages === null) throw new Refusal(503, (text) => text.siteStarting, { "Retry-After": "1" });
    const visit = await pages.visit(request, { address, requestId, client });
    const source = await pages.answerCached(request, response, visit, this.#budgets.isOverloaded());
    if (source !== null) {
      line.from = source;
      return;
    }
    const { clientId = null } = visit.session ?? {};
    const sender = await this.#browser(request, address, client, clientId);
    const { isBusy } = await this.#budgets.spend("page", sender);
    if (isUpload(request, address)) await this.#budgets.spend("upload", sender);
    // Sets a marker cookie for a browser at a busy address. Shared caches do not store responses that set a cookie.
    if (isBusy && sender.own === null && request.method === "GET")
      visit.renewed.push(await this.#options.senders.marks.make(address.protocol === "https:"));
    // Default for the Server-Timing header, which may be sent before the source of the page is determined.
    line.from = "render";
    const isReserved = visit.session !== null && MONEY_ROUTES.test(address.pathname);
    line.from = await pages.answer(request, response, visit, this.#place(incoming, sender, isReserved));
  }

  #browser(request: IncomingMessage, url: URL, address: string, clientId?: string | null): Promise<Sender> {
    const at = {
      address,
      isHttps: url.protocol === "https:",
      ...(clientId === undefined ? {} : { clientId }),
    };
    return senderOfBrowser(request, at, this.#options.senders);
  }

  /**
   * Returns the limits of one request. A request occupies a slot only after its body has arrived, so that slow bodies
   * occupy none.
   */
  #place({ request, address }: Incoming, sender: Sender, isReserved = false): Slot {
    const hasFile = isUpload(request, address);
    const { "content-length": length, "transfer-encoding": coding } = request.headers;
    // A GET request can have a body too.
    const hasBody = coding !== undefined || Number(length ?? 0) > 0;
    const within = async <T>(leave: () => void, work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } finally {
        leave();
      }
    };
    return {
      receive: (read) => (hasBody ? within(this.#budgets.receive(sender, hasFile), read) : read()),
      work: (work) => within(this.#budgets.enter(sender, isReserved), work),
    };
  }
}

/** Redirects to the canonical address of a page. Returns false if the address is canonical or a form was submitted. */
function redirectToCanonical({ request, response, address }: Incoming): boolean {
  const canonicalAddress = canonicalPath(address);
  if (canonicalAddress === null || request.method === "POST") return false;
  response.writeHead(308, { Location: canonicalAddress, "Cache-Control": "public, max-age=3600" }).end();
  return true;
}

/**
 * Handles requests of programs that authenticate with a token in a header. Refuses requests from pages of other sites,
 * even if these use a DNS name that resolves to this server. Throws Refusal.
 */
async function answerMcp(
  answerCall: AnswerMcp,
  incoming: Incoming,
  limits: RouteOptions["limits"],
  place: Slot,
): Promise<void> {
  const { request, response, address, requestId, client } = incoming;
  if (!isSameOrigin(request, address.origin))
    throw new Refusal(403, "Pages of other sites must not call this endpoint.");
  const body = await place.receive(() => readAll(request, limits.apiBodyBytes, "body", limits));
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string") headers.set(name, value);
  const answer = await place.work(() =>
    answerCall({
      method: request.method ?? "",
      headers,
      body,
      url: address,
      requestId,
      address: client,
    }),
  );
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.setHeader("Cache-Control", "no-store");
  if (answer.headers.get("content-type") === "text/event-stream" && answer.body !== null) {
    // The stream may wait several minutes for the user's reply, so it occupies no slot.
    await pipeline(Readable.fromWeb(answer.body as NodeStream), response).catch(() => undefined);
    return;
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.setHeader("Content-Length", bytes.byteLength);
  response.end(bytes);
}
