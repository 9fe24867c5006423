// The endpoint for assistants: the Model Context Protocol over streamable HTTP, without sessions, one JSON answer for each POST. A call
// proves itself by the access token in a header; each tool call is counted against limits of its own and written down as one line.
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { EvidenceDesk, Provider } from "../../app/context.ts";
import { createLimiter } from "../net/limiter.ts";
import { Confirmations } from "./confirmations.ts";
import { createDocuments, type DocumentAnswer } from "./documents.ts";
import { createInstrumentIndex } from "./instrument-index.ts";
import { READ_TOOLS } from "./read-tools.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { TRADE_TOOLS, type TradeWork } from "./trade-tools.ts";
import { type TokenFacts, ToolRefusal, type TradingCallers } from "./trading-caller.ts";

/** Beside the trading API's own limits, which hold for each call that a tool makes. */
export const MCP_LIMITS = {
  /** Tool calls of one client a minute. */
  callsAMinute: 120,
  /** Of them those that trade. */
  tradesAMinute: 10,
} as const;
const MINUTE_MS = 60_000;
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
};
export type McpCallLine = {
  clientId: string;
  tool: string;
  arguments: string;
  outcome: "ok" | "refused" | "failed";
  /** What a refusal said. */
  detail: string | null;
  durationMs: number;
  requestId: string;
};
export type McpOptions = {
  brandName: string;
  version: string;
  trading: TradingCallers;
  /** The catalogue and the disclosure gate as a reader who is not signed in meets them. */
  contextFor(request: { signal: AbortSignal; requestId: string; origin: string }): {
    provider: Provider;
    evidence: EvidenceDesk;
  };
  readPage(path: string, origin: string): Promise<DocumentAnswer>;
  callWithinMs: number;
  /** One line for each tool call, refused ones too. */
  onCall(line: McpCallLine): void;
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
  readonly #calls;
  readonly #trades;

  constructor(options: McpOptions) {
    this.#options = options;
    const now = options.now ?? Date.now;
    this.#confirmations = new Confirmations(now);
    const perMinute = (atMost: number) =>
      createLimiter({ atMost, withinMs: MINUTE_MS, now, keysKnown: CLIENTS_KNOWN });
    this.#calls = perMinute(MCP_LIMITS.callsAMinute);
    this.#trades = perMinute(MCP_LIMITS.tradesAMinute);
  }

  async answer({ method, headers, body, url, requestId }: McpRequest): Promise<Response> {
    // Without sessions there is no stream to open and nothing to delete.
    if (method !== "POST") return problem(405, "This endpoint answers POST.", { Allow: "POST" });
    const accessToken = tokenOf(headers);
    const facts = accessToken === "" ? null : await this.#identify(accessToken);
    if (facts instanceof Response) return facts;
    if (facts === null)
      return problem(
        401,
        "Send your access token as `Authorization: Bearer …`, or in the header access-token.",
        {
          "WWW-Authenticate": `Bearer realm="${url.origin}/sandbox/mcp"`,
        },
      );
    const deadline = AbortSignal.timeout(this.#options.callWithinMs);
    const given = this.#options.contextFor({ signal: deadline, requestId, origin: url.origin });
    const context: ToolContext = {
      ...given,
      clientId: facts.clientId,
      trading: this.#options.trading.forCaller({ accessToken, clientId: facts.clientId, requestId }),
      documents: createDocuments((path) => this.#options.readPage(path, url.origin)),
      instruments: this.#instruments,
      confirmations: this.#confirmations,
      origin: url.origin,
    };
    const server = this.#serverFor(context, facts, requestId);
    // Leaving the generator out means no sessions.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(
        new Request(url, { method, headers: headersForSdk(headers), body: new Uint8Array(body) }),
      );
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

/** What the assistant is told of a fault; null for one that nobody expected. */
async function sentenceOf(fault: unknown): Promise<string | null> {
  if (fault instanceof ToolRefusal) return fault.message;
  // What the catalogue throws: unreachable, broken, or refused in the provider's words.
  if (!(fault instanceof Response)) return null;
  if (fault.status === 404) return "There is no algo with this id; search_algos finds them.";
  return fault.status >= 500
    ? "The catalogue does not answer just now. Try again in a few seconds."
    : `The catalogue refused: ${(await fault.text()).slice(0, 300)}`;
}

function problem(status: number, message: string, headers: Record<string, string>): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status, headers });
}

const MARKDOWN = "text/markdown";
const JSON_TYPE = "application/json";

/** The documentation's pages and the contract. */
function registerResources(server: McpServer, { documents, origin }: ToolContext): void {
  for (const [name, title, read] of [
    ["openapi", "The trading API as OpenAPI 3.1", documents.openApi],
    ["asyncapi", "Sockets and postbacks as AsyncAPI 3.0", documents.asyncApi],
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
