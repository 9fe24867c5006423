// The MCP endpoint: the Model Context Protocol over streamable HTTP, without sessions and without batches.
// Each POST contains one JSON-RPC message, and an access token in a header. Every message counts towards the client's
// limits, and every tool call is logged.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { EvidenceService, Provider } from "../../app/context.ts";
import { MINUTE_MS } from "../../app/domain/time.ts";
import { createLimiter } from "../rate-limits/limiter.ts";
import { Confirmations } from "./confirmations.ts";
import { ContractTexts, createDocuments, type DocumentResponse } from "./documents.ts";
import { canPrompt, Elicitations, newPromptingSession, PromptStream } from "./elicitations.ts";
import { createInstrumentIndex } from "./instrument-index.ts";
import {
  declaresElicitation,
  errorResponse,
  headersForSdk,
  isReply,
  parseMessage,
  type RpcMessage,
  readBearerToken,
  SERVER_ERROR,
  tooManyRequests,
} from "./messages.ts";
import type { TradeRequests } from "./preview-tools.ts";
import { READ_TOOLS } from "./read-tools.ts";
import { registerPrompts, registerResources } from "./resources.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { TRADE_TOOLS } from "./trade-tools.ts";
import { type TokenDetails, ToolRefusal, type TradingCallers } from "./trading-caller.ts";

/** Limits of this endpoint. The trading API also applies its own limits to each call that a tool makes. */
export const MCP_LIMITS = {
  /** Messages of any method per client and minute. */
  messagesPerMinute: 300,
  /** Messages without a valid access token per address and minute. */
  anonymousPerMinute: 60,
  /**
   * Response bytes per client and minute, in blocks of `ANSWER_BLOCK_BYTES`: 32 MiB. The response that exceeds the
   * limit is still sent.
   */
  answerBlocksPerMinute: 512,
  /** Maximum size of one response, in bytes. */
  answerBytes: 8 * 1024 * 1024,
  /** Tool calls per client and minute. */
  callsPerMinute: 120,
  /** Tool calls that trade, per client and minute. */
  tradesPerMinute: 10,
} as const;
const ANSWER_BLOCK_BYTES = 64 * 1024;
const COUNTED_CLIENTS_MAX = 20_000;
const ALL_TOOLS: readonly Tool[] = [...READ_TOOLS, ...TRADE_TOOLS];
/** Arguments in log lines are truncated to this length. */
const LOGGED_CHARS = 500;

const INSTRUCTIONS = `Tools for a broker's sandbox: simulated money, a simulated market. Amounts are rupees, times are Indian.
Find an instrument with find_instrument before you ask for prices or preview an order.
Everything that trades takes two steps. A preview_… tool returns a summary with margin and charges; show it to the user. Only when the
user agrees, call the trading tool with the confirmationId and the summary word for word. A preview is valid for two minutes and can be used once.
The user then confirms the trade outside of the conversation: in a question of the program, or in the developer portal. A response with
status approval_needed means that nothing was sent: give the user the address, and call the tool again after the approval.
If the response to a trade is lost, read list_orders before you preview again.`;

export type McpRequest = {
  method: string;
  headers: Headers;
  body: Buffer;
  url: URL;
  requestId: string;
  /** IP address of the caller, for the limit on messages without a valid token. */
  address: string;
};
export type McpCallLine = {
  clientId: string;
  tool: string;
  arguments: string;
  outcome: "ok" | "refused" | "failed";
  /** Reason of a refused call; null if the call succeeded. */
  detail: string | null;
  durationMs: number;
  requestId: string;
};
export type McpOptions = {
  brandName: string;
  version: string;
  trading: TradingCallers;
  /** Returns the catalogue, and the performance data that signed-out viewers may see. */
  contextFor(request: { signal: AbortSignal; requestId: string; origin: string }): {
    provider: Provider;
    evidence: EvidenceService;
  };
  readPage(path: string, origin: string): Promise<DocumentResponse>;
  callTimeoutMs: number;
  /** Called with a log line for each tool call, including refused ones. */
  onCall(line: McpCallLine): void;
  /** Called for every accepted access token. */
  onIdentified(accessToken: string, clientId: string): void;
  onFault(fault: unknown, requestId: string): void;
  now?: () => number;
};
type Answered = { status: number; headers: Headers; body: ArrayBuffer };
export class McpEndpoint {
  readonly #options: McpOptions;
  readonly #confirmations: Confirmations<TradeRequests>;
  readonly #instruments = createInstrumentIndex();
  readonly #messages;
  readonly #anonymous;
  readonly #answerBlocks;
  readonly #calls;
  readonly #trades;
  readonly #contracts = new ContractTexts();
  readonly #elicitations = new Elicitations();

