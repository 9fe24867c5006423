// Calls a service of the provider. Every call has a deadline, a size limit and a bulkhead for its lane, and is retried
// once if it is repeatable. Circuit breakers pause calls to a failing service. Each service has one caller.

import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  fullJitterGenerator,
  handleType,
  retry,
  TaskCancelledError,
  wrap,
} from "cockatiel";
import { Agent, type Dispatcher, request } from "undici";
import { parseJson } from "../../app/domain/parse-json.ts";
import { traceCall } from "./trace.ts";

export type ProviderCallLimits = {
  providerConnectTimeoutMs: number;
  providerTimeoutMs: number;
  providerAnswerBytes: number;
  providerCallsInFlight: number;
  providerCallsWaiting: number;
  providerBreakAfterFaults: number;
  providerHalfOpenAfterMs: number;
};

/**
 * Limits of one lane: running and queued calls. Lanes are separate, so that calls of one lane do not delay those of
 * another.
 */
export type LaneLimits = { inFlight: number; waiting: number };

export type ProviderCall = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the service's address, including the query. */
  path: string;
  headers?: Record<string, string>;
  /** Body, sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** True for reads, and for writes with a key that the service executes only once. */
  isRepeatable: boolean;
  /** If true, 429 and 5xx are returned to the caller and do not count as faults of the service. */
  returnsErrorStatus?: boolean;
  /** Key of `lanes`. If omitted, the service's common lane is used. */
  lane?: string;
  /** Name in `circuits`. If omitted, the service's common circuit is used. */
  circuit?: string;
};

export type ProviderResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

/**
 * Error of a call. `unreachable` can be temporary. `limited` is a 429, so the call was not executed. `garbled` means
 * that the response violates the contract. `reason` is logged and contains neither address nor body. `retryAfter` is
 * the Retry-After header of a 429.
 */
