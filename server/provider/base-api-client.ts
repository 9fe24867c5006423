// The site's client of the base API: every answer is parsed, and every fault becomes one of the Responses of faults.ts. How it
// is called (deadlines, sizes, retry, circuit) is server/net/provider-call.ts.
import type { z } from "zod";
import type { Account, Catalogue } from "../../app/context.ts";
import { BASE_API_OPERATIONS, problemSchema } from "../../app/wire/base-api.ts";
import type {
  Candles,
  CandlesQuery,
  FoundInstruments,
  InstrumentDetail,
  OptionChain,
} from "../../app/wire/market.ts";
import type { Operation } from "../../app/wire/operation.ts";
import type {
  EvidenceHeads,
  EvidenceIndex,
  EvidenceKeys,
  RecordChoice,
  RecordList,
  RecordTrade,
  StrategyRecord,
} from "../../app/wire/record.ts";
import { encodeStrategyQuery } from "../../app/wire/strategy-query.ts";
import type { StrategyStudies } from "../../app/wire/studies.ts";
import type { ExchangeSegment } from "../../app/wire/vocabulary.ts";
import {
  CallFailed,
  createProviderCaller,
  jsonOf,
  type ProviderCaller,
  type ProviderCallerStatus,
  type ProviderCallLimits,
} from "../net/provider-call.ts";
import { broken, faultOf, refused } from "./faults.ts";

export type BaseApiClientOptions = {
  /** The provider's address without a slash at the end; null while there is none (the sandbox is starting). */
  baseUrl: () => string | null;
  sourceCode: string;
  brokerCode: string;
  limits: ProviderCallLimits & {
    lookUpsInFlight: number;
    lookUpsWaiting: number;
    catalogueReadsInFlight: number;
  };
  /** Told once for each call that failed, with no address and no body in it. */
  onFault: (fault: { operation: string; reason: string; requestId: string }) => void;
};

/** Whose calls wait behind whose: those of pages, of the relay's viewers, and of the catalogue's reader in the background. */
export type Lane = "pages" | "lookUps" | "background";

export type BaseApiClient = {
  /** The catalogue as it is now: calls end when `signal` aborts. */
  forRequest(request: { signal: AbortSignal; requestId: string; lane?: Lane }): Catalogue;
  /** Records, for the disclosure gate alone. */
  recordsFor(request: { signal: AbortSignal; requestId: string; accessToken: string | null }): RecordReader;
  /** Instruments: quotes, candles, option chains. */
  marketsFor(request: { signal: AbortSignal; requestId: string; lane?: Lane }): MarketReader;
  /** The same for what belongs to one client. */
  accountFor(request: { signal: AbortSignal; requestId: string; accessToken: string }): Account;
  status(): ProviderCallerStatus;
  close(): Promise<void>;
};

export type RecordReader = {
  listRecords(strategyId: string): Promise<RecordList>;
  evidenceKeys(): Promise<EvidenceKeys>;
  evidenceIndex(): Promise<EvidenceIndex>;
  evidenceHeads(day: string): Promise<EvidenceHeads>;
  readRecord(strategyId: string, choice: RecordChoice): Promise<StrategyRecord>;
  readTrades(strategyId: string, choice: RecordChoice): Promise<RecordTrade[]>;
  readStudies(strategyId: string): Promise<StrategyStudies>;
  asked: (() => Promise<string[]>) | null;
  ask: ((strategyId: string) => Promise<void>) | null;
};

export type MarketReader = {
  find(text: string, on?: string): Promise<FoundInstruments>;
  detail(segment: ExchangeSegment, securityId: string): Promise<InstrumentDetail>;
  candles(segment: ExchangeSegment, securityId: string, query: CandlesQuery): Promise<Candles>;
  optionChain(segment: ExchangeSegment, securityId: string, expiry?: string): Promise<OptionChain>;
};

type At = {
  path?: Record<string, string>;
  query?: URLSearchParams;
  body?: unknown;
  accessToken?: string;
  idempotencyKey?: string;
  signal: AbortSignal;
  requestId: string;
  lane?: Lane;
};

type Request = Pick<At, "signal" | "requestId" | "lane">;
type Call = <Schema extends z.ZodType>(
  operation: Operation & { answer: Schema },
  at: At,
) => Promise<z.output<Schema>>;

const METHODS = { get: "GET", post: "POST", put: "PUT", patch: "PATCH", delete: "DELETE" } as const;

