// The site's client of the base API. Every response is parsed, and every fault is thrown as a Response of faults.ts.
// Deadlines, sizes, retries and the circuit breaker are in server/protocol/provider-call.ts.

import { LRUCache } from "lru-cache";
import type { CallsOf } from "../../app/contract/base-api/calls.ts";
import { MARKET_OPERATIONS } from "../../app/contract/base-api/market-operations.ts";
import {
  type BaseApiOperation,
  encodeQuery,
  IDEMPOTENCY_KEY,
} from "../../app/contract/base-api/operation.ts";
import {
  ACCOUNT_OPERATIONS,
  CATALOGUE_OPERATIONS,
  problemSchema,
} from "../../app/contract/base-api/operations.ts";
import { DISCLOSURE_OPERATIONS, RECORD_OPERATIONS } from "../../app/contract/base-api/record-operations.ts";
import { pathSegment } from "../../app/contract/operation.ts";
import type { Limits } from "../limits.ts";
import {
  CallFailed,
  CIRCUIT_OPEN,
  createProviderCaller,
  type ProviderCaller,
  type ProviderCallerOptions,
  type ProviderCallerStatus,
  type ProviderCallLimits,
  parseJsonBody,
} from "../protocol/provider-call.ts";
import {
  invalidResponse,
  rateLimitResponse,
  refusalForReason,
  refusalResponse,
  toErrorResponse,
  unreachableResponse,
} from "./faults.ts";
import type { OmittedItems } from "./omitted-items.ts";
import {
  createReadableResponses,
  type ReadableResponses,
  type ReadableShare,
  readResponse,
} from "./read-response.ts";

export type BaseApiClientOptions = {
  /** Address of the provider without a trailing slash; null while the sandbox is starting. */
  baseUrl: () => string | null;
  sourceCode: string;
  brokerCode: string;
  /** Header and secret that identify the site to the base API; null if no secret is set. Read before each call. */
  credential: () => { header: string; secret: string } | null;
  limits: ProviderCallLimits &
    Pick<Limits, "lookupsInFlight" | "lookupsWaiting" | "catalogueReadsInFlight" | "unchangedAnswers">;
  /**
   * Called for each failed call, unless its caller aborted or its circuit is open. `fault` contains neither address nor
   * body.
   */
  onFault: (fault: { operation: string; reason: string; requestId: string }) => void;
  omitted: Pick<OmittedItems, "record">;
} & Pick<ProviderCallerOptions, "onTime">;

/**
 * Queue of a call: pages, lookups for the relay's viewers, or background loading of the catalogue. Lanes do not wait
 * for each other.
 */
export type Lane = "pages" | "lookups" | "background";

type CallContext = { signal: AbortSignal; requestId: string; lane?: Lane };

/** Methods by operation id for one request. Their calls are aborted when its `signal` aborts. */
export type BaseApiClient = ReturnType<typeof createBaseApiClient>;

/** Parts of the request of one call. */
type CallInput = { path: string; body?: unknown; idempotencyKey?: string };
type CallerContext = CallContext & { accessToken?: string };
type Call = (operation: BaseApiOperation, upload: CallInput, context: CallerContext) => Promise<unknown>;

const ETAG_CHARS = 200;
const METHODS = { get: "GET", post: "POST", put: "PUT", patch: "PATCH", delete: "DELETE" } as const;

const ACCOUNTS = "accounts";

