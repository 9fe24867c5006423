// The trading API: every operation of the contract becomes a route. A route checks the token, counts the call against
// its group's limit, parses it by its schema and calls its handler. Faults are returned in the provider's format.
import { randomUUID } from "node:crypto";
import type { Context, Hono } from "hono";
import {
  FAULT_HEADER,
  type FaultRule,
  type OrderFault,
  toOrderFault,
} from "../../../../app/contract/trading-api/faults.ts";
import { isOrderWrite } from "../../../../app/contract/trading-api/headers.ts";
import { isSandboxPage, type TradingOperation } from "../../../../app/contract/trading-api/operation.ts";
import type { TradingOperationId } from "../../../../app/contract/trading-api/operations.ts";
import { NEXT_CURSOR_HEADER } from "../../../../app/contract/trading-api/paging.ts";
import { requiredScope } from "../../../../app/contract/trading-api/scopes.ts";
import { BODY_TOO_LARGE_HEADER } from "../../../protocol/body-too-large.ts";
import { type FoundToken, findToken, recordTokenUse } from "../../accounts/tokens.ts";
import { OPENING_BALANCE_PAISE } from "../../broker/broker.ts";
import { runAtOnce, type WorkSteps } from "../../slices.ts";
import { ListPage, PreparedJson } from "../prepared-json.ts";
import {
  csvResponse,
  jsonResponse,
  linkOrigin,
  makeRoutes,
  type StorableResponse,
  withLostResponse,
} from "./api-responses.ts";
import { applyCallFault, createCallDelay, isLostResponse, readHeaderRule } from "./call-faults.ts";
import { CallQueue } from "./call-queue.ts";
import { ApiFault, faultResponse } from "./fault.ts";
import type { Caller, HandlerContext } from "./handler-context.ts";
import { createWriteKey, type WriteKey } from "./idempotent-responses.ts";
import { InstrumentFiles } from "./instrument-files.ts";
import { type Journal, maskedBody, maskedPath } from "./journal.ts";
import { type Market, makeMarket } from "./market-handlers.ts";
import { RateLimits, rateLimitHeaders } from "./rate-limits.ts";
import { type AnyCall, readCall } from "./read-call.ts";
import { TestFacilities } from "./test-facilities.ts";

/** Response header with the client id of the access token. The site reads and removes it. */
const CLIENT_HEADER = "x-client";
/**
 * Request header that marks calls from the site's MCP endpoint. The site removes it from all other requests.
 */
const ASSISTANT_HEADER = "x-assistant";
const IDEMPOTENCY_HEADER = "idempotency-key";
const REQUEST_ID = /^[\w-]{8,64}$/;

type AnyHandler = (call: AnyCall) => unknown;
type OnFault = (fault: unknown) => void;
type SignedIn = Omit<Caller, "account">;
type OpenMarket = { context: HandlerContext; modules: Market };

export class TradingApi {
  readonly routes: Hono;
  readonly limits: RateLimits;
  /** Stored calls of each client. */
  readonly journal: Journal;
  /** Test facilities of single accounts: clocks, markets and faults. */
  readonly testFacilities: TestFacilities;
  readonly #onFault: OnFault;
  readonly #queue: CallQueue;
  readonly #common: OpenMarket;
  readonly #delay = createCallDelay();