  constructor(options: McpOptions) {
    this.#options = options;
    const now = options.now ?? Date.now;
    this.#confirmations = new Confirmations(now);
    const perMinute = (atMost: number) =>
      createLimiter({ atMost, withinMs: MINUTE_MS, now, maxKeys: COUNTED_CLIENTS_MAX });
    this.#messages = perMinute(MCP_LIMITS.messagesPerMinute);
    this.#anonymous = perMinute(MCP_LIMITS.anonymousPerMinute);
    this.#answerBlocks = perMinute(MCP_LIMITS.answerBlocksPerMinute);
    this.#calls = perMinute(MCP_LIMITS.callsPerMinute);
    this.#trades = perMinute(MCP_LIMITS.tradesPerMinute);
  }

  async answer(request: McpRequest): Promise<Response> {
    // Only POST is supported: there are no sessions to delete and no streams outside of responses. A session id means
    // only that the program can prompt its user.
    if (request.method !== "POST") return errorResponse(405, "The method must be POST.", { Allow: "POST" });
    const accessToken = readBearerToken(request.headers);
    const facts = accessToken === "" ? null : await this.#identify(accessToken);
    if (facts instanceof Response) return facts;
    if (facts === null) return this.#refuseAnonymous(request, accessToken !== "");
    const { clientId } = facts;
    this.#options.onIdentified(accessToken, clientId);
    if (!this.#messages.take(clientId))
      return tooManyRequests(
        `More than ${MCP_LIMITS.messagesPerMinute} messages a minute.`,
        this.#messages.retryAfterS(clientId),
      );
    const waitS = this.#answerBlocks.retryAfterS(clientId);
    if (waitS > 0)
      return tooManyRequests(
        "The responses of this minute exceed the size limit. Try again in a minute.",
        waitS,
      );
    const message = parseMessage(request.body);
    if (message instanceof Response) return message;
    if (isReply(message)) {
      const isKnown = this.#elicitations.settle(clientId, String(message.id), message.result);
      return isKnown
        ? new Response(null, { status: 202 })
        : errorResponse(404, "No pending question has this id.");
    }
    const caller = { ...facts, accessToken };
    if (!canPrompt(request.headers) || !this.#elicitations.hasCapacity(clientId))
      return this.#bounded(message, clientId, await this.#answerMessage(request, message, caller, null));
    const stream = new PromptStream();
    const answered = this.#answerMessage(request, message, caller, stream);
    const isStream = await Promise.race([stream.begun.then(() => true), answered.then(() => false)]);
    if (!isStream) {
      stream.end();
      return this.#bounded(message, clientId, await answered);
    }
    void answered
      .then(({ body }) => stream.send(JSON.parse(Buffer.from(body).toString("utf8")) as object))
      .catch((fault: unknown) => this.#options.onFault(fault, request.requestId))
      .finally(() => stream.end());
    return new Response(stream.stream, {
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
      },
    });
  }

  /** Counts the bytes of a response, and replaces a response that is too large by an error. */
  #bounded(message: RpcMessage, clientId: string, answer: Answered): Response {
    const bytes = answer.body;
    if (declaresElicitation(message) && answer.status === 200)
      answer.headers.set("Mcp-Session-Id", newPromptingSession());
    for (let block = 0; block < bytes.byteLength; block += ANSWER_BLOCK_BYTES)
      this.#answerBlocks.take(clientId);
    if (bytes.byteLength <= MCP_LIMITS.answerBytes)
      return new Response(bytes.byteLength === 0 ? null : bytes, {
        status: answer.status,
        headers: answer.headers,
      });
    return Response.json({
      jsonrpc: "2.0",
      error: { code: SERVER_ERROR, message: `The response must not exceed ${MCP_LIMITS.answerBytes} bytes.` },
      id: message.id ?? null,
    });
  }

  #refuseAnonymous({ address, url }: McpRequest, hasToken: boolean): Response {
    if (!this.#anonymous.take(address))
      return tooManyRequests(
        `More than ${MCP_LIMITS.anonymousPerMinute} messages a minute without a valid access token.`,
        this.#anonymous.retryAfterS(address),
      );
    return errorResponse(
      401,
      hasToken
        ? "The access token is invalid or has expired. Sign in again, or create a new token."
        : "Send your access token as `Authorization: Bearer …`, or in the header access-token.",
      {
        "WWW-Authenticate": `Bearer realm="${url.origin}/sandbox/mcp",${hasToken ? ' error="invalid_token",' : ""} resource_metadata="${url.origin}/.well-known/oauth-protected-resource/sandbox/mcp"`,
      },
    );
  }

  async #answerMessage(
    { method, headers, url, requestId }: McpRequest,
    message: RpcMessage,
    { accessToken, ...facts }: TokenDetails & { accessToken: string },
    stream: PromptStream | null,
  ): Promise<Answered> {
    const deadline = AbortSignal.timeout(this.#options.callTimeoutMs);
    const shared = this.#options.contextFor({ signal: deadline, requestId, origin: url.origin });
    const context: ToolContext = {
      ...shared,
      clientId: facts.clientId,
      trading: this.#options.trading.forCaller({ accessToken, requestId, ...facts }),
      documents: createDocuments(
        (path) => this.#options.readPage(path, url.origin),
        (path, read) => this.#contracts.get(`${url.origin}${path}`, read),
      ),
      // The shared index contains only the instruments of the market that accounts share.
      instruments: facts.hasOwnMarket ? createInstrumentIndex() : this.#instruments,
      confirmations: this.#confirmations,
      askUser:
        stream === null ? null : (question) => stream.ask(this.#elicitations, facts.clientId, question),
      origin: url.origin,
    };
    const server = this.#serverFor(context, facts, requestId);
    // The transport has no sessions, because it has no session id generator.
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

  async #identify(accessToken: string): Promise<TokenDetails | null | Response> {
    try {
      return await this.#options.trading.identify(accessToken);
    } catch (fault) {
      if (!(fault instanceof ToolRefusal)) throw fault;
      return errorResponse(503, fault.message, { "Retry-After": "2" });
    }
  }

  #serverFor(context: ToolContext, { scopes }: TokenDetails, requestId: string): McpServer {
    const server = new McpServer(
      {
        name: "trading-sandbox",
        title: `${this.#options.brandName} sandbox`,
        version: this.#options.version,
      },
      { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {}, prompts: {} } },
    );
    for (const tool of ALL_TOOLS) {
      if (!scopes.includes(tool.scope)) continue;
      server.registerTool(
        tool.name,
        {
          title: tool.title,
          description: tool.description,
          inputSchema: tool.input,
          outputSchema: tool.output,
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
    registerPrompts(server);
    return server;
  }

  /**
   * Runs a tool. A refusal is returned as a tool result instead of a protocol error, so that the assistant can read it.
   */
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
      const sentence = await explainFault(fault);
      if (sentence === null) this.#options.onFault(fault, requestId);
      note(sentence === null ? "failed" : "refused", sentence);
      const text = sentence ?? `An internal error occurred. Quote ${requestId} when you report it.`;
      return { isError: true, content: [{ type: "text" as const, text }] };
    }
  }

  #count(tool: Tool, clientId: string): void {
    for (const [limiter, atMost, what] of [
      [this.#calls, MCP_LIMITS.callsPerMinute, "tool calls"] as const,
      ...(tool.scope === "trade" ? [[this.#trades, MCP_LIMITS.tradesPerMinute, "trades"] as const] : []),
    ])
      if (!limiter.take(clientId))
        throw new ToolRefusal(
          `More than ${atMost} ${what} a minute. Wait ${limiter.retryAfterS(clientId)} seconds.`,
        );
  }
}

/** Returns the message of an expected error, for the assistant; null for an unexpected one. */
async function explainFault(fault: unknown): Promise<string | null> {
  if (fault instanceof ToolRefusal) return fault.message;
  // The catalogue throws a Response if the provider is unreachable, sends invalid data, or refuses a call.
  if (!(fault instanceof Response)) return null;
  if (fault.status === 404) return "Unknown algo. Use search_algos to find its id.";
  return fault.status >= 500
    ? "The catalogue is not responding. Try again in a few seconds."
    : `The catalogue refused: ${(await fault.text()).slice(0, 300)}`;
}
