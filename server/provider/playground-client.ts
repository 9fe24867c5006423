// The playground's access to the sandbox: creates or restores an account, calls the trading API, and opens its sockets.
// It connects to no other address.
import { WebSocket } from "ws";
import type { Playground, PlaygroundAccount, PlaygroundStream } from "../../app/context.ts";
import { EXAMPLE_ORDER } from "../../app/contract/trading-api/examples.ts";
import { FAULT_HEADER } from "../../app/contract/trading-api/faults.ts";
import { decodeDepthMessage } from "../protocol/depth-feed.ts";
import { callSandbox } from "../protocol/lost-response.ts";
import { decodeMarketMessage } from "../protocol/market-feed.ts";
import {
  CallFailed,
  createProviderCaller,
  type ProviderCall,
  type ProviderCallLimits,
  type ProviderResponse,
} from "../protocol/provider-call.ts";
import { rateLimitResponse, toErrorResponse, unreachableResponse } from "./faults.ts";

const VISIBLE_HEADERS = [
  "content-type",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "x-next-cursor",
  "x-request-id",
];
const BODY_SHOWN_MAX_CHARS = 60_000;
const LISTEN_FOR_MS = 3_000;
const MESSAGES_SHOWN_MAX = 10;
const STORED_MESSAGES = 500;
const REQUEST_CODES: Record<Exclude<PlaygroundStream, "orders">, number> = {
  ticker: 15,
  quote: 17,
  full: 21,
  depth: 23,
  depth200: 23,
};
/** Paths of the streams that have a separate socket. The other streams are modes of the live market feed. */
const SOCKETS: Partial<Record<PlaygroundStream, string>> = {
  orders: "/order-update",
  depth: "/twentydepth?",
  depth200: "/twohundreddepth?",
};
/** Order that is placed while order updates are streamed, so that there are messages to show. */
const SMALL_ORDER = { ...EXAMPLE_ORDER, quantity: 1 };

export type PlaygroundInstrument = { exchangeSegment: string; securityId: string };
/** Reads and stores the account of a browser in cookies. */
export type PlaygroundAccounts = Pick<Playground, "account" | "bindAccount">;

export type PlaygroundClient = ReturnType<typeof createPlaygroundClient>;

type Call = (request: Omit<ProviderCall, "isRepeatable" | "returnsErrorStatus">) => Promise<ProviderResponse>;
type Options = { baseUrl: () => string | null; responseTimeoutMs: number };

export function createPlaygroundClient(options: Options & { limits: ProviderCallLimits }) {
  const caller = createProviderCaller({
    name: "playground",
    baseUrl: options.baseUrl,
    limits: { ...options.limits, providerTimeoutMs: options.responseTimeoutMs },
  });
  const call: Call = async (request) => {
    try {
      // Calls are not retried, because the page shows each response of the sandbox, including errors.
      return await callSandbox(caller, { ...request, isRepeatable: false });
    } catch (fault) {
      if (fault instanceof CallFailed) throw toErrorResponse(fault);
      throw fault;
    }
  };
  return {
    /** Returns the playground of one browser. `keeper` reads and stores its account. */
    forReader: (address: string, keeper: PlaygroundAccounts): Playground => ({
      ...keeper,
      ...createPlayground({ ...options, address, call }),
    }),
    /**
     * Streams decoded messages of a socket until `signal` aborts or the socket ends. Throws while the sandbox is down.
     */
    async stream(
      account: PlaygroundAccount,
      { stream, instrument }: { stream: PlaygroundStream; instrument: PlaygroundInstrument },
      onMessage: (formatted: string) => void,
      signal: AbortSignal,
    ) {
      const forward = (data: Buffer) => onMessage(displayedMessage(stream, data));
      await openStream({ ...options, send: sender(call) }, account, { stream, instrument }, forward, signal);
    },
    close: () => caller.close(),
  };
}