  constructor(
    options: Omit<HandlerContext, "directory" | "pause"> & { journal: Journal },
    onFault: OnFault,
    limits = new RateLimits(),
  ) {
    const { journal, ...parts } = options;
    this.limits = limits;
    this.journal = journal;
    this.#onFault = onFault;
    this.#queue = new CallQueue((work) => parts.broker.run(work));
    const context = { ...parts, directory: parts.db, pause: () => this.#queue.pause() };
    this.testFacilities = new TestFacilities({
      common: context,
      journal,
      make: (own) => makeMarket(own, this.testFacilities.handlers()),
      onFault,
    });
    const files = new InstrumentFiles(context.broker);
    this.#common = { context, modules: makeMarket(context, this.testFacilities.handlers(), files) };
    this.routes = makeRoutes((call, operation) => this.#answer(call, operation), files);
  }

  /** Checks all orders, triggers and limits that depend on prices or on profit and loss. */
  tick(): void {
    runAtOnce(this.steps());
  }
  /** Runs the same checks in slices. */
  steps(): WorkSteps {
    return this.#common.modules.steps(this.#onFault);
  }
  close(): void {
    this.limits.save();
    this.testFacilities.close();
  }

  /** Returns the caller of a request and its token; throws ApiFault for an invalid token. */
  #identify(context: Context): { who: SignedIn; token: FoundToken } {
    const { directory, realNow } = this.#common.context;
    const accessToken = context.req.header("access-token") ?? "";
    const token = accessToken === "" ? null : findToken(directory, accessToken, realNow());
    const client = token?.client ?? null;
    if (token === null || client === null)
      throw new ApiFault(
        "DH-901",
        accessToken === ""
          ? "The header access-token is missing."
          : "The access token is invalid or has expired.",
      );
    recordTokenUse(directory, token, realNow());
    return { who: { client, accessToken }, token };
  }

  /** Returns why the token does not permit the operation; null if it does. */
  #refusalOf(context: Context, operation: TradingOperation, token: FoundToken): ApiFault | null {
    const isDataApi = operation.isDataApi === true;
    const scope = requiredScope(operation);
    const named = context.req.header("client-id");
    if (isDataApi && named === undefined) return new ApiFault("810", "The header client-id is missing.");
    if (isDataApi && named !== token.client?.id)
      return new ApiFault("808", "The header client-id must be the token's client.");
    if (!token.scopes.includes(scope))
      return new ApiFault("DH-902", "This token permits reading only. Create one with the scope trade.");
    if (scope === "trade" && token.isForAssistants && context.req.header(ASSISTANT_HEADER) === undefined)
      return new ApiFault(
        "DH-902",
        "This token was issued to an assistant. It can trade only through the endpoint for assistants.",
      );
    return null;
  }

