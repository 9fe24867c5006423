// Calls the trading API over HTTP with the token of the assistant's client, so that the API's scopes, limits and
// request log apply.

import { buildPath } from "../../app/contract/trading-api/examples.ts";
import type { TradingOperation } from "../../app/contract/trading-api/operation.ts";
import { TRADING_OPERATIONS, type TradingOperationId } from "../../app/contract/trading-api/operations.ts";
import type { ApiOrder } from "../../app/contract/trading-api/orders.ts";
import { parseJson } from "../../app/domain/parse-json.ts";
import { callSandbox } from "../protocol/lost-response.ts";
import { CallFailed, createProviderCaller, type ProviderCallLimits } from "../protocol/provider-call.ts";

/**
 * Refusal of a tool call. Its message is the reason for the assistant. `code` is the API's error code; empty if there
 * is none.
 */
export class ToolRefusal extends Error {
  readonly code: string;
  constructor(sentence: string, code = "") {
    super(sentence);
    this.code = code;
  }
}

export type TokenDetails = {
  clientId: string;
  scopes: readonly string[];
  /** True if the account has a separate market, for example in a scenario. */
  hasOwnMarket: boolean;
};
export type Position = Pick<ApiOrder, "tradingSymbol" | "exchangeSegment" | "securityId" | "productType"> & {
  /** Signed quantity to close. */
  netQty: number;
};
export type OrderRejection = {
  code: string;
  /** rejectCause of the rejected order; null if the API would already refuse the request. */
  cause: string | null;
  message: string;
};
type Parts = { path?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** The trading API for one caller. Every method throws ToolRefusal. */
export type TradingCaller = {
  call<Answer>(operationId: TradingOperationId, parts?: Parts): Promise<Answer>;
  /** Returns the margin in rupees that an order adds to, or releases from, the account's positions. */
  margin(order: object): Promise<{ totalMargin: number; releasedMargin: number }>;
  /** Returns the charges in rupees by name, including `total`. */
  charges(order: object): Promise<Record<string, number>>;
  /** Returns why an order would be refused or rejected now; null if it would be accepted. */
  rejection(order: object): Promise<OrderRejection | null>;
  /** Returns the positions of the client's own orders that can be closed, without those of algos. */
  positionsToClose(): Promise<Position[]>;
  /** Returns the list of all instruments of the account's market as CSV with few columns. */
  instruments(): Promise<string>;
  /** Returns how the account's owner must confirm the trades of assistants. */
  assistantSettings(): Promise<{ confirm: "ask" | "portal" | "off" }>;
  /** Requests an approval in the portal, or returns the state of an earlier request with the same id. */
  requestApproval(wanted: object): Promise<"waiting" | "approved" | "denied" | "used" | "expired">;
  /**
   * Registers a trade before it is sent: marks its confirmation as used, and counts the trade towards the daily limit.
   */
  admit(trade: object): Promise<void>;
};

export function createTradingCallers(options: {
  /** The sandbox's address; null while it is down. */
  baseUrl: () => string | null;
  limits: ProviderCallLimits & { apiTimeoutMs: number };
}) {
  const caller = createProviderCaller({
    name: "trading_api",
    baseUrl: options.baseUrl,
    limits: { ...options.limits, providerTimeoutMs: options.limits.apiTimeoutMs },
  });

  async function send(request: Omit<Parameters<typeof caller.call>[0], "returnsErrorStatus">) {
    try {
      return await callSandbox(caller, request);
    } catch (fault) {
      if (!(fault instanceof CallFailed)) throw fault;
      throw new ToolRefusal(
        request.isRepeatable
          ? "The trading API is not responding. Try again in a few seconds."
          : "The trading API did not respond. The order may have arrived: read the orders before you try again.",
      );
    }
  }

  return {
    /** Returns the client of a token; null for an invalid token. Throws ToolRefusal if the API cannot check it. */
    async identify(accessToken: string): Promise<TokenDetails | null> {
      const answer = await send({
        method: "GET",
        path: "/assistants/token",
        headers: { "access-token": accessToken },
        isRepeatable: true,
      });
      if (answer.status === 401) return null;
      if (answer.status !== 200) throw toToolRefusal(answer.status, answer.text);
      return JSON.parse(answer.text) as TokenDetails;
    },

    forCaller: (who: CallerIdentity): TradingCaller => createCaller(who, send),

    close: () => caller.close(),
  };
}
export type TradingCallers = ReturnType<typeof createTradingCallers>;

type CallerIdentity = Pick<TokenDetails, "clientId" | "hasOwnMarket"> & {
  accessToken: string;
  requestId: string;
};
type Send = (request: {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  isRepeatable: boolean;
  body?: unknown;
}) => Promise<{ status: number; text: string }>;

/** Creates the trading API for the owner of one token. */
function createCaller(who: CallerIdentity, send: Send): TradingCaller {
  const headers = {
    "access-token": who.accessToken,
    "client-id": who.clientId,
    "x-request-id": who.requestId,
    // For a token that was issued to an assistant, the API accepts trades only with this header.
    "x-assistant": "yes",
  };
  async function askSandbox<Answer>(method: "GET" | "POST", path: string, body?: object): Promise<Answer> {
    const answer = await send({
      method,
      path: `/assistants/${path}`,
      headers,
      isRepeatable: method === "GET",
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 300) throw toToolRefusal(answer.status, answer.text);
    return JSON.parse(answer.text) as Answer;
  }
  return {
    async call<Answer>(operationId: TradingOperationId, parts: Parts = {}) {
      const operation: TradingOperation = TRADING_OPERATIONS[operationId];
      const answer = await send({
        method: operation.method.toUpperCase() as "GET",
        path: `/v2${buildPath(operation.path, parts.path, parts.query)}`,
        headers,
        isRepeatable: operation.method === "get",
        ...(parts.body === undefined ? {} : { body: parts.body }),
      });
      if (answer.status >= 300) throw toToolRefusal(answer.status, answer.text);
      return (operation.answer === "csv" ? answer.text : JSON.parse(answer.text)) as Answer;
    },
    margin: (order) => askSandbox("POST", "margin", order),
    charges: (order) => askSandbox("POST", "charges", order),
    rejection: async (order) =>
      (await askSandbox<{ rejection: OrderRejection | null }>("POST", "rejection", order)).rejection,
    positionsToClose: () => askSandbox("GET", "positions"),
    assistantSettings: () => askSandbox("GET", "settings"),
    requestApproval: async (request) =>
      (await askSandbox<{ state: "waiting" }>("POST", "approvals", request)).state,
    async admit(trade) {
      const answer = await askSandbox<{ isAdmitted: boolean; reason?: string }>("POST", "trades", trade);
      if (!answer.isAdmitted) throw new ToolRefusal(answer.reason ?? "The trade is not allowed.");
    },
    async instruments() {
      const path = who.hasOwnMarket ? "/assistants/instruments" : "/v2/instrument-files/api-scrip-master.csv";
      const answer = await send({ method: "GET", path, headers, isRepeatable: true });
      if (answer.status >= 300) throw toToolRefusal(answer.status, answer.text);
      return answer.text;
    },
  };
}

/** Creates a refusal from either error format of the API. */
function toToolRefusal(status: number, text: string): ToolRefusal {
  const { errorCode, errorMessage, detail, data } = (parseJson(text) ?? {}) as Record<string, unknown>;
  if (typeof errorCode === "string")
    return new ToolRefusal(`${errorCode}: ${String(errorMessage)}`, errorCode);
  const [first] = typeof data === "object" && data !== null ? Object.entries(data) : [];
  if (first !== undefined) return new ToolRefusal(`${first[0]}: ${String(first[1])}`, first[0]);
  return new ToolRefusal(typeof detail === "string" ? detail : `The trading API returned status ${status}.`);
}
