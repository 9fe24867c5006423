// The trading API: every operation of the contract becomes a route. A call is let in by its token, counted against its group's
// limit, read by its schema, answered by its handler; a fault becomes the provider's own shape.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { SetClock } from "../../../../app/contract/trading-api/clock.ts";
import type { TradingOperation } from "../../../../app/contract/trading-api/operation.ts";
import {
  TRADING_OPERATION_LIST,
  type TradingOperationId,
} from "../../../../app/contract/trading-api/operations.ts";
import { type Scope, scopeOf } from "../../../../app/contract/trading-api/scopes.ts";
import { findAnyClient } from "../../accounts/api-accounts.ts";
import { findToken, noteUse } from "../../accounts/tokens.ts";
import { OPENING_BALANCE_PAISE } from "../../broker/broker.ts";
import { runAtOnce, type Steps } from "../../slices.ts";
import { routesOf } from "../operation-routes.ts";
import { PreparedJson } from "../prepared-json.ts";
import { AccountHandlers } from "./account-handlers.ts";
import { CallQueue } from "./call-queue.ts";
import { ConditionalTriggers } from "./conditional-triggers.ts";
import { ControlHandlers } from "./control-handlers.ts";
import { EdisHandlers } from "./edis-handlers.ts";
import { ApiFault, faultAnswer } from "./fault.ts";
import { ForeverOrders } from "./forever-orders.ts";
import type { Caller, HandlerContext, Handlers } from "./handler-context.ts";
import { InstrumentFiles } from "./instrument-files.ts";
import { type Journal, maskedBody, maskedPath } from "./journal.ts";
import { dataHandlers } from "./market-data-handlers.ts";
import { MoneyHandlers } from "./money-handlers.ts";
import { orderHandlers } from "./order-handlers.ts";
import { headersOf, RateLimits } from "./rate-limits.ts";
import { type AnyCall, readCall } from "./read-call.ts";
import { playScenario } from "./scenarios.ts";
import { Simulations, type Ticking } from "./simulations.ts";
import { SuperOrders } from "./super-orders.ts";

/** Tells the site whose access token was accepted. The site does not pass it on. */
const CLIENT_HEADER = "x-client";
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
type Market = Ticking & { handlers: Handlers };

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
  readonly #queue = new CallQueue();
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
    await this.#queue.turn();
    const market = this.#simulations.of(who.client.id) ?? { context: this.#common, made: this.#main };
    const { broker } = market.context;
    broker.run(() => broker.openAccount(account, OPENING_BALANCE_PAISE));
    const handler = market.made.handlers[
      operation.operationId as TradingOperationId
    ] as unknown as AnyHandler;
    const result = await handler(call);
    if (operation.answer === "csv") {
      context.header("Content-Type", "text/csv; charset=utf-8");
      return { response: context.body(result as string), text: null };
    }
    const text = result instanceof PreparedJson ? result.text : JSON.stringify(result);
    return jsonAnswer(context, text, operation.status);
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

/** An answer, and its text if it is short enough to be stored. */
type Answered = { response: Response; text: string | null };

function jsonAnswer(context: Context, text: string, status: number): Answered {
  context.header("Content-Type", "application/json");
  return { response: context.body(text, status as ContentfulStatusCode), text };
}

function makeRoutes(
  answer: (context: Context, operation: TradingOperation) => Promise<Response>,
  files: InstrumentFiles,
): Hono {
  const { routes, methodsAt } = routesOf(TRADING_OPERATION_LIST, answer, moreTemplates);
  routes.get("/instrument-files/api-scrip-master.csv", async (context) =>
    csv(context, await files.compact()),
  );
  routes.get("/instrument-files/api-scrip-master-detailed.csv", async (context) =>
    csv(context, await files.detailed()),
  );
  routes.all("*", (context) => nothingHere(context, methodsAt));
  return routes;
}

/** The site's own address, for links; the site says it with each call that it passes on. */
function originOf(context: Context): string | null {
  const named = context.req.header("x-public-origin");
  return named !== undefined && /^https?:\/\/[\w.:[\]-]+$/.test(named) ? named : null;
}

/** 404, or 405 for a path that takes other methods. */
function nothingHere(context: Context, methodsAt: (path: string) => string[]): Response {
  const path = new URL(context.req.url).pathname.replace(/^\/v2(?=\/)/, "");
  const methods = methodsAt(path);
  const isKnown = methods.length > 0;
  const fault = new ApiFault(
    "DH-905",
    isKnown
      ? `${path} takes ${methods.join(", ")}, not ${context.req.method}.`
      : `There is no ${context.req.method} ${path} here.`,
    { status: isKnown ? 405 : 404, headers: isKnown ? { Allow: methods.join(", ") } : {} },
  );
  const { status, headers, body } = faultAnswer(fault, false, originOf(context));
  context.header("X-Request-Id", randomUUID());
  context.header("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return jsonAnswer(context, JSON.stringify(body), status).response;
}

/** What else clients ask for an operation by. */
function moreTemplates({ operationId, path }: TradingOperation): string[] {
  switch (operationId) {
    case "listTrades":
      return [`${path}/`];
    case "listForeverOrders":
      return ["/forever/all"];
    default:
      return [];
  }
}

function csv(context: Context, text: string): Response {
  context.header("Content-Type", "text/csv; charset=utf-8");
  context.header("Cache-Control", "public, max-age=3600");
  return context.body(text);
}
