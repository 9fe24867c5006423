// The trading API: every operation of the contract becomes a route. A call is let in by its token, counted against its group's
// limit, read by its schema, answered by its handler; a fault becomes the provider's own shape.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { SetClock } from "../../../app/wire/trading-api/clock.ts";
import type { TradingOperation } from "../../../app/wire/trading-api/operation.ts";
import { TRADING_OPERATIONS, type TradingOperationId } from "../../../app/wire/trading-api/operations.ts";
import { OPENING_BALANCE_PAISE } from "../broker/broker.ts";
import { clientOf } from "../login/tokens.ts";
import { runAtOnce, type Steps } from "../slices.ts";
import { AccountHandlers } from "./account-handlers.ts";
import { CallLog, type CallRecord } from "./call-log.ts";
import { CallQueue } from "./call-queue.ts";
import { ControlHandlers } from "./control-handlers.ts";
import { EdisHandlers } from "./edis-handlers.ts";
import { ApiFault, faultAnswer } from "./fault.ts";
import { ForeverOrders } from "./forever-orders.ts";
import type { Handler, HandlerContext } from "./handler-context.ts";
import { InstrumentFiles } from "./instrument-files.ts";
import { dataHandlers } from "./market-data-handlers.ts";
import { MoneyHandlers } from "./money-handlers.ts";
import { orderHandlers } from "./order-handlers.ts";
import { PreparedJson } from "./prepared-json.ts";
import { headersOf, RateLimits } from "./rate-limits.ts";
import { readCall } from "./read-call.ts";
import { playScenario } from "./scenarios.ts";
import { Simulations, type Ticking } from "./simulations.ts";
import { SuperOrders } from "./super-orders.ts";

const REQUEST_ID = /^[\w-]{8,64}$/;

export type TradingApi = {
  routes: Hono;
  limits: RateLimits;
  /** The last calls of a client, the newest first. */
  recentCalls(clientId: string): CallRecord[];
  /** Looks at what waits for a price or a result; `steps` does so piece by piece. */
  tick(): void;
  steps(): Steps;
  close(): void;
};

type OnFault = (fault: unknown) => void;
type Market = Ticking & { handlers: Record<TradingOperationId, Handler>; steps(onFault: OnFault): Steps };

