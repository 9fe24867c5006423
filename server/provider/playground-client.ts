// The playground's way to the sandbox: an account made by the portal's own call, and one call of the trading API at a time. It knows no
// other address than the sandbox's.
import { WebSocket } from "ws";
import type { Playground, PlaygroundStream } from "../../app/context.ts";
import {
  CallFailed,
  createProviderCaller,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderCallLimits,
} from "../net/provider-call.ts";
import { decodeDepthMessage } from "../protocol/depth-feed.ts";
import { decodeMarketMessage } from "../protocol/market-feed.ts";
import { faultOf, unreachable } from "./faults.ts";

const SHOWN_HEADERS = [
  "content-type",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "x-request-id",
];
const SHOWN_CHARS = 60_000;
const LISTEN_FOR_MS = 3_000;
const MESSAGES_SHOWN = 10;
const MESSAGES_KEPT = 500;
const REQUEST_CODES: Record<Exclude<PlaygroundStream, "orders">, number> = {
  ticker: 15,
  quote: 17,
  full: 21,
  depth: 23,
};
/** Sent while order updates are listened to, so that there is something to hear. */
const SMALL_ORDER = {
  transactionType: "BUY",
  exchangeSegment: "NSE_EQ",
  productType: "INTRADAY",
  orderType: "MARKET",
  validity: "DAY",
  securityId: "1333",
  quantity: 1,
};

export type PlaygroundClient = {
  forAddress(address: string): Playground;
  close(): Promise<void>;
};

export function createPlaygroundClient(options: {
  /** Null while the sandbox is down. */
  baseUrl: () => string | null;
  answerWithinMs: number;
  limits: ProviderCallLimits;
}): PlaygroundClient {
  const caller = createProviderCaller({
    baseUrl: options.baseUrl,
    limits: { ...options.limits, providerAnswerWithinMs: options.answerWithinMs },
  });
  async function call(request: Omit<ProviderCall, "isRepeatable" | "isAnyStatusFine">) {
    try {
      // Whatever the sandbox answers is what the reader wants to see.
      return await caller.call({ ...request, isRepeatable: false, isAnyStatusFine: true });
    } catch (fault) {
      if (fault instanceof CallFailed) throw faultOf(fault);
      throw fault;
    }
  }
  return {
    forAddress: (address) => createPlayground({ ...options, address, call }),
    close: () => caller.close(),
  };
}

function createPlayground(options: {
  baseUrl: () => string | null;
  answerWithinMs: number;
  address: string;
  call(request: Omit<ProviderCall, "isRepeatable" | "isAnyStatusFine">): Promise<ProviderAnswer>;
}): Playground {
  const playground: Playground = {
    async openAccount() {
      const answer = await options.call({
        method: "POST",
        path: "/portal/accounts",
        headers: { accept: "application/json", "x-client-address": options.address },
      });
      if (answer.status !== 200) throw unreachable();
      const { dhanClientId, accessToken } = JSON.parse(answer.text) as Record<string, string>;
      return { clientId: dhanClientId ?? "", token: accessToken ?? "" };
    },
    async send({ clientId, token }, { method, path, body }) {
      const startedAt = performance.now();
      const answer = await options.call({
        method: method as ProviderCall["method"],
        path: `/v2${path}`,
        headers: { "access-token": token, "client-id": clientId },
        ...(body === undefined ? {} : { body }),
      });
      const { text } = answer;
      const isJson = String(answer.headers["content-type"] ?? "").includes("json");
      const shown = isJson && text !== "" ? JSON.stringify(JSON.parse(text), null, 2) : text;
      return {
        status: answer.status,
        tookMs: Math.round(performance.now() - startedAt),
        headers: SHOWN_HEADERS.flatMap((name): [string, string][] => {
          const value = answer.headers[name];
          return typeof value === "string" ? [[name, value]] : [];
        }),
        body: shown.length > SHOWN_CHARS ? `${shown.slice(0, SHOWN_CHARS)}\n… cut here` : shown,
      };
    },
    async keep({ token }, outcome) {
      const answer = await options.call({
        method: "POST",
        path: "/playground/outcomes",
        headers: { "access-token": token },
        body: outcome,
      });
      if (answer.status !== 200) throw unreachable();
      return (JSON.parse(answer.text) as { id: string }).id;
    },
    async kept({ token }, id) {
      const answer = await options.call({
        method: "GET",
        path: `/playground/outcomes/${encodeURIComponent(id)}`,
        headers: { "access-token": token },
      });
      return answer.status === 200 ? JSON.parse(answer.text) : null;
    },
    async listen(account, stream, instrument) {
      const { clientId, token } = account;
      const base = options.baseUrl();
      if (base === null) throw unreachable();
      const root = base.replace(/^http/, "ws");
      const login = `token=${encodeURIComponent(token)}&clientId=${clientId}&authType=2`;
      const address =
        stream === "orders"
          ? `${root}/order-update`
          : stream === "depth"
            ? `${root}/twentydepth?${login}`
            : `${root}/feed?version=2&${login}`;
      const got: Buffer[] = [];
      let count = 0;
      const socket = new WebSocket(address, {
        handshakeTimeout: options.answerWithinMs,
        perMessageDeflate: false,
      });
      const over = new Promise<void>((resolve) => {
        socket.on("close", () => resolve());
        socket.on("error", () => resolve());
        setTimeout(() => socket.close(), LISTEN_FOR_MS);
      });
      socket.on("message", (data: Buffer) => {
        count += 1;
        got.push(data);
        if (got.length > MESSAGES_KEPT) got.shift();
      });
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
          // Whether it could be placed is seen in what is heard.
          playground
            .send(account, { method: "POST", path: "/orders", body: SMALL_ORDER })
            .catch(() => undefined);
        }, LISTEN_FOR_MS / 6);
        socket.on("close", () => clearTimeout(placing));
      });
      await over;
      return { count, messages: got.slice(-MESSAGES_SHOWN).map((data) => shownMessage(stream, data)) };
    },
  };
  return playground;
}

function shownMessage(stream: PlaygroundStream, data: Buffer): string {
  if (stream === "orders") return JSON.stringify(JSON.parse(data.toString()), null, 2);
  const decoded = stream === "depth" ? decodeDepthMessage(data) : decodeMarketMessage(data);
  return `${data.byteLength} bytes ${data.toString("hex").slice(0, 96)}${data.byteLength > 48 ? "…" : ""}\n${JSON.stringify(decoded.packets, null, 2)}`;
}