export function createBaseApiClient(options: BaseApiClientOptions) {
  const { limits } = options;
  const caller = createProviderCaller({
    name: "base_api",
    baseUrl: options.baseUrl,
    limits,
    lanes: {
      lookups: { inFlight: limits.lookupsInFlight, waiting: limits.lookupsWaiting },
      background: { inFlight: limits.catalogueReadsInFlight, waiting: limits.catalogueReadsInFlight },
    },
    // If only public calls fail, such as those for records, clients still reach their orders and the kill switch.
    circuits: [ACCOUNTS],
    ...(options.onTime === undefined ? {} : { onTime: options.onTime }),
  });
  const readable = createReadableResponses(() => performance.now());
  let isRefusingUs = false;
  const call = createCall(options, caller, readable, (isRefused) => {
    isRefusingUs = isRefused;
  });
  return {
    /** Returns the calls for the uncached catalogue. */
    forRequest: createCalls(CATALOGUE_OPERATIONS, call),
    /** Returns the calls for records, their evidence and disclosures. Only the disclosure gate may use them. */
    recordsFor: createCalls(RECORD_OPERATIONS, call),
    disclosuresFor: createCalls(DISCLOSURE_OPERATIONS, call),
    /** Returns the calls for instruments: quotes, candles, option chains. */
    marketsFor: createCalls(MARKET_OPERATIONS, call),
    /** Returns the calls for one signed-in client. */
    accountFor: createCalls(ACCOUNT_OPERATIONS, call),
    status: (): ProviderCallerStatus & { readable: ReadableShare; isRefusingUs: boolean } => ({
      ...caller.status(),
      readable: readable.now(),
      isRefusingUs,
    }),
    close: () => caller.close(),
  };
}

/** Builds a method for every operation. Its arguments follow the contract (app/contract/base-api/calls.ts). */
function createCalls<const Operations extends Record<string, BaseApiOperation>>(
  operations: Operations,
  call: Call,
) {
  const all = Object.entries<BaseApiOperation>(operations);
  return (context: CallerContext): CallsOf<Operations> =>
    Object.fromEntries(
      all.map(([id, operation]) => [
        id,
        (...sent: unknown[]) => call(operation, buildCallInput(operation, sent), context),
      ]),
    ) as unknown as CallsOf<Operations>;
}

/** Assigns the arguments by position: path parameters, query, body, key. */
function buildCallInput({ path, query, body, key }: BaseApiOperation, sent: readonly unknown[]): CallInput {
  const remaining = [...sent];
  const filled = path.replace(/\{\w+\}/g, () => pathSegment(String(remaining.shift())));
  const search =
    query === undefined ? "" : encodeQuery((remaining.shift() as object | undefined) ?? {}).toString();
  return {
    path: search === "" ? filled : `${filled}?${search}`,
    ...(body === undefined ? {} : { body: remaining.shift() }),
    ...(key === undefined ? {} : { idempotencyKey: remaining.shift() as string }),
  };
}

/**
 * Creates the function that executes a call of the contract: it parses the response, and throws refusals and faults as
 * Responses of faults.ts.
 */
function createCall(
  options: BaseApiClientOptions,
  caller: ProviderCaller,
  readable: ReadableResponses,
  noteRefusal: (isRefused: boolean) => void,
): Call {
  /** Start of the current outage by circuit, epoch ms. */
  const downSince = new Map<string | undefined, number>();
  const unchanged = createUnchangedResponses(options.limits.unchangedAnswers);
  return async function call(operation, { path, body, idempotencyKey }, context) {
    const fail = (reason: string, response: Response) => {
      options.onFault({ operation: operation.operationId, reason, requestId: context.requestId });
      return response;
    };
    // Forms contain the key. A request with a line break in the key cannot be sent.
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
      throw refusalForReason(422, "refused");
    const { lane = "pages" } = context;
    const circuit = operation.isPersonal === true ? ACCOUNTS : undefined;
    const known = lane === "background" && operation.isPersonal !== true ? unchanged.of(path) : null;
    let answer: { status: number; body: unknown };
    let etag: unknown;
    try {
      const response = await caller.call({
        method: METHODS[operation.method],
        path,
        body,
        headers: { ...requestHeaders(options, operation, context, idempotencyKey), ...known?.headers },
        signal: context.signal,
        // The provider executes a write with a key only once, so it can be retried like a read.
        isRepeatable: operation.method === "get" || idempotencyKey !== undefined,
        ...(lane === "pages" ? {} : { lane }),
        ...(circuit === undefined ? {} : { circuit }),
      });
      downSince.delete(circuit);
      if (response.status === 304 && known !== null && known.headers !== null) {
        noteRefusal(false);
        readable.record(operation.operationId, true);
        return known.data;
      }
      etag = response.headers.etag;
      answer = { status: response.status, body: parseJsonBody(response) };
    } catch (fault) {
      if (!(fault instanceof CallFailed)) throw fault;
      if (fault.kind === "garbled") readable.record(operation.operationId, false);
      if (isAbandoned(context.signal) || caller.isClosed()) throw toErrorResponse(fault);
      if (fault.kind === "limited" && operation.isPersonal === true && operation.method !== "get")
        throw fail(fault.message, rateLimitResponse("tooManyCalls", fault.retryAfter));
      if (fault.kind === "unreachable" && !downSince.has(circuit)) downSince.set(circuit, Date.now());
      const response = toErrorResponse(fault, downSince.get(circuit));
      // The calls that opened the circuit were reported. Without this, an outage would log a line for every call.
      throw fault.message === CIRCUIT_OPEN ? response : fail(fault.message, response);
    }
    // A refused call for public data means that the site's credential is wrong. The user is not the cause.
    const isOurRefusal = operation.isPersonal !== true && (answer.status === 401 || answer.status === 403);
    if (operation.isPersonal !== true) noteRefusal(isOurRefusal);
    if (isOurRefusal)
      throw fail(`the site's own call was refused with ${answer.status}`, unreachableResponse());
    if (answer.status !== 200 && answer.status !== 204) {
      readable.record(operation.operationId, answer.status in operation.problems);
      throw toRefusal(operation, answer, fail);
    }
    const read = readResponse(operation, answer.body);
    readable.record(operation.operationId, read.isReadable);
    if (!read.isReadable)
      throw fail(`response violates the contract at ${read.path}: ${read.message}`, invalidResponse());
    options.omitted.record(operation.operationId, read.omitted);
    known?.store(etag, read.data);
    return read.data;
  };
}