export class CallFailed extends Error {
  readonly kind: "unreachable" | "limited" | "garbled";
  readonly retryAfter: string | string[] | undefined;
  constructor(kind: CallFailed["kind"], reason: string, retryAfter?: string | string[]) {
    super(reason);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

export type ProviderCallerStatus = {
  /** True if calls of the common circuit are allowed. */
  isCircuitClosed: boolean;
  /**
   * State of the circuit that allows the fewest calls. A further circuit is considered only while its calls fail.
   * Without calls it would stay open after the service has recovered.
   */
  circuit: "closed" | "halfOpen" | "open";
  /**
   * Number of times that a circuit opened since the process started. `retries` and `rejectedByLane` count retries,
   * and calls that were rejected because their lane was full.
   */
  opened: number;
  retries: number;
  rejectedByLane: number;
  lanes: Record<string, { inFlight: number; waiting: number }>;
};

export type ProviderCaller = ReturnType<typeof createProviderCaller>;

/** A fault that may be temporary: no connection, no response in time, or 5xx. */
class TemporaryFault extends Error {}

/**
 * Thrown if the caller aborted: the user left, or the caller's time limit passed. It does not count as a fault of the
 * service.
 */
class CallerAborted extends Error {}

/** Reason of a call that was not sent because its circuit is open. */
export const CIRCUIT_OPEN = "circuit open";

const COMMON = "common";
/** Number of pauses of a circuit breaker during which its last opening counts for the service's state. */
const COUNTED_PAUSES = 5;
const RETRIES = 1;
const MAX_RETRY_DELAY_MS = 250;
/** Time limit for the body, as a multiple of the time limit for the response headers. */
const BODY_TIME_FACTOR = 2;

/** Returns the failure that a caller receives. A fault of another kind is returned unchanged. */
function failedCall(fault: unknown): unknown {
  if (fault instanceof TemporaryFault) return new CallFailed("unreachable", fault.message);
  if (fault instanceof BrokenCircuitError) return new CallFailed("unreachable", CIRCUIT_OPEN);
  if (fault instanceof BulkheadRejectedError) return new CallFailed("unreachable", "too many calls");
  if (fault instanceof CallerAborted || fault instanceof TaskCancelledError)
    return new CallFailed("unreachable", "aborted");
  return fault;
}

export type ProviderCallerOptions = {
  /** The service's name in traces. */
  name: string;
  /** Address of the service without a trailing slash; null while there is none. */
  baseUrl: () => string | null;
  limits: ProviderCallLimits;
  lanes?: Record<string, LaneLimits>;
  /** Further circuits. Failing calls of one circuit do not stop those of another. */
  circuits?: readonly string[];
  /** Receives the response time of each call that got a response, in ms. */
  onTime?: (ms: number) => void;
};

/** Runs a call and reports its response time. A call without a response is not reported. */
async function measureCall<Answer>(
  onTime: ProviderCallerOptions["onTime"],
  run: () => Promise<Answer>,
): Promise<Answer> {
  const startedAt = performance.now();
  const answer = await run();
  onTime?.(performance.now() - startedAt);
  return answer;
}

export function createProviderCaller(options: ProviderCallerOptions) {
  const { limits } = options;
  const shares: Record<string, LaneLimits> = {
    [COMMON]: { inFlight: limits.providerCallsInFlight, waiting: limits.providerCallsWaiting },
    ...options.lanes,
  };
  const agent = new Agent({
    connect: { timeout: limits.providerConnectTimeoutMs },
    headersTimeout: limits.providerTimeoutMs,
    bodyTimeout: limits.providerTimeoutMs,
    // Opens up to one connection per call that may run, so that lanes do not wait for each other's connections.
    connections: Object.values(shares).reduce((sum, { inFlight }) => sum + inFlight, 0),
    maxResponseSize: limits.providerAnswerBytes,
  });
  const { breakers, openedAt, lanes, counters } = createPolicies(limits, shares, [
    COMMON,
    ...(options.circuits ?? []),
  ]);
  const isRecent = (at: number | undefined) =>
    at !== undefined && performance.now() - at < COUNTED_PAUSES * limits.providerHalfOpenAfterMs;
  let isClosed = false;

  async function once(call: ProviderCall): Promise<ProviderResponse> {
    const baseUrl = options.baseUrl();
    if (baseUrl === null) throw new TemporaryFault("no address yet");
    const deadline = AbortSignal.timeout(BODY_TIME_FACTOR * limits.providerTimeoutMs);
    try {
      const attributes = { "http.request.method": call.method, "url.path": call.path.split("?", 1)[0] ?? "" };
      return await traceCall(`${options.name} ${call.method}`, attributes, (traced) =>
        measureCall(options.onTime, () => send(agent, `${baseUrl}${call.path}`, call, traced, deadline)),
      );
    } catch (fault) {
      if (fault instanceof TemporaryFault || fault instanceof CallFailed) throw fault;
      if (call.signal?.aborted) throw new CallerAborted();
      const code = fault instanceof Error && "code" in fault ? String(fault.code) : "no response";
      // A request with an invalid header is not sent, so it does not count as a fault of the service.
      throw code === "UND_ERR_INVALID_ARG" ? new CallFailed("unreachable", code) : new TemporaryFault(code);
    }
  }

  return {
    /** Executes a call. Throws `CallFailed`. */
    async call(call: ProviderCall): Promise<ProviderResponse> {
      const lane = lanes.get(call.lane ?? COMMON);
      if (lane === undefined) throw new Error(`unknown lane ${call.lane}`);
      const policies = lane.byCircuit.get(call.circuit ?? COMMON);
      if (policies === undefined) throw new Error(`unknown circuit ${call.circuit}`);
      const policy = call.isRepeatable ? policies.repeatable : policies.once;
      try {
        return await policy.execute(() => once(call), call.signal);
      } catch (fault) {
        if (fault instanceof BulkheadRejectedError) counters.rejectedByLane += 1;
        throw failedCall(fault);
      }
    },
    status: (): ProviderCallerStatus => ({
      isCircuitClosed: breakers.get(COMMON)?.state === CircuitState.Closed,
      circuit: worstState(
        [...breakers]
          .filter(([name]) => name === COMMON || isRecent(openedAt.get(name)))
          .map(([, { state }]) => state),
      ),
      ...counters,
      lanes: Object.fromEntries(
        [...lanes].map(([name, { share }]) => {
          const lane = shares[name] ?? { inFlight: 0, waiting: 0 };
          return [
            name,
            { inFlight: lane.inFlight - share.executionSlots, waiting: lane.waiting - share.queueSlots },
          ];
        }),
      ),
    }),
    isClosed: (): boolean => isClosed,
    /** Aborts pending calls. */
    close() {
      isClosed = true;
      return agent.destroy();
    },
  };
}

function worstState(states: readonly CircuitState[]): ProviderCallerStatus["circuit"] {
  if (states.every((state) => state === CircuitState.Closed)) return "closed";
  return states.some((state) => state === CircuitState.Open || state === CircuitState.Isolated)
    ? "open"
    : "halfOpen";
}

/**
 * Creates the policies of a call: the bulkhead of its lane, a retry if it is repeatable, and the circuit breaker of its
 * circuit, which all lanes share.
 */
function createPolicies(
  limits: ProviderCallLimits,
  shares: Record<string, LaneLimits>,
  circuits: readonly string[],
) {
  const passing = handleType(TemporaryFault);
  const breakers = new Map(
    circuits.map((name) => [
      name,
      circuitBreaker(passing, {
        halfOpenAfter: limits.providerHalfOpenAfterMs,
        breaker: new ConsecutiveBreaker(limits.providerBreakAfterFaults),
      }),
    ]),
  );
  const again = retry(passing, {
    maxAttempts: RETRIES,
    backoff: new ExponentialBackoff({ generator: fullJitterGenerator, maxDelay: MAX_RETRY_DELAY_MS }),
  });
  const lanes = new Map(
    Object.entries(shares).map(([name, { inFlight, waiting }]) => {
      const share = bulkhead(inFlight, waiting);
      const byCircuit = new Map(
        [...breakers].map(([circuit, breaker]) => {
          // A failed write may have been executed, so only the user may repeat it.
          return [circuit, { repeatable: wrap(share, again, breaker), once: wrap(share, breaker) }];
        }),
      );
      return [name, { share, byCircuit }];
    }),
  );
  const counters = { opened: 0, retries: 0, rejectedByLane: 0 };
  /** Time at which each circuit last opened, monotonic ms. */
  const openedAt = new Map<string, number>();
  for (const [name, breaker] of breakers)
    breaker.onBreak(() => {
      counters.opened += 1;
      openedAt.set(name, performance.now());
    });
  again.onRetry(() => {
    counters.retries += 1;
  });
  return { breakers, openedAt, lanes, counters };
}

async function send(
  agent: Agent,
  url: string,
  call: ProviderCall,
  traced: Record<string, string>,
  deadline: AbortSignal,
): Promise<ProviderResponse> {
  const response = await request(url, {
    method: call.method,
    dispatcher: agent,
    signal: call.signal === undefined ? deadline : AbortSignal.any([call.signal, deadline]),
    body: call.body === undefined ? null : JSON.stringify(call.body),
    headers: {
      // A gateway may compress the response if this header is missing.
      "accept-encoding": "identity",
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...call.headers,
      ...traced,
    },
  } satisfies Parameters<typeof request>[1] & { dispatcher: Dispatcher });
  const { statusCode: status, headers } = response;
  const text = await response.body.text();
  // The limit may be that of one client, so a 429 is neither retried nor counted as a fault of the service.
  if (!call.returnsErrorStatus && status === 429)
    throw new CallFailed("limited", "answered 429", headers["retry-after"]);
  if (!call.returnsErrorStatus && status >= 500) throw new TemporaryFault(`answered ${status}`);
  return { status, headers, text };
}

/**
 * Parses a response body as JSON. Returns null for an empty body, and for a refusal's body that is not JSON, such as
 * the HTML of a gateway. Throws `CallFailed` for any other body that is not JSON.
 */
export function parseJsonBody({
  status,
  text,
  headers,
}: Pick<ProviderResponse, "status" | "text"> & Partial<Pick<ProviderResponse, "headers">>): unknown {
  if (text === "") return null;
  const json = parseJson(text);
  if (json !== undefined) return json;
  if (status >= 300) return null;
  const coding = headers?.["content-encoding"];
  throw new CallFailed("garbled", coding === undefined ? "not JSON" : `not JSON, content-encoding ${coding}`);
}
