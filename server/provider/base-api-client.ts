// The site's client of the base API: every call has a deadline and a size, every answer is parsed, and every fault
// becomes one of the Responses of faults.ts. A read that met a passing fault is tried once more; a provider that keeps
// failing is left alone for a while.
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  fullJitterGenerator,
  handleType,
  retry,
  TaskCancelledError,
  wrap,
} from "cockatiel";
import { Agent, request } from "undici";
import type { z } from "zod";
import type { Provider } from "../../app/context.ts";
import { BASE_API_OPERATIONS, type Operation, problemSchema } from "../../app/wire/base-api.ts";
import { encodeStrategyQuery } from "../../app/wire/strategy-query.ts";
import { broken, refused, unreachable } from "./faults.ts";

export type BaseApiClientOptions = {
  /** The provider's address without a slash at the end; null while there is none (the sandbox is starting). */
  baseUrl: () => string | null;
  sourceCode: string;
  brokerCode: string;
  limits: {
    providerConnectWithinMs: number;
    providerAnswerWithinMs: number;
    providerAnswerBytes: number;
    providerCallsInFlight: number;
    providerCallsWaiting: number;
    providerBreakAfterFaults: number;
    providerHalfOpenAfterMs: number;
  };
  /** Told once for each call that failed, with no address and no body in it. */
  onFault: (fault: { operation: string; reason: string; requestId: string }) => void;
};

export type BaseApiClient = {
  /** A provider for one page: its calls end when `signal` aborts. */
  forRequest(request: { signal: AbortSignal; requestId: string }): Provider;
  close(): Promise<void>;
};

/** A fault that may pass by itself: no connection, no answer in time, 429 or 5xx. */
class PassingFault extends Error {}

/** The page gave up (its browser left, or its time was up): no sign of how the provider is. */
class Abandoned extends Error {}

const RETRIES = 1;
const RETRY_AFTER_AT_MOST_MS = 250;

export function createBaseApiClient(options: BaseApiClientOptions): BaseApiClient {
  const { limits } = options;
  const agent = new Agent({
    connect: { timeout: limits.providerConnectWithinMs },
    headersTimeout: limits.providerAnswerWithinMs,
    bodyTimeout: limits.providerAnswerWithinMs,
    connections: limits.providerCallsInFlight,
    maxResponseSize: limits.providerAnswerBytes,
  });
  const passing = handleType(PassingFault);
  const policy = wrap(
    bulkhead(limits.providerCallsInFlight, limits.providerCallsWaiting),
    retry(passing, {
      maxAttempts: RETRIES,
      backoff: new ExponentialBackoff({ generator: fullJitterGenerator, maxDelay: RETRY_AFTER_AT_MOST_MS }),
    }),
    circuitBreaker(passing, {
      halfOpenAfter: limits.providerHalfOpenAfterMs,
      breaker: new ConsecutiveBreaker(limits.providerBreakAfterFaults),
    }),
  );

  async function call<Schema extends z.ZodType>(
    operation: Operation & { answer: Schema },
    at: { path?: Record<string, string>; query?: URLSearchParams; signal: AbortSignal; requestId: string },
  ): Promise<z.output<Schema>> {
    const fail = (reason: string, response: Response) => {
      options.onFault({ operation: operation.operationId, reason, requestId: at.requestId });
      return response;
    };
    let answer: { status: number; body: unknown };
    try {
      answer = await policy.execute(() => once(operation, at), at.signal);
    } catch (fault) {
      if (fault instanceof PassingFault) throw fail(fault.message, unreachable());
      if (fault instanceof BrokenCircuitError) throw fail("circuit open", unreachable());
      if (fault instanceof BulkheadRejectedError) throw fail("too many calls", unreachable());
      if (fault instanceof Abandoned || fault instanceof TaskCancelledError)
        throw fail("given up", unreachable());
      if (fault instanceof SyntaxError) throw fail("not JSON", broken());
      throw fault;
    }
    if (answer.status !== 200) {
      const problem = problemSchema.safeParse(answer.body);
      const detail = problem.success ? problem.data.detail : "The service refused this.";
      throw answer.status === 404
        ? refused(404, detail)
        : fail(
            `refused with ${answer.status}: ${detail}`,
            refused(answer.status < 400 ? 502 : answer.status, detail),
          );
    }
    const parsed = operation.answer.safeParse(answer.body);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw fail(`answer breaks the contract at ${issue?.path.join(".")}: ${issue?.message}`, broken());
  }

  async function once(
    operation: Operation,
    at: { path?: Record<string, string>; query?: URLSearchParams; signal: AbortSignal; requestId: string },
  ): Promise<{ status: number; body: unknown }> {
    const baseUrl = options.baseUrl();
    if (baseUrl === null) throw new PassingFault("no address yet");
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(at.path?.[name] ?? ""),
    );
    const query = at.query === undefined || at.query.size === 0 ? "" : `?${at.query}`;
    let status: number;
    let text: string;
    try {
      const response = await request(`${baseUrl}${path}${query}`, {
        method: "GET",
        dispatcher: agent,
        signal: at.signal,
        headers: {
          accept: "application/json, application/problem+json",
          "x-request-id": at.requestId,
          "x-source-code": options.sourceCode,
          "x-broker-code": options.brokerCode,
        },
      });
      status = response.statusCode;
      text = await response.body.text();
    } catch (fault) {
      if (at.signal.aborted) throw new Abandoned();
      throw new PassingFault(fault instanceof Error && "code" in fault ? String(fault.code) : "no answer");
    }
    if (status === 429 || status >= 500) throw new PassingFault(`answered ${status}`);
    return { status, body: JSON.parse(text) };
  }

  return {
    forRequest: ({ signal, requestId }) => ({
      listStrategies: (query) =>
        call(BASE_API_OPERATIONS.listStrategies, { query: encodeStrategyQuery(query), signal, requestId }),
      getStrategy: (id) => call(BASE_API_OPERATIONS.getStrategy, { path: { id }, signal, requestId }),
      listSimilarStrategies: (id) =>
        call(BASE_API_OPERATIONS.listSimilarStrategies, { path: { id }, signal, requestId }),
      listStrategyInstruments: (id) =>
        call(BASE_API_OPERATIONS.listStrategyInstruments, { path: { id }, signal, requestId }),
      suggestStrategies: (text) =>
        call(BASE_API_OPERATIONS.suggestStrategies, {
          query: new URLSearchParams({ text }),
          signal,
          requestId,
        }),
      listManagers: () => call(BASE_API_OPERATIONS.listManagers, { signal, requestId }),
      getManager: (id) => call(BASE_API_OPERATIONS.getManager, { path: { id }, signal, requestId }),
    }),
    close: () => agent.destroy(),
  };
}
