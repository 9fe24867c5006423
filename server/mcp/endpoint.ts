// The endpoint for assistants: the Model Context Protocol over streamable HTTP, without sessions and without batches. Each POST carries one
// JSON-RPC message and an access token in a header. Every message counts against the client's limits; every tool call is logged.
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { EvidenceService, Provider } from "../../app/context.ts";
import { createLimiter } from "../rate-limits/limiter.ts";
import { Confirmations } from "./confirmations.ts";
import { ContractTexts, createDocuments, type DocumentAnswer } from "./documents.ts";
import { createInstrumentIndex } from "./instrument-index.ts";
import { READ_TOOLS } from "./read-tools.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { TRADE_TOOLS, type TradeWork } from "./trade-tools.ts";
import { type TokenFacts, ToolRefusal, type TradingCallers } from "./trading-caller.ts";

/** These apply in addition to the trading API's own limits, which count each call that a tool makes. */
export const MCP_LIMITS = {
  /** Messages of any method per client and minute. */
  messagesAMinute: 300,
  /** Messages without a valid access token per address and minute. */
  anonymousAMinute: 60,
  /** Answers to one client per minute, in blocks of `ANSWER_BLOCK_BYTES`: 32 MiB. The answer that exceeds it is still sent. */
  answerBlocksAMinute: 512,
  /** The largest single answer, in bytes. */
  answerBytes: 8 * 1024 * 1024,
  /** Tool calls per client and minute. */
  callsAMinute: 120,
  /** Tool calls that trade, per client and minute. */
  tradesAMinute: 10,
} as const;
const ANSWER_BLOCK_BYTES = 64 * 1024;
const MINUTE_MS = 60_000;
/** JSON-RPC's codes. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const SERVER_ERROR = -32_000;
const CLIENTS_KNOWN = 20_000;
const ALL_TOOLS: readonly Tool[] = [...READ_TOOLS, ...TRADE_TOOLS];
/** Arguments of a line in the log are cut to this. */
const LOGGED_CHARS = 500;

const INSTRUCTIONS = `Tools for a broker's sandbox: simulated money, a simulated market. Amounts are rupees, times are Indian.
Find an instrument with find_instrument before you ask for prices or preview an order.
Everything that trades takes two steps. A preview_… tool answers a summary with margin and charges; show it to the user. Only when the
user agrees, call the trading tool with the confirmationId and the summary word by word. A preview is good for two minutes and once.
When the answer to a trade is lost, read list_orders before you preview again.`;

export type McpRequest = {
  method: string;
  headers: Headers;
  body: Buffer;
  url: URL;
  requestId: string;
  /** The caller's address, for the limit on messages without a valid token. */
  address: string;
};
export type McpCallLine = {
  clientId: string;
  tool: string;
  arguments: string;
  outcome: "ok" | "refused" | "failed";
  /** Text of a refusal. */
  detail: string | null;
  durationMs: number;
  requestId: string;
};
export type McpOptions = {
  brandName: string;
  version: string;
  trading: TradingCallers;
  /** The catalogue and the disclosure gate for a signed-out reader. */
  contextFor(request: { signal: AbortSignal; requestId: string; origin: string }): {
    provider: Provider;
    evidence: EvidenceService;
  };
  readPage(path: string, origin: string): Promise<DocumentAnswer>;
  callWithinMs: number;
  /** One line for each tool call, refused ones too. */
  onCall(line: McpCallLine): void;
  /** Called for every accepted access token. */
  onIdentified?(accessToken: string, clientId: string): void;
  onFault(fault: unknown, requestId: string): void;
  now?: () => number;
};
export type McpEndpoint = { answer(request: McpRequest): Promise<Response> };

export function createMcpEndpoint(options: McpOptions): McpEndpoint {
  return new Endpoint(options);
}

class Endpoint implements McpEndpoint {
  readonly #options: McpOptions;
  readonly #confirmations: Confirmations<TradeWork>;
  readonly #instruments = createInstrumentIndex();
  readonly #messages;
  readonly #anonymous;
  readonly #answerBlocks;
  readonly #calls;
  readonly #trades;
  readonly #contracts = new ContractTexts();

  constructor(options: McpOptions) {
    this.#options = options;
    const now = options.now ?? Date.now;
    this.#confirmations = new Confirmations(now);
    const perMinute = (atMost: number) =>
      createLimiter({ atMost, withinMs: MINUTE_MS, now, keysKnown: CLIENTS_KNOWN });
    this.#messages = perMinute(MCP_LIMITS.messagesAMinute);
    this.#anonymous = perMinute(MCP_LIMITS.anonymousAMinute);
    this.#answerBlocks = perMinute(MCP_LIMITS.answerBlocksAMinute);
    this.#calls = perMinute(MCP_LIMITS.callsAMinute);
    this.#trades = perMinute(MCP_LIMITS.tradesAMinute);
  }

