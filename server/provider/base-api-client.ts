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
import type { Account, Provider, RecordsQuery } from "../../app/context.ts";
import { BASE_API_OPERATIONS, problemSchema } from "../../app/wire/base-api.ts";
import type { Operation } from "../../app/wire/operation.ts";
import type { RecordChoice, RecordListing, RecordTrade, StrategyRecord } from "../../app/wire/record.ts";
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
  /** Records, for the disclosure gate alone. */
  recordsFor(request: { signal: AbortSignal; requestId: string; accessToken: string | null }): RecordReader;
  /** The same for what belongs to one client. */
  accountFor(request: { signal: AbortSignal; requestId: string; accessToken: string }): Account;
  close(): Promise<void>;
};

export type RecordReader = {
  listRecords(strategyId: string): Promise<RecordListing[]>;
  readRecord(strategyId: string, choice: RecordChoice): Promise<StrategyRecord>;
  readTrades(strategyId: string, choice: RecordChoice): Promise<RecordTrade[]>;
  asked: (() => Promise<string[]>) | null;
  ask: ((strategyId: string) => Promise<void>) | null;
};

/** A fault that may pass by itself: no connection, no answer in time, 429 or 5xx. */
class PassingFault extends Error {}

/** The page gave up (its browser left, or its time was up): no sign of how the provider is. */
class Abandoned extends Error {}

type At = {
  path?: Record<string, string>;
  query?: URLSearchParams;
  body?: unknown;
  accessToken?: string;
  idempotencyKey?: string;
  signal: AbortSignal;
  requestId: string;
};

