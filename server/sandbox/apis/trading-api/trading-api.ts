// The trading API: every operation of the contract becomes a route. A call is let in by its token, counted against its group's
// limit, read by its schema, answered by its handler; a fault becomes the provider's own shape.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Context, Hono } from "hono";
import type { SetClock } from "../../../../app/contract/trading-api/clock.ts";
import { isOrderWrite } from "../../../../app/contract/trading-api/headers.ts";
import type { TradingOperation } from "../../../../app/contract/trading-api/operation.ts";
import type { TradingOperationId } from "../../../../app/contract/trading-api/operations.ts";
import { NEXT_CURSOR_HEADER } from "../../../../app/contract/trading-api/paging.ts";
import { type Scope, scopeOf } from "../../../../app/contract/trading-api/scopes.ts";
import { findAnyClient } from "../../accounts/api-accounts.ts";
import { findToken, noteUse } from "../../accounts/tokens.ts";
import { OPENING_BALANCE_PAISE } from "../../broker/broker.ts";
import { runAtOnce, type Steps } from "../../slices.ts";
import { PreparedJson } from "../prepared-json.ts";
import { AccountHandlers } from "./account-handlers.ts";
import { type Answered, csvAnswer, jsonAnswer, makeRoutes, originOf } from "./api-answers.ts";
import { CallQueue } from "./call-queue.ts";
import { ConditionalTriggers } from "./conditional-triggers.ts";
import { ControlHandlers } from "./control-handlers.ts";
import { EdisHandlers } from "./edis-handlers.ts";
import { ApiFault, faultAnswer } from "./fault.ts";
import { ForeverOrders } from "./forever-orders.ts";
import type { Caller, HandlerContext, Handlers } from "./handler-context.ts";
import { IdempotentAnswers, type WriteKey, writeKeyOf } from "./idempotent-answers.ts";
import { InstrumentFiles } from "./instrument-files.ts";
import { type Journal, maskedBody, maskedPath } from "./journal.ts";
import { dataHandlers } from "./market-data-handlers.ts";
import { MoneyHandlers } from "./money-handlers.ts";
import { orderHandlers } from "./order-handlers.ts";
import { ListPage } from "./paging.ts";
import { headersOf, RateLimits } from "./rate-limits.ts";
import { type AnyCall, readCall } from "./read-call.ts";
import { playScenario } from "./scenarios.ts";
import { Simulations, type Ticking } from "./simulations.ts";
import { SuperOrders } from "./super-orders.ts";

/** Tells the site whose access token was accepted. The site does not pass it on. */
const CLIENT_HEADER = "x-client";
const IDEMPOTENCY_HEADER = "idempotency-key";
const REQUEST_ID = /^[\w-]{8,64}$/;

export type TradingApi = {
  routes: Hono;
  limits: RateLimits;
  /** Stored calls of each client. */
  journal: Journal;
  /** Clocks and markets of single accounts, as their calls set them. Throw ApiFault. */
  clocks: {
    state(clientId: string): ReturnType<Simulations<Market>["state"]>;
    begin(clientId: string, wanted: SetClock): void;
    advance(clientId: string, seconds: number): Promise<void>;
    end(clientId: string): void;
  };
  /** Looks at what waits for a price or a result; `steps` does so piece by piece. */
  tick(): void;
  steps(): Steps;
  close(): void;
};

type AnyHandler = (call: AnyCall) => unknown;
type OnFault = (fault: unknown) => void;
type SignedIn = Omit<Caller, "account">;
type Market = Ticking & { handlers: Handlers; answers: IdempotentAnswers };

export function createTradingApi(
  options: Omit<HandlerContext, "directory" | "pause"> & { journal: Journal },
  onFault: OnFault,
  limits = new RateLimits(),
): TradingApi {
  return new Service(options, onFault, limits);
}

class Service implements TradingApi {
  readonly routes: Hono;
  readonly limits: RateLimits;
  readonly #onFault: OnFault;
  readonly #queue: CallQueue;
  readonly journal: Journal;
  readonly clocks: TradingApi["clocks"];
  readonly #common: HandlerContext;
  readonly #files: InstrumentFiles;
  readonly #simulations: Simulations<Market>;
  readonly #main: Market;