  async answer(request: McpRequest): Promise<Response> {
    // There are no sessions, so there is no stream to open and nothing to delete.
    if (request.method !== "POST") return problem(405, "This endpoint answers POST.", { Allow: "POST" });
    const accessToken = tokenOf(request.headers);
    const facts = accessToken === "" ? null : await this.#identify(accessToken);
    if (facts instanceof Response) return facts;
    if (facts === null) return this.#refuseAnonymous(request);
    const { clientId } = facts;
    this.#options.onIdentified?.(accessToken, clientId);
    if (!this.#messages.take(clientId))
      return tooMany(
        `More than ${MCP_LIMITS.messagesAMinute} messages a minute.`,
        this.#messages.retryAfterS(clientId),
      );
    const waitS = this.#answerBlocks.retryAfterS(clientId);
    if (waitS > 0) return tooMany("The answers of this minute are larger than allowed.", waitS);
    const message = parseMessage(request.body);
    if (message instanceof Response) return message;
    const answer = await this.#answerMessage(request, message, { ...facts, accessToken });
    const bytes = answer.body;
    for (let block = 0; block < bytes.byteLength; block += ANSWER_BLOCK_BYTES)
      this.#answerBlocks.take(clientId);
    if (bytes.byteLength <= MCP_LIMITS.answerBytes)
      return new Response(bytes.byteLength === 0 ? null : bytes, {
        status: answer.status,
        headers: answer.headers,
      });
    return Response.json({
      jsonrpc: "2.0",
      error: { code: SERVER_ERROR, message: `The answer exceeds ${MCP_LIMITS.answerBytes} bytes.` },
      id: (message as { id?: unknown }).id ?? null,
    });
  }

  #refuseAnonymous({ address, url }: McpRequest): Response {
    if (!this.#anonymous.take(address))
      return tooMany(
        `More than ${MCP_LIMITS.anonymousAMinute} messages a minute without a valid access token.`,
        this.#anonymous.retryAfterS(address),
      );
    return problem(
      401,
      "Send your access token as `Authorization: Bearer …`, or in the header access-token.",
      { "WWW-Authenticate": `Bearer realm="${url.origin}/sandbox/mcp"` },
    );
  }

  async #answerMessage(
    { method, headers, url, requestId }: McpRequest,
    message: object,
    { accessToken, ...facts }: TokenFacts & { accessToken: string },
  ): Promise<{ status: number; headers: Headers; body: ArrayBuffer }> {
    const deadline = AbortSignal.timeout(this.#options.callWithinMs);
    const given = this.#options.contextFor({ signal: deadline, requestId, origin: url.origin });
    const context: ToolContext = {
      ...given,
      clientId: facts.clientId,
      trading: this.#options.trading.forCaller({ accessToken, clientId: facts.clientId, requestId }),
      documents: createDocuments(
        (path) => this.#options.readPage(path, url.origin),
        (path, read) => this.#contracts.get(`${url.origin}${path}`, read),
      ),
      instruments: this.#instruments,
      confirmations: this.#confirmations,
      origin: url.origin,
    };
    const server = this.#serverFor(context, facts, requestId);
    // Leaving the generator out means no sessions.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const answer = await transport.handleRequest(
        new Request(url, { method, headers: headersForSdk(headers) }),
        { parsedBody: message },
      );
      return { status: answer.status, headers: answer.headers, body: await answer.arrayBuffer() };
    } finally {
      await server.close();
    }
  }

  async #identify(accessToken: string): Promise<TokenFacts | null | Response> {
    try {
      return await this.#options.trading.identify(accessToken);
    } catch (fault) {
      if (!(fault instanceof ToolRefusal)) throw fault;
      return problem(503, fault.message, { "Retry-After": "2" });
    }
  }

  #serverFor(context: ToolContext, { scopes }: TokenFacts, requestId: string): McpServer {
    const server = new McpServer(
      {
        name: "trading-sandbox",
        title: `${this.#options.brandName} sandbox`,
        version: this.#options.version,
      },
      { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {} } },
    );
    for (const tool of ALL_TOOLS) {
      if (!scopes.includes(tool.scope)) continue;
      server.registerTool(
        tool.name,
        {
          title: tool.title,
          description: tool.description,
          inputSchema: tool.input,
          annotations: {
            title: tool.title,
            readOnlyHint: tool.scope === "read",
            destructiveHint: tool.scope === "trade",
            idempotentHint: tool.scope === "read",
            openWorldHint: false,
          },
        },
        (input: unknown) => this.#run(tool, context, input, requestId),
      );
    }
    registerResources(server, context);
    return server;
  }

  /** A refusal is an answer that the assistant reads, not a fault of the protocol. */
  async #run(tool: Tool, context: ToolContext, input: unknown, requestId: string) {
    const startedAt = performance.now();
    const { clientId } = context;
    const note = (outcome: McpCallLine["outcome"], detail: string | null) =>
      this.#options.onCall({
        clientId,
        tool: tool.name,
        arguments: JSON.stringify(input).slice(0, LOGGED_CHARS),
        outcome,
        detail,
        durationMs: Math.round(performance.now() - startedAt),
        requestId,
      });
    try {
      this.#count(tool, clientId);
      const answer = await tool.run(context, input as never);
      note("ok", null);
      return {
        content: [{ type: "text" as const, text: JSON.stringify(answer) }],
        structuredContent: answer as Record<string, unknown>,
      };
    } catch (fault) {
      const sentence = await sentenceOf(fault);
      if (sentence === null) this.#options.onFault(fault, requestId);
      note(sentence === null ? "failed" : "refused", sentence);
      const text = sentence ?? `Something failed here. Quote ${requestId} when you report it.`;
      return { isError: true, content: [{ type: "text" as const, text }] };
    }
  }

  #count(tool: Tool, clientId: string): void {
    for (const [limiter, atMost, what] of [
      [this.#calls, MCP_LIMITS.callsAMinute, "tool calls"] as const,
      ...(tool.scope === "trade" ? [[this.#trades, MCP_LIMITS.tradesAMinute, "trades"] as const] : []),
    ])
      if (!limiter.take(clientId))
        throw new ToolRefusal(
          `More than ${atMost} ${what} a minute. Wait ${limiter.retryAfterS(clientId)} seconds.`,
        );
  }
}

function tokenOf(headers: Headers): string {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return bearer ?? headers.get("access-token") ?? "";
}

/** The token goes no further than here. */
function headersForSdk(headers: Headers): Headers {
  const passed = new Headers();
  for (const name of ["accept", "content-type", "mcp-protocol-version", "mcp-session-id"]) {
    const value = headers.get(name);
    if (value !== null) passed.set(name, value);
  }
  return passed;
}

/** Text of a fault for the assistant; null for an unexpected fault. */
async function sentenceOf(fault: unknown): Promise<string | null> {
  if (fault instanceof ToolRefusal) return fault.message;
  // What the catalogue throws: unreachable, broken, or refused in the provider's words.
  if (!(fault instanceof Response)) return null;
  if (fault.status === 404) return "There is no algo with this id; search_algos finds them.";
  return fault.status >= 500
    ? "The catalogue does not answer just now. Try again in a few seconds."
    : `The catalogue refused: ${(await fault.text()).slice(0, 300)}`;
}

function problem(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code: number = SERVER_ERROR,
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}

const tooMany = (sentence: string, waitS: number): Response =>
  problem(429, `${sentence} Wait ${waitS} seconds.`, { "Retry-After": String(waitS) });

/** The body's one JSON-RPC message, or a refusal. Protocol revision 2025-06-18 has no batches. */
function parseMessage(body: Buffer): object | Response {
  let message: unknown;
  try {
    message = JSON.parse(body.toString("utf8"));
  } catch {
    return problem(400, "The body must be JSON.", {}, PARSE_ERROR);
  }
  if (Array.isArray(message))
    return problem(400, "Send one message per request: batches are not supported.", {}, INVALID_REQUEST);
  if (typeof message !== "object" || message === null)
    return problem(400, "The body must be one JSON-RPC message.", {}, INVALID_REQUEST);
  return message;
}

const MARKDOWN = "text/markdown";
const JSON_TYPE = "application/json";

/** The documentation's pages and the contract. */
function registerResources(server: McpServer, { documents, origin }: ToolContext): void {
  for (const [name, title, read] of [
    ["openapi", "The trading API as OpenAPI 3.1", documents.openApi],
    ["asyncapi", "Sockets and postbacks as AsyncAPI 3.1", documents.asyncApi],
  ] as const)
    server.registerResource(
      name,
      `${origin}/docs/v2/${name}.json`,
      { title, mimeType: JSON_TYPE },
      async ({ href }) => ({
        contents: [{ uri: href, mimeType: JSON_TYPE, text: await read() }],
      }),
    );
  server.registerResource(
    "docs-page",
    new ResourceTemplate(`${origin}/docs/v2/{page}.md`, {
      list: async () => ({
        resources: (await documents.search("")).pages.map(({ id, title, description }) => ({
          uri: `${origin}/docs/v2/${id}.md`,
          name: id,
          title,
          description,
          mimeType: MARKDOWN,
        })),
      }),
    }),
    { title: "A page of the API documentation", mimeType: MARKDOWN },
    async ({ href }, { page }) => ({
      contents: [{ uri: href, mimeType: MARKDOWN, text: await documents.page(String(page)) }],
    }),
  );
}