const METHODS = { get: "GET", post: "POST", put: "PUT", patch: "PATCH", delete: "DELETE" } as const;
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
  const share = bulkhead(limits.providerCallsInFlight, limits.providerCallsWaiting);
  const breaker = circuitBreaker(passing, {
    halfOpenAfter: limits.providerHalfOpenAfterMs,
    breaker: new ConsecutiveBreaker(limits.providerBreakAfterFaults),
  });
  const again = retry(passing, {
    maxAttempts: RETRIES,
    backoff: new ExponentialBackoff({ generator: fullJitterGenerator, maxDelay: RETRY_AFTER_AT_MOST_MS }),
  });
  const reading = wrap(share, again, breaker);
  // Whether a write that met a fault was done is not known here; the person who sent it decides.
  const writing = wrap(share, breaker);

  async function call<Schema extends z.ZodType>(
    operation: Operation & { answer: Schema },
    at: At,
  ): Promise<z.output<Schema>> {
    const fail = (reason: string, response: Response) => {
      options.onFault({ operation: operation.operationId, reason, requestId: at.requestId });
      return response;
    };
    let answer: { status: number; body: unknown };
    try {
      // A write under a key happens once however often it is sent, so it may be tried again like a read.
      const isRepeatable = operation.method === "get" || at.idempotencyKey !== undefined;
      const policy = isRepeatable ? reading : writing;
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
    if (answer.status !== 200 && answer.status !== 204) {
      const problem = problemSchema.safeParse(answer.body);
      const detail = problem.success ? problem.data.detail : "The service refused this.";
      const isExpected = answer.status in operation.problems;
      const expected = problem.success ? problem.data.errors?.map((error) => error.expected).join("; ") : "";
      throw isExpected
        ? refused(answer.status, answer.status === 422 && expected ? `Expected ${expected}.` : detail)
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

  async function once(operation: Operation, at: At): Promise<{ status: number; body: unknown }> {
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
        method: METHODS[operation.method],
        dispatcher: agent,
        signal: at.signal,
        body: at.body === undefined ? null : JSON.stringify(at.body),
        headers: {
          ...(at.body === undefined ? {} : { "content-type": "application/json" }),
          ...(at.accessToken === undefined ? {} : { "access-token": at.accessToken }),
          ...(at.idempotencyKey === undefined ? {} : { "idempotency-key": at.idempotencyKey }),
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
    return { status, body: text === "" ? null : JSON.parse(text) };
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
      getSharedTracklist: (shareId) =>
        call(BASE_API_OPERATIONS.getSharedTracklist, { path: { shareId }, signal, requestId }),
      listManagers: () => call(BASE_API_OPERATIONS.listManagers, { signal, requestId }),
      getManager: (id) => call(BASE_API_OPERATIONS.getManager, { path: { id }, signal, requestId }),
    }),
    recordsFor: ({ accessToken, ...request }) => ({
      listRecords: async (id) =>
        (await call(BASE_API_OPERATIONS.listStrategyRecords, { ...request, path: { id } })).items,
      readRecord: (id, choice) =>
        call(BASE_API_OPERATIONS.getStrategyRecord, { ...request, path: { id }, query: choiceQuery(choice) }),
      readTrades: async (id, choice) =>
        (
          await call(BASE_API_OPERATIONS.listRecordTrades, {
            ...request,
            path: { id },
            query: choiceQuery(choice),
          })
        ).items,
      asked:
        accessToken === null
          ? null
          : async () =>
              (await call(BASE_API_OPERATIONS.listDisclosures, { ...request, accessToken })).items.map(
                ({ strategyId }) => strategyId,
              ),
      ask:
        accessToken === null
          ? null
          : async (id) => {
              await call(BASE_API_OPERATIONS.requestDisclosure, { ...request, accessToken, path: { id } });
            },
    }),
    accountFor: (request) => ({
      getSession: () => call(BASE_API_OPERATIONS.getSession, request),
      endSession: () => call(BASE_API_OPERATIONS.endSession, request),
      listSessions: async () => (await call(BASE_API_OPERATIONS.listSessions, request)).items,
      endSessionById: (id) => call(BASE_API_OPERATIONS.endSessionById, { ...request, path: { id } }),
      endSessions: (scope) =>
        call(BASE_API_OPERATIONS.endSessions, { ...request, query: new URLSearchParams({ scope }) }),
      listTracklists: async () => (await call(BASE_API_OPERATIONS.listTracklists, request)).items,
      createTracklist: (name, idempotencyKey) =>
        call(BASE_API_OPERATIONS.createTracklist, { ...request, body: { name }, idempotencyKey }),
      changeTracklist: (id, change) =>
        call(BASE_API_OPERATIONS.changeTracklist, { ...request, path: { id }, body: change }),
      deleteTracklist: (id) => call(BASE_API_OPERATIONS.deleteTracklist, { ...request, path: { id } }),
      restoreTracklist: (id) => call(BASE_API_OPERATIONS.restoreTracklist, { ...request, path: { id } }),
      trackStrategy: (id, strategyId) =>
        call(BASE_API_OPERATIONS.trackStrategy, { ...request, path: { id, strategyId } }),
      untrackStrategy: (id, strategyId) =>
        call(BASE_API_OPERATIONS.untrackStrategy, { ...request, path: { id, strategyId } }),
      listDeployments: () => call(BASE_API_OPERATIONS.listDeployments, request),
      createDeployment: (wanted, idempotencyKey) =>
        call(BASE_API_OPERATIONS.createDeployment, { ...request, body: wanted, idempotencyKey }),
      getDeployment: (id) => call(BASE_API_OPERATIONS.getDeployment, { ...request, path: { id } }),
      actOnDeployment: (id, action, idempotencyKey) =>
        call(BASE_API_OPERATIONS.actOnDeployment, { ...request, path: { id }, body: action, idempotencyKey }),
      previewAction: (id, verb) =>
        call(BASE_API_OPERATIONS.previewAction, {
          ...request,
          path: { id },
          query: new URLSearchParams({ verb }),
        }),
      getVersionDifference: (id) =>
        call(BASE_API_OPERATIONS.getVersionDifference, { ...request, path: { id } }),
      consentToVersion: (id, consent) =>
        call(BASE_API_OPERATIONS.consentToVersion, { ...request, path: { id }, body: consent }),
      listOrders: (query) => call(BASE_API_OPERATIONS.listOrders, { ...request, query: recordsQuery(query) }),
      listTrades: (query) => call(BASE_API_OPERATIONS.listTrades, { ...request, query: recordsQuery(query) }),
      getFunds: () => call(BASE_API_OPERATIONS.getFunds, request),
      getKillSwitch: () => call(BASE_API_OPERATIONS.getKillSwitch, request),
      setKillSwitch: (isActive) =>
        call(BASE_API_OPERATIONS.setKillSwitch, {
          ...request,
          body: { killSwitchStatus: isActive ? "ACTIVATE" : "DEACTIVATE" },
        }),
      getRiskAcknowledgement: () => call(BASE_API_OPERATIONS.getRiskAcknowledgement, request),
      acknowledgeRisk: (version) =>
        call(BASE_API_OPERATIONS.acknowledgeRisk, { ...request, body: { version } }),
    }),
    close: () => agent.destroy(),
  };
}

function recordsQuery(query: RecordsQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params;
}

function choiceQuery({ evidence, version }: RecordChoice): URLSearchParams {
  return new URLSearchParams({ evidence, ...(version === undefined ? {} : { version }) });
}