export function createBaseApiClient(options: BaseApiClientOptions): BaseApiClient {
  const { limits } = options;
  const caller = createProviderCaller({
    name: "base_api",
    baseUrl: options.baseUrl,
    limits,
    lanes: {
      lookUps: { inFlight: limits.lookUpsInFlight, waiting: limits.lookUpsWaiting },
      background: { inFlight: limits.catalogueReadsInFlight, waiting: limits.catalogueReadsInFlight },
    },
  });
  const call = createCall(options, caller);
  return {
    forRequest: (request) => catalogueOf(call, request),
    recordsFor: (request) => recordsOf(call, request),
    marketsFor: (request) => marketsOf(call, request),
    accountFor: (request) => accountOf(call, request),
    status: () => caller.status(),
    close: () => caller.close(),
  };
}

/** One call of the contract: its answer parsed, its refusals and faults as the Responses of faults.ts. */
function createCall(options: BaseApiClientOptions, caller: ProviderCaller): Call {
  return async function call<Schema extends z.ZodType>(
    operation: Operation & { answer: Schema },
    at: At,
  ): Promise<z.output<Schema>> {
    const fail = (reason: string, response: Response) => {
      options.onFault({ operation: operation.operationId, reason, requestId: at.requestId });
      return response;
    };
    let answer: { status: number; body: unknown };
    try {
      const { lane = "pages" } = at;
      const got = await caller.call({
        method: METHODS[operation.method],
        path: pathOf(operation, at),
        body: at.body,
        headers: headersOf(options, at),
        signal: at.signal,
        // A write under a key happens once however often it is sent, so it may be tried again like a read.
        isRepeatable: operation.method === "get" || at.idempotencyKey !== undefined,
        ...(lane === "pages" ? {} : { lane }),
      });
      answer = { status: got.status, body: jsonOf(got) };
    } catch (fault) {
      if (fault instanceof CallFailed) throw fail(fault.message, faultOf(fault));
      throw fault;
    }
    if (answer.status !== 200 && answer.status !== 204) throw refusalOf(operation, answer, fail);
    const parsed = operation.answer.safeParse(answer.body);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw fail(`answer breaks the contract at ${issue?.path.join(".")}: ${issue?.message}`, broken());
  };
}

/** A status that the contract names is told as it is; any other is noted, too. */
function refusalOf(
  operation: Operation,
  { status, body }: { status: number; body: unknown },
  note: (reason: string, response: Response) => Response,
): Response {
  const problem = problemSchema.safeParse(body);
  const detail = problem.success ? problem.data.detail : "The service refused this.";
  if (!(status in operation.problems))
    return note(`refused with ${status}: ${detail}`, refused(status < 400 ? 502 : status, detail));
  const expected = problem.success ? problem.data.errors?.map((error) => error.expected).join("; ") : "";
  return refused(status, status === 422 && expected ? `Expected ${expected}.` : detail);
}

function headersOf(options: BaseApiClientOptions, at: At): Record<string, string> {
  return {
    ...(at.accessToken === undefined ? {} : { "access-token": at.accessToken }),
    ...(at.idempotencyKey === undefined ? {} : { "idempotency-key": at.idempotencyKey }),
    accept: "application/json, application/problem+json",
    "x-request-id": at.requestId,
    "x-source-code": options.sourceCode,
    "x-broker-code": options.brokerCode,
  };
}

function catalogueOf(call: Call, request: Request): Catalogue {
  return {
    listStrategies: (query) =>
      call(BASE_API_OPERATIONS.listStrategies, { ...request, query: encodeStrategyQuery(query) }),
    getStrategy: (id) => call(BASE_API_OPERATIONS.getStrategy, { ...request, path: { id } }),
    listSimilarStrategies: (id) =>
      call(BASE_API_OPERATIONS.listSimilarStrategies, { ...request, path: { id } }),
    listStrategyInstruments: (id) =>
      call(BASE_API_OPERATIONS.listStrategyInstruments, { ...request, path: { id } }),
    getStrategyMargin: (id) => call(BASE_API_OPERATIONS.getStrategyMargin, { ...request, path: { id } }),
    suggestStrategies: (text) =>
      call(BASE_API_OPERATIONS.suggestStrategies, { ...request, query: new URLSearchParams({ text }) }),
    getSharedTracklist: (shareId) =>
      call(BASE_API_OPERATIONS.getSharedTracklist, { ...request, path: { shareId } }),
    listManagers: () => call(BASE_API_OPERATIONS.listManagers, request),
    getManager: (id) => call(BASE_API_OPERATIONS.getManager, { ...request, path: { id } }),
  };
}