/**
 * Caches responses of the background lane by path with their ETag, so that unchanged ones are neither sent nor parsed
 * again. The catalogue's cache contains the same objects, so this needs little memory.
 */
function createUnchangedResponses(most: number) {
  const answers = new LRUCache<string, { etag: string; data: object }>({ max: most });
  return {
    of(path: string) {
      const found = answers.get(path);
      return {
        headers: found === undefined ? null : { "if-none-match": found.etag },
        data: found?.data,
        store(etag: unknown, data: unknown): void {
          if (
            typeof etag === "string" &&
            etag.length <= ETAG_CHARS &&
            typeof data === "object" &&
            data !== null
          )
            answers.set(path, { etag, data });
          else answers.delete(path);
        },
      };
    },
  };
}

/** True if the caller aborted, which, unlike a timeout, is not a fault of the provider. */
const isAbandoned = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof Error && reason.name === "TimeoutError");

/** Returns the refusal with the provider's message. A status outside the contract is also reported. */
function toRefusal(
  operation: BaseApiOperation,
  { status, body }: { status: number; body: unknown },
  note: (reason: string, response: Response) => Response,
): Response {
  const problem = problemSchema.safeParse(body);
  const isKnown = status in operation.problems;
  // A gateway or another service responded: with 404 for a list, or without a problem document. Pages then show cached
  // data.
  if (!isKnown && operation.isPersonal !== true && (status === 404 || !problem.success))
    return note(
      `refused with ${status}${problem.success ? `: ${problem.data.detail}` : ", without a reason"}`,
      invalidResponse(),
    );
  if (!problem.success) {
    const response = refusalForReason(status < 400 ? 502 : status, "refused");
    return isKnown ? response : note(`refused with ${status}, without a reason`, response);
  }
  const { detail, errors = [] } = problem.data;
  if (!isKnown)
    return note(`refused with ${status}: ${detail}`, refusalResponse(status < 400 ? 502 : status, detail));
  const expected = errors.map((error) => error.expected).join("; ");
  return refusalResponse(status, status === 422 && expected ? `Expected ${expected}.` : detail);
}

/** Returns the headers of a call. Only those of personal operations contain the client's token. */
function requestHeaders(
  options: BaseApiClientOptions,
  { isPersonal }: BaseApiOperation,
  { accessToken, requestId }: CallerContext,
  idempotencyKey: string | undefined,
): Record<string, string> {
  const credential = options.credential();
  return {
    ...(credential === null ? {} : { [credential.header]: credential.secret }),
    ...(isPersonal !== true || accessToken === undefined ? {} : { "access-token": accessToken }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    accept: "application/json, application/problem+json",
    "x-request-id": requestId,
    "x-source-code": options.sourceCode,
    "x-broker-code": options.brokerCode,
  };
}