  constructor(options: Parameters<typeof createTradingApi>[0], onFault: OnFault, limits: RateLimits) {
    const { journal, ...context } = options;
    this.limits = limits;
    this.journal = journal;
    this.#onFault = onFault;
    this.#queue = new CallQueue((work) => context.broker.run(work));
    this.#common = { ...context, directory: context.db, pause: () => this.#queue.pause() };
    this.#files = new InstrumentFiles(this.#common.broker);
    this.#simulations = new Simulations(this.#common, (own) => this.#makeMarket(own));
    this.#main = this.#makeMarket(this.#common);
    const simulations = this.#simulations;
    this.clocks = {
      state: (clientId) => simulations.state(clientId),
      begin: (clientId, wanted) => simulations.begin(clientId, wanted),
      advance: (clientId, seconds) => simulations.advance(clientId, seconds, onFault),
      end: (clientId) => simulations.end(clientId),
    };
    this.routes = makeRoutes((context, operation) => this.#answer(context, operation), this.#files);
  }

  tick(): void {
    runAtOnce(this.steps());
  }
  steps(): Steps {
    return this.#main.steps(this.#onFault);
  }
  close(): void {
    this.limits.save();
    this.#simulations.close();
  }

  #makeMarket(own: HandlerContext): Market {
    const supers = new SuperOrders(own);
    const forevers = new ForeverOrders(own);
    const alerts = new ConditionalTriggers(own);
    const control = new ControlHandlers(own, supers);
    function* steps(told: OnFault): Steps {
      yield* supers.steps(told);
      yield* forevers.steps(told);
      yield* alerts.steps(told);
      yield* control.exitSteps(told);
    }
    return {
      handlers: {
        ...orderHandlers(own, (call) => supers.legsOf(call)),
        ...supers.handlers(),
        ...forevers.handlers(),
        ...alerts.handlers(),
        ...new AccountHandlers(own, control).handlers(),
        ...control.handlers(),
        ...new EdisHandlers(own).handlers(),
        ...new MoneyHandlers(own).handlers(),
        ...dataHandlers(own),
        // An account with a clock of its own has the contracts of its day; nothing is kept for it.
        listInstruments: ({ path }) =>
          (own === this.#common ? this.#files : new InstrumentFiles(own.broker)).ofSegment(
            path.exchangeSegment,
          ),
        ...this.#clockHandlers(),
      },
      answers: new IdempotentAnswers(own),
      steps,
    };
  }

  #clockHandlers() {
    const simulations = () => this.#simulations;
    return {
      getClock: ({ client }) => simulations().state(client.id),
      setClock: ({ client, body }) => {
        simulations().begin(client.id, body);
        return simulations().state(client.id);
      },
      advanceClock: async ({ client, body }) => {
        await simulations().advance(client.id, body.seconds, this.#onFault);
        return simulations().state(client.id);
      },
      endClock: ({ client }) => {
        simulations().end(client.id);
        return simulations().state(client.id);
      },
    } satisfies Partial<Handlers>;
  }