function recordsOf(
  call: Call,
  { accessToken, ...request }: Request & { accessToken: string | null },
): RecordReader {
  return {
    listRecords: (id) => call(BASE_API_OPERATIONS.listStrategyRecords, { ...request, path: { id } }),
    evidenceKeys: () => call(BASE_API_OPERATIONS.getEvidenceKeys, request),
    evidenceIndex: () => call(BASE_API_OPERATIONS.listEvidenceHeads, request),
    evidenceHeads: (day) => call(BASE_API_OPERATIONS.getEvidenceHeads, { ...request, path: { day } }),
    readStudies: (id) => call(BASE_API_OPERATIONS.getStrategyStudies, { ...request, path: { id } }),
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
  };
}

function marketsOf(call: Call, request: Request): MarketReader {
  const at = (exchangeSegment: ExchangeSegment, securityId: string, query: object = {}) => ({
    ...request,
    path: { exchangeSegment, securityId },
    query: definedQuery(query),
  });
  return {
    find: (text, on) =>
      call(BASE_API_OPERATIONS.findInstruments, { ...request, query: definedQuery({ text, on }) }),
    detail: (segment, id) => call(BASE_API_OPERATIONS.getInstrument, at(segment, id)),
    candles: (segment, id, query) => call(BASE_API_OPERATIONS.listCandles, at(segment, id, query)),
    optionChain: (segment, id, expiry) =>
      call(BASE_API_OPERATIONS.getOptionChain, at(segment, id, { expiry })),
  };
}

/** What belongs to one client. */
function accountOf(call: Call, request: Request & { accessToken: string }): Account {
  return {
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
    listOrders: (query) => call(BASE_API_OPERATIONS.listOrders, { ...request, query: definedQuery(query) }),
    listTrades: (query) => call(BASE_API_OPERATIONS.listTrades, { ...request, query: definedQuery(query) }),
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
    getPortfolio: () => call(BASE_API_OPERATIONS.getPortfolio, request),
    listPositions: () => call(BASE_API_OPERATIONS.listPositions, request),
    squareOffPositions: async (refs, idempotencyKey) =>
      (await call(BASE_API_OPERATIONS.squareOffPositions, { ...request, body: { refs }, idempotencyKey }))
        .items,
    previewOrder: (order) => call(BASE_API_OPERATIONS.previewOrder, { ...request, body: order }),
    placeOrder: async (order, idempotencyKey) =>
      (await call(BASE_API_OPERATIONS.placeOrder, { ...request, body: order, idempotencyKey })).items,
    getStatement: (year) =>
      call(BASE_API_OPERATIONS.getStatement, {
        ...request,
        ...(year === null ? {} : { query: new URLSearchParams({ year }) }),
      }),
    listAccountEvents: (query) =>
      call(BASE_API_OPERATIONS.listAccountEvents, { ...request, query: definedQuery(query) }),
    getNotificationSettings: () => call(BASE_API_OPERATIONS.getNotificationSettings, request),
    changeNotificationSettings: (change) =>
      call(BASE_API_OPERATIONS.changeNotificationSettings, { ...request, body: change }),
    addPushDevice: (device) => call(BASE_API_OPERATIONS.addPushDevice, { ...request, body: device }),
    removePushDevice: (id) => call(BASE_API_OPERATIONS.removePushDevice, { ...request, path: { id } }),
    testNotification: () => call(BASE_API_OPERATIONS.testNotification, request),
    previewDeployment: (wanted) => call(BASE_API_OPERATIONS.previewDeployment, { ...request, body: wanted }),
    changeTerms: (id, change, idempotencyKey) =>
      call(BASE_API_OPERATIONS.changeTerms, { ...request, path: { id }, body: change, idempotencyKey }),
  };
}

function pathOf(operation: Operation, at: At): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(at.path?.[name] ?? ""),
  );
  return at.query === undefined || at.query.size === 0 ? path : `${path}?${at.query}`;
}

function definedQuery(query: object): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params;
}

function choiceQuery({ evidence, version, start }: RecordChoice): URLSearchParams {
  return new URLSearchParams({
    evidence,
    ...(version === undefined ? {} : { version }),
    ...(start === undefined ? {} : { start }),
  });
}
