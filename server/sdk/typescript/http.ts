// HTTP calls of the client. Each request has a deadline, retries honour Retry-After and never place an order twice, and
// all faults have one error class. The generated methods use this module.

export type ClientOptions = {
  /** Base address of all paths, such as `http://localhost:8080/sandbox/v2`. */
  baseUrl: string;
  /** The access token, or a function that is called for each call and each socket and returns the token. */
  accessToken: string | (() => string | Promise<string>);
  /** Required for quotes, option chains and sockets. */
  clientId?: string;
  /** Addresses of the sockets; by default derived from `baseUrl`. */
  sockets?: Partial<SocketAddresses>;
  /** Time limit of one attempt, in ms; 30,000 by default. */
  timeoutMs?: number;
  /** Number of retries after the first attempt; 4 by default, 0 disables retries. */
  maxRetries?: number;
  /** Longest pause in ms, 60,000 by default. If Retry-After is longer, the call fails without a retry. */
  maxRetryDelayMs?: number;
  fetch?: typeof fetch;
  /** Called before every pause. */
  onRetry?: (retry: { attempt: number; delayMs: number; reason: string }) => void;
};
export type SocketAddresses = {
  marketFeed: string;
  depth: string;
  /** Address of the depth socket with 200 levels. */
  fullDepth: string;
  orderUpdates: string;
};

export type CallOptions = {
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  /** Additional headers, such as `X-Sandbox-Fault`. */
  headers?: Record<string, string>;
};

/** Description of a call by a generated method. */
export type CallOf = {
  method: string;
  path: string;
  pathParameters?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  needsClientId?: boolean;
  /** True if the call may be sent again after a lost response. */
  isRepeatable: boolean;
  /** True if the call accepts an Idempotency-Key. Each call has its own key, which all its attempts share. */
  takesKey?: boolean;
};

/** Cursor of a list's next page; null on the last page, and for a call without `limit`. */
export type Paged = { readonly nextCursor: string | null };

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 4;
const MAX_RETRY_DELAY_MS = 60_000;
const FIRST_DELAY_MS = 250;
/** Pause after a lost response to an order, before the client checks if the order exists. */
const ORDER_SETTLES_MS = 500;
const NO_SUCH_ORDER = "DH-906";

/** A call that was rejected or received no response. `status` is 0 if there was no response. */
export class TradingApiError extends Error {
  override readonly name = "TradingApiError";
  readonly status: number;
  /** Error code of the API, such as DH-905 or 805; empty if the response contained none. */
  readonly code: string;
  readonly requestId: string | null;
  /** Pause in ms that the server requested; null if it requested none. */
  readonly retryAfterMs: number | null;
  readonly body: unknown;

  constructor(
    message: string,
    fault: {
      status: number;
      code?: string;
      requestId?: string | null;
      retryAfterMs?: number | null;
      body?: unknown;
      cause?: unknown;
    },
  ) {
    super(message, fault.cause === undefined ? undefined : { cause: fault.cause });
    this.status = fault.status;
    this.code = fault.code ?? "";
    this.requestId = fault.requestId ?? null;
    this.retryAfterMs = fault.retryAfterMs ?? null;
    this.body = fault.body ?? null;
  }