export function createTradingApi(
  options: Omit<HandlerContext, "directory" | "pause">,
  onFault: OnFault,
  limits = new RateLimits(),
): TradingApi {
  const queue = new CallQueue();
  const common: HandlerContext = { ...options, directory: options.db, pause: () => queue.pause() };
  const files = new InstrumentFiles(common.broker);
  const calls = new CallLog();
  const simulations: Simulations<Market> = new Simulations(common, (own) => makeMarket(own));
  const main = makeMarket(common);

  function makeMarket(own: HandlerContext): Market {
    const supers = new SuperOrders(own);
    const forevers = new ForeverOrders(own);
    const control = new ControlHandlers(own, supers);
    function* steps(told: OnFault): Steps {
      yield* supers.steps(told);
      yield* forevers.steps(told);
      yield* control.exitSteps(told);
    }
    return {
      handlers: {
        ...orderHandlers(own, (call) => supers.legsOf(call)),
        ...supers.handlers(),
        ...forevers.handlers(),
        ...new AccountHandlers(own, control).handlers(),
        ...control.handlers(),
        ...new EdisHandlers(own).handlers(),
        ...new MoneyHandlers(own).handlers(),
        ...dataHandlers(own),
        listInstruments: ({ path }) => files.ofSegment(path.exchangeSegment ?? ""),
        ...clockHandlers(),
      },
      steps,
      tick: (told) => runAtOnce(steps(told)),
    };
  }

  function clockHandlers() {
    return {
      getClock: ({ client }) => simulations.state(client.id),
      setClock: ({ client, body }) => {
        simulations.begin(client.id, body as SetClock);
        return simulations.state(client.id);
      },
      advanceClock: async ({ client, body }) => {
        await simulations.advance(client.id, (body as { seconds: number }).seconds, onFault);
        return simulations.state(client.id);
      },
      endClock: ({ client }) => {
        simulations.end(client.id);
        return simulations.state(client.id);
      },
    } satisfies Record<string, Handler>;
  }

  /** Whose call it is; throws ApiFault for a token that is none. */
  function callerFrom(context: Context, isData: boolean) {
    const accessToken = context.req.header("access-token") ?? "";
    const client = accessToken === "" ? null : clientOf(common.directory, accessToken, common.realNow());
    if (client === null)
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
    return { client, accessToken };
  }

  async function handle(
    context: Context,
    operation: TradingOperation,
    who: ReturnType<typeof callerFrom>,
  ): Promise<Response> {
    const account = common.accountOf(who.client.id);
    const call = await readCall(context, operation, { ...who, account });
    await playScenario(context.req.header("x-sandbox-scenario"), (ms) => wait(ms));
    await queue.turn();
    const market = simulations.of(who.client.id) ?? { context: common, made: main };
    const { broker } = market.context;
    broker.run(() => broker.openAccount(account, OPENING_BALANCE_PAISE));
    const result = await market.made.handlers[operation.operationId as TradingOperationId](call);
    if (operation.answer === "csv") {
      context.header("Content-Type", "text/csv; charset=utf-8");
      return context.body(result as string);
    }
    if (result instanceof PreparedJson) {
      context.header("Content-Type", "application/json");
      return context.body(result.text, operation.status as ContentfulStatusCode);
    }
    return context.json(result as object, operation.status as ContentfulStatusCode);
  }

  function refuse(context: Context, thrown: unknown, requestId: string, isData: boolean): Response {
    if (!(thrown instanceof ApiFault)) onFault(thrown);
    const fault =
      thrown instanceof ApiFault
        ? thrown
        : new ApiFault("DH-908", `The sandbox failed. Quote ${requestId} when you report it.`);
    const { status, headers, body } = faultAnswer(fault, isData);
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return context.json(body as object, status as ContentfulStatusCode);
  }

  async function answer(context: Context, operation: TradingOperation): Promise<Response> {
    const startedAt = Date.now();
    const asked = context.req.header("x-request-id") ?? "";
    const requestId = REQUEST_ID.test(asked) ? asked : randomUUID();
    context.header("X-Request-Id", requestId);
    context.header("Cache-Control", "no-store");
    const isData = operation.isData === true;
    let clientId: string | null = null;
    let response: Response;
    try {
      const who = callerFrom(context, isData);
      clientId = who.client.id;
      const state = limits.take(clientId, operation.limit, startedAt);
      for (const [name, value] of Object.entries(headersOf(state))) context.header(name, value);
      response = await handle(context, operation, who);
    } catch (thrown) {
      response = refuse(context, thrown, requestId, isData);
    }
    if (clientId !== null)
      calls.add(clientId, {
        at: startedAt,
        requestId,
        method: context.req.method,
        path: new URL(context.req.url).pathname,
        status: response.status,
        tookMs: Date.now() - startedAt,
      });
    return response;
  }

  return {
    routes: makeRoutes(answer, files),
    limits,
    recentCalls: (clientId) => calls.of(clientId),
    tick: () => main.tick(onFault),
    steps: () => main.steps(onFault),
    close() {
      limits.save();
      simulations.close();
    },
  };
}

function makeRoutes(
  answer: (context: Context, operation: TradingOperation) => Promise<Response>,
  files: InstrumentFiles,
): Hono {
  const routes = new Hono();
  for (const operation of Object.values(TRADING_OPERATIONS) as TradingOperation[])
    for (const path of pathsOf(operation))
      routes.on(operation.method.toUpperCase(), [path], (context) => answer(context, operation));
  routes.get("/instrument-files/api-scrip-master.csv", (context) => csv(context, files.compact()));
  routes.get("/instrument-files/api-scrip-master-detailed.csv", (context) => csv(context, files.detailed()));
  routes.all("*", (context) => {
    context.header("X-Request-Id", randomUUID());
    context.header("Cache-Control", "no-store");
    const { pathname } = new URL(context.req.url);
    return context.json(
      {
        errorType: "Input_Exception",
        errorCode: "DH-905",
        errorMessage: `There is no ${context.req.method} ${pathname.replace(/^\/v2/, "")} here.`,
      },
      404,
    );
  });
  return routes;
}

/** The contract's path, and what else clients ask for it by. */
function pathsOf({ operationId, path }: TradingOperation): string[] {
  const own = path.replaceAll(/\{(\w+)\}/g, ":$1");
  switch (operationId) {
    case "listTrades":
      return [own, `${own}/`];
    case "listForeverOrders":
      return [own, "/forever/all"];
    default:
      return [own];
  }
}

function csv(context: Context, text: string): Response {
  context.header("Content-Type", "text/csv; charset=utf-8");
  context.header("Cache-Control", "public, max-age=3600");
  return context.body(text);
}