  /** The caller of a request; throws ApiFault for an invalid token. */
  #callerFrom(context: Context, isData: boolean, scope: Scope): SignedIn {
    const { directory, realNow } = this.#common;
    const accessToken = context.req.header("access-token") ?? "";
    const token = accessToken === "" ? null : findToken(directory, accessToken, realNow());
    const client = token === null ? undefined : findAnyClient(directory, token.clientId);
    if (token === null || client === undefined)
      throw new ApiFault(
        "DH-901",
        accessToken === ""
          ? "The header access-token is missing."
          : "The access token is wrong or has ended.",
      );
    const named = context.req.header("client-id");
    if (isData && named === undefined) throw new ApiFault("810", "The header client-id is missing.");
    if (isData && named !== client.id)
      throw new ApiFault("808", "The header client-id is not the token's client.");
    if (!token.scopes.includes(scope))
      throw new ApiFault("DH-902", "This token may read and not trade. Make one with the scope trade.");
    noteUse(directory, token, realNow());
    return { client, accessToken };
  }

  async #handle(context: Context, operation: TradingOperation, who: SignedIn): Promise<Answered> {
    const account = this.#common.accountOf(who.client.id);
    const call = await readCall(context, operation, { ...who, account });
    await playScenario(context.req.header("x-sandbox-scenario"), operation.isData === true, (ms) => wait(ms));
    if (isOrderWrite(operation))
      return jsonAnswer(context, await this.#write(context, operation, call), operation.status);
    await this.#queue.turn();
    const market = this.#marketOf(who.client.id);
    openAccount(market, account);
    const result = await handlerOf(market, operation)(call);
    if (operation.answer === "csv") return csvAnswer(context, result as string);
    if (result instanceof ListPage && result.nextCursor !== null)
      context.header(NEXT_CURSOR_HEADER, result.nextCursor);
    const isText = result instanceof PreparedJson || result instanceof ListPage;
    return jsonAnswer(context, isText ? result.text : JSON.stringify(result), operation.status);
  }

  /** Returns the answer of a write once it is durable. Its handler is synchronous: it shares a transaction with other writes. */
  async #write(context: Context, operation: TradingOperation, call: AnyCall): Promise<string> {
    const key = await this.#writeKey(context, call);
    const { isRepeated, text } = await this.#inTransaction(call, (market) => {
      openAccount(market, call.account);
      const answer = () => JSON.stringify(handlerOf(market, operation)(call));
      return key === null ? { text: answer(), isRepeated: false } : market.made.answers.once(key, answer);
    });
    if (isRepeated) context.header("Idempotent-Replayed", "true");
    return text;
  }

  async #writeKey(context: Context, { client }: AnyCall): Promise<WriteKey | null> {
    const { method, path } = context.req;
    const body = await context.req.text();
    return writeKeyOf(client.id, context.req.header(IDEMPOTENCY_HEADER), { method, path, body });
  }

  /** The writes of a simulation go to its own store in memory, so they share no transaction with others. */
  async #inTransaction<T>({ client }: AnyCall, work: (market: OpenMarket) => T): Promise<T> {
    const inPiece = () => {
      const market = this.#marketOf(client.id);
      return market.context.broker.run(() => work(market));
    };
    if (this.#simulations.of(client.id) === null) return this.#queue.write(inPiece);
    await this.#queue.turn();
    return inPiece();
  }

  #marketOf(clientId: string): OpenMarket {
    return this.#simulations.of(clientId) ?? { context: this.#common, made: this.#main };
  }

  #refuse(context: Context, thrown: unknown, requestId: string, isData: boolean): Answered {
    if (!(thrown instanceof ApiFault)) this.#onFault(thrown);
    const fault =
      thrown instanceof ApiFault
        ? thrown
        : new ApiFault("DH-908", `The sandbox failed. Quote ${requestId} when you report it.`);
    const { status, headers, body } = faultAnswer(fault, isData, originOf(context));
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return jsonAnswer(context, JSON.stringify(body), status);
  }

  async #answer(context: Context, operation: TradingOperation): Promise<Response> {
    const startedAt = Date.now();
    const asked = context.req.header("x-request-id") ?? "";
    const requestId = REQUEST_ID.test(asked) ? asked : randomUUID();
    context.header("X-Request-Id", requestId);
    context.header("Cache-Control", "no-store");
    const isData = operation.isData === true;
    let clientId: string | null = null;
    let answered: Answered;
    try {
      const who = this.#callerFrom(context, isData, scopeOf(operation));
      clientId = who.client.id;
      context.header(CLIENT_HEADER, clientId);
      const state = this.limits.take(clientId, operation.limit, startedAt);
      for (const [name, value] of Object.entries(headersOf(state))) context.header(name, value);
      answered = await this.#handle(context, operation, who);
    } catch (thrown) {
      answered = this.#refuse(context, thrown, requestId, isData);
    }
    const { response, text } = answered;
    if (clientId !== null) {
      // A caller that has left sends nothing more.
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

type OpenMarket = { context: HandlerContext; made: Market };

const handlerOf = ({ made }: OpenMarket, { operationId }: TradingOperation) =>
  made.handlers[operationId as TradingOperationId] as unknown as AnyHandler;

/** An account is opened at its first call. */
function openAccount({ context: { broker } }: OpenMarket, account: string): void {
  if (broker.ledger.balance(account) === null)
    broker.run(() => broker.openAccount(account, OPENING_BALANCE_PAISE));
}