  async #handle(context: Context, operation: TradingOperation, who: SignedIn): Promise<StorableResponse> {
    const clientId = who.client.id;
    if (context.req.header(BODY_TOO_LARGE_HEADER) !== undefined)
      throw new ApiFault("DH-905", "The body is too large.", { status: 413 });
    if (!isSandboxPage(operation.page)) this.testFacilities.simulations.checkNotDisplaced(clientId);
    const call = await readCall(context, operation, {
      ...who,
      account: this.#common.context.accountOf(clientId),
    });
    const headerRule = readHeaderRule(context.req.header(FAULT_HEADER));
    const rule = headerRule ?? this.#ruleFor(operation, clientId);
    if (rule !== null)
      await applyCallFault(rule, operation.isDataApi === true, (ms) => this.#delay(clientId, ms));
    const answer = () =>
      isOrderWrite(operation)
        ? this.#answerWrite(context, operation, {
            ...call,
            orderFault: () => this.#orderFault(headerRule, operation, clientId),
          })
        : this.#answerRead(context, operation, call);
    return isLostResponse(rule) ? withLostResponse(context, answer) : answer();
  }

  async #answerRead(context: Context, operation: TradingOperation, call: AnyCall): Promise<StorableResponse> {
    await this.#queue.waitForTurn();
    const market = this.#marketOf(call.client.id);
    openAccount(market, call.account);
    const result = await findHandler(market, operation)(call);
    if (operation.answer === "csv") return csvResponse(context, result as string);
    if (result instanceof ListPage && result.nextCursor !== null)
      context.header(NEXT_CURSOR_HEADER, result.nextCursor);
    const text = result instanceof PreparedJson ? result.text : JSON.stringify(result);
    return jsonResponse(context, text, operation.status);
  }

  /**
   * Responds to a write once it is durable. The write's handler is synchronous and shares a transaction with other
   * writes.
   */
  async #answerWrite(
    context: Context,
    operation: TradingOperation,
    call: AnyCall,
  ): Promise<StorableResponse> {
    const key = await readWriteKey(context, call);
    const { isRepeated, text } = await this.#inTransaction(call, (market) => {
      openAccount(market, call.account);
      const answer = () => JSON.stringify(findHandler(market, operation)(call));
      return key === null ? { text: answer(), isRepeated: false } : market.modules.answers.once(key, answer);
    });
    if (isRepeated) context.header("Idempotent-Replayed", "true");
    return jsonResponse(context, text, operation.status);
  }

  /**
   * Returns the account's fault rule for a call. The sandbox's own operations are exempt, so that rules can be removed.
   */
  #ruleFor({ page, operationId }: TradingOperation, clientId: string): FaultRule | null {
    return isSandboxPage(page) ? null : this.testFacilities.countAndMatch("call", clientId, operationId);
  }

  #orderFault(
    headerRule: FaultRule | null,
    { operationId }: TradingOperation,
    clientId: string,
  ): OrderFault | null {
    const own = headerRule === null ? null : toOrderFault(headerRule);
    if (own !== null) return own;
    const rule = this.testFacilities.countAndMatch("order", clientId, operationId);
    return rule === null ? null : toOrderFault(rule);
  }

  /**
   * Runs a write. An account with a separate clock has its own in-memory store, so its writes share no transaction with
   * others.
   */
  async #inTransaction<T>({ client }: AnyCall, work: (market: OpenMarket) => T): Promise<T> {
    const inOwnTransaction = () => {
      const market = this.#marketOf(client.id);
      return market.context.broker.run(() => work(market));
    };
    if (this.testFacilities.simulations.of(client.id) === null) return this.#queue.write(inOwnTransaction);
    await this.#queue.waitForTurn();
    return inOwnTransaction();
  }

  #marketOf(clientId: string): OpenMarket {
    return this.testFacilities.simulations.of(clientId) ?? this.#common;
  }

  #refuse(context: Context, thrown: unknown, requestId: string, isDataApi: boolean): StorableResponse {
    if (!(thrown instanceof ApiFault)) this.#onFault(thrown);
    const fault =
      thrown instanceof ApiFault
        ? thrown
        : new ApiFault("DH-908", `An internal error occurred. Quote ${requestId} when you report it.`);
    const { status, headers, body } = faultResponse(fault, isDataApi, linkOrigin(context));
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return jsonResponse(context, JSON.stringify(body), status);
  }

  async #answer(context: Context, operation: TradingOperation): Promise<Response> {
    const startedAt = Date.now();
    const sentId = context.req.header("x-request-id") ?? "";
    const requestId = REQUEST_ID.test(sentId) ? sentId : randomUUID();
    context.header("X-Request-Id", requestId);
    context.header("Cache-Control", "no-store");
    const isDataApi = operation.isDataApi === true;
    let clientId: string | null = null;
    let answered: StorableResponse;
    try {
      const { who, token } = this.#identify(context);
      clientId = who.client.id;
      context.header(CLIENT_HEADER, clientId);
      const refusal = this.#refusalOf(context, operation, token);
      // Refused calls count too, but a token that permits reading only must not use up the client's order calls.
      const group = refusal === null ? operation.limit : "other";
      const state = this.limits.countCall(clientId, group, startedAt);
      for (const [name, value] of Object.entries(rateLimitHeaders(state))) context.header(name, value);
      if (refusal !== null) throw refusal;
      answered = await this.#handle(context, operation, who);
    } catch (thrown) {
      answered = this.#refuse(context, thrown, requestId, isDataApi);
    }
    const { response, text } = answered;
    if (clientId !== null) {
      // If the client has disconnected, its body cannot be read.
      const sent = await context.req.text().catch(() => "");
      this.journal.addCall({
        clientId,
        requestId,
        at: startedAt,
        method: context.req.method,
        path: maskedPath(new URL(context.req.url)),
        status: response.status,
        tookMs: Date.now() - startedAt,
        request: sent === "" ? null : maskedBody(sent),
        response: text === null ? null : maskedBody(text),
      });
    }
    return response;
  }
}

async function readWriteKey(context: Context, { client }: AnyCall): Promise<WriteKey | null> {
  const { method, path } = context.req;
  const body = await context.req.text();
  return createWriteKey(client.id, context.req.header(IDEMPOTENCY_HEADER), { method, path, body });
}

const findHandler = ({ modules }: OpenMarket, { operationId }: TradingOperation) =>
  modules.handlers[operationId as TradingOperationId] as unknown as AnyHandler;

/** Opens the account on its first call. */
function openAccount({ context: { broker } }: OpenMarket, account: string): void {
  if (broker.ledger.balance(account) === null)
    broker.run(() => broker.openAccount(account, OPENING_BALANCE_PAISE));
}