  /** True if the server may have executed the call although the call failed. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

export class ApiClient {
  readonly options: ClientOptions;

  constructor(options: ClientOptions) {
    if (!URL.canParse(options.baseUrl))
      throw new TypeError(`baseUrl: expected an address, got ${options.baseUrl}`);
    this.options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, "") };
  }

  async token(): Promise<string> {
    const { accessToken } = this.options;
    return typeof accessToken === "function" ? accessToken() : accessToken;
  }

  clientId(): string {
    const { clientId } = this.options;
    if (clientId === undefined)
      throw new TypeError("clientId is required for quotes, option chains and sockets");
    return clientId;
  }

  /** Sends a call and parses its response: JSON, or text if the response is a file. Throws TradingApiError. */
  async call<Answer>(call: CallOf, given: CallOptions = {}): Promise<Answer> {
    const options = call.takesKey ? { ...given, headers: withIdempotencyKey(given.headers) } : given;
    const maxRetries = options.maxRetries ?? this.options.maxRetries ?? MAX_RETRIES;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt<Answer>(call, options);
      } catch (fault) {
        if (!(fault instanceof TradingApiError) || options.signal?.aborted || attempt >= maxRetries)
          throw fault;
        const delayMs = this.#delayBefore(attempt, call, fault);
        if (delayMs === null) throw fault;
        this.options.onRetry?.({ attempt: attempt + 1, delayMs, reason: fault.message });
        await pause(delayMs, options.signal);
      }
    }
  }

  /**
   * Places an order with a correlation id exactly once. After a lost response it looks up the order by that id, and
   * sends it again only if it does not exist. `place` and `find` are the generated methods.
   */
  async placeOnce<Order, Placed>(
    place: () => Promise<Placed>,
    find: () => Promise<Order>,
    options: CallOptions = {},
  ): Promise<Placed | Order> {
    const maxRetries = options.maxRetries ?? this.options.maxRetries ?? MAX_RETRIES;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await place();
      } catch (fault) {
        if (!(fault instanceof TradingApiError) || !fault.isOutcomeUnknown || attempt >= maxRetries)
          throw fault;
        await pause(ORDER_SETTLES_MS * (attempt + 1), options.signal);
        try {
          return await find();
        } catch (unknown) {
          if (!(unknown instanceof TradingApiError) || unknown.code !== NO_SUCH_ORDER) throw fault;
        }
      }
    }
  }

  /**
   * Returns the pause before a retry, in ms; null if the call must not be retried. Every call may be retried after a
   * 429, because the server did not execute it.
   */
  #delayBefore(attempt: number, call: CallOf, fault: TradingApiError): number | null {
    const isAgain = fault.status === 429 || (call.isRepeatable && fault.isOutcomeUnknown);
    if (!isAgain) return null;
    const atMost = this.options.maxRetryDelayMs ?? MAX_RETRY_DELAY_MS;
    // A random time is added to the requested pause, so that callers that were refused together do not retry together.
    const jitterMs = Math.random() * FIRST_DELAY_MS * 2 ** attempt;
    const delayMs = Math.ceil((fault.retryAfterMs ?? 0) + jitterMs);
    if ((fault.retryAfterMs ?? 0) > atMost) return null;
    return Math.min(delayMs, atMost);
  }

  async #attempt<Answer>(call: CallOf, options: CallOptions): Promise<Answer> {
    const headers: Record<string, string> = {
      accept: "application/json, text/csv",
      "access-token": await this.token(),
      ...(call.needsClientId ? { "client-id": this.clientId() } : {}),
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    };
    const deadline = AbortSignal.timeout(options.timeoutMs ?? this.options.timeoutMs ?? TIMEOUT_MS);
    const signal = options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]);
    let response: Response;
    let text: string;
    try {
      response = await (this.options.fetch ?? fetch)(this.#address(call), {
        method: call.method,
        headers,
        signal,
        redirect: "error",
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
      text = await response.text();
    } catch (cause) {
      if (options.signal?.aborted) throw options.signal.reason;
      throw new TradingApiError(`${call.method} ${call.path}: no response (${reasonOf(cause)})`, {
        status: 0,
        cause,
      });
    }
    if (!response.ok) throw faultOf(call, response, text);
    if (!(response.headers.get("content-type") ?? "").includes("json")) return text as Answer;
    // A live account's response to convertPosition is empty.
    const answer = text === "" ? {} : JSON.parse(text);
    // A live account returns some errors of quotes and option chains with status 200.
    if (answer?.status === "failed") throw faultOf(call, response, text);
    if (Array.isArray(answer))
      Object.defineProperty(answer, "nextCursor", { value: response.headers.get("x-next-cursor") });
    return answer;
  }

  #address({ path, pathParameters = {}, query = {} }: CallOf): string {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = pathParameters[name];
      if (value === undefined || value === "") throw new TypeError(`${name}: needed in ${path}`);
      return encodeURIComponent(String(value));
    });
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ).toString();
    return `${this.options.baseUrl}${filled}${search === "" ? "" : `?${search}`}`;
  }
}

/** Adds a new Idempotency-Key, unless the headers contain one. */
export function withIdempotencyKey(headers: Record<string, string> = {}): Record<string, string> {
  const hasKey = Object.keys(headers).some((name) => name.toLowerCase() === "idempotency-key");
  return hasKey ? headers : { ...headers, "Idempotency-Key": crypto.randomUUID() };
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message || cause.message : cause.message;
}

function faultOf(call: CallOf, response: Response, text: string): TradingApiError {
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // A server in front of the API may respond in plain text.
  }
  const { code, message } = textsOf(body);
  const requestId = response.headers.get("x-request-id");
  const retryAfter = response.headers.get("retry-after");
  return new TradingApiError(
    `${call.method} ${call.path}: ${response.status} ${[code, message].filter((word) => word !== "").join(" ")}`,
    {
      status: response.status,
      code,
      requestId,
      retryAfterMs: retryAfter === null ? null : retryAfterMs(retryAfter, Date.now()),
      body,
    },
  );
}

/** Parses seconds or an HTTP date (RFC 9110 §10.2.3) to ms from now; null for anything else. */
export function retryAfterMs(value: string, nowMs: number): number | null {
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** Extracts code and message from both error formats. */
function textsOf(body: unknown): { code: string; message: string } {
  if (typeof body !== "object" || body === null) return { code: "", message: String(body).trim() };
  const { errorCode, errorMessage, data } = body as Record<string, unknown>;
  if (typeof errorCode === "string") return { code: errorCode, message: String(errorMessage ?? "") };
  const [first] = typeof data === "object" && data !== null ? Object.entries(data) : [];
  return first === undefined ? { code: "", message: "" } : { code: first[0], message: String(first[1]) };
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    function stop(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener("abort", stop, { once: true });
  });
}