function createPlayground(
  options: Options & { address: string; call: Call },
): Omit<Playground, keyof PlaygroundAccounts> {
  const { call } = options;
  const send = sender(call);
  const get = (path: string, token: string) =>
    call({ method: "GET", path, headers: { "access-token": token } });
  return {
    async openAccount() {
      const answer = await call({
        method: "POST",
        path: "/portal/accounts",
        headers: { accept: "application/json", "x-client-address": options.address },
      });
      if (answer.status === 429) throw rateLimitResponse("noMoreAccounts", answer.headers["retry-after"]);
      if (answer.status !== 200) throw unreachableResponse();
      const { dhanClientId, accessToken } = JSON.parse(answer.text) as Record<string, string>;
      return { clientId: dhanClientId ?? "", token: accessToken ?? "" };
    },
    async redeemHandOver(code) {
      const answer = await call({ method: "POST", path: "/playground/hand-over", body: { code } });
      return answer.status === 200 ? (JSON.parse(answer.text) as PlaygroundAccount) : null;
    },
    async accountOf(token) {
      const answer = await get("/v2/profile", token);
      if (answer.status !== 200) return null;
      const { dhanClientId } = JSON.parse(answer.text) as { dhanClientId: string };
      return { clientId: dhanClientId, token };
    },
    send,
    async saveAnswer({ token }, outcome) {
      const answer = await call({
        method: "POST",
        path: "/playground/outcomes",
        headers: { "access-token": token },
        body: outcome,
      });
      if (answer.status !== 200) throw unreachableResponse();
      return (JSON.parse(answer.text) as { id: string }).id;
    },
    async recentAnswers({ token }) {
      const answer = await get("/playground/outcomes", token);
      return answer.status === 200 ? (JSON.parse(answer.text) as { id: string; summary: unknown }[]) : [];
    },
    async loadAnswer({ token }, id) {
      const answer = await get(`/playground/outcomes/${encodeURIComponent(id)}`, token);
      return answer.status === 200 ? JSON.parse(answer.text) : null;
    },
    async listen(account, stream, instrument) {
      const received: Buffer[] = [];
      let count = 0;
      const forward = (data: Buffer) => {
        count += 1;
        received.push(data);
        if (received.length > STORED_MESSAGES) received.shift();
      };
      await openStream(
        { ...options, send },
        account,
        { stream, instrument },
        forward,
        AbortSignal.timeout(LISTEN_FOR_MS),
      );
      return {
        count,
        messages: received.slice(-MESSAGES_SHOWN_MAX).map((data) => displayedMessage(stream, data)),
      };
    },
  };
}

/** Creates a function that sends one call of the trading API and formats its response for the page. */
function sender(call: Call): Playground["send"] {
  return async ({ clientId, token }, { method, path, body, fault }) => {
    const startedAt = performance.now();
    const answer = await call({
      method: method as ProviderCall["method"],
      path: `/v2${path}`,
      headers: {
        "access-token": token,
        "client-id": clientId,
        ...(fault ? { [FAULT_HEADER.toLowerCase()]: fault } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    const { text } = answer;
    const isJson = String(answer.headers["content-type"] ?? "").includes("json");
    const formatted = isJson && text !== "" ? JSON.stringify(JSON.parse(text), null, 2) : text;
    return {
      status: answer.status,
      tookMs: Math.round(performance.now() - startedAt),
      headers: VISIBLE_HEADERS.flatMap((name): [string, string][] => {
        const value = answer.headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      }),
      body:
        formatted.length > BODY_SHOWN_MAX_CHARS
          ? `${formatted.slice(0, BODY_SHOWN_MAX_CHARS)}\n… truncated`
          : formatted,
    };
  };
}

/** Opens a socket of the sandbox and forwards its messages. Resolves when the socket has closed. */
async function openStream(
  options: Options & { send: Playground["send"] },
  account: PlaygroundAccount,
  { stream, instrument }: { stream: PlaygroundStream; instrument: PlaygroundInstrument },
  onMessage: (data: Buffer) => void,
  signal: AbortSignal,
): Promise<void> {
  const { clientId, token } = account;
  const base = options.baseUrl();
  if (base === null) throw unreachableResponse();
  const root = base.replace(/^http/, "ws");
  const login = `token=${encodeURIComponent(token)}&clientId=${clientId}&authType=2`;
  const address = `${root}${SOCKETS[stream] ?? "/feed?version=2&"}${stream === "orders" ? "" : login}`;
  const socket = new WebSocket(address, {
    handshakeTimeout: options.responseTimeoutMs,
    perMessageDeflate: false,
  });
  const over = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.on("error", () => resolve());
    signal.addEventListener("abort", () => socket.close(), { once: true });
  });
  socket.on("message", onMessage);
  socket.on("open", () => {
    if (stream !== "orders") {
      const { exchangeSegment, securityId } = instrument;
      socket.send(
        JSON.stringify({
          RequestCode: REQUEST_CODES[stream],
          InstrumentCount: 1,
          InstrumentList: [{ ExchangeSegment: exchangeSegment, SecurityId: securityId }],
        }),
      );
      return;
    }
    socket.send(
      JSON.stringify({ LoginReq: { MsgCode: 42, ClientId: clientId, Token: token }, UserType: "SELF" }),
    );
    const placing = setTimeout(() => {
      // Places an order, so that the stream has order updates to show. The stream continues if this fails.
      options.send(account, { method: "POST", path: "/orders", body: SMALL_ORDER }).catch(() => undefined);
    }, LISTEN_FOR_MS / 6);
    socket.on("close", () => clearTimeout(placing));
  });
  await over;
}

function displayedMessage(stream: PlaygroundStream, data: Buffer): string {
  if (stream === "orders") return JSON.stringify(JSON.parse(data.toString()), null, 2);
  const isDepth = stream === "depth" || stream === "depth200";
  const decoded = isDepth ? decodeDepthMessage(data) : decodeMarketMessage(data);
  return `${data.byteLength} bytes ${data.toString("hex").slice(0, 96)}${data.byteLength > 48 ? "…" : ""}\n${JSON.stringify(decoded.packets, null, 2)}`;
}
