// The trading API's doors: every operation of the contract becomes a route. A call is let in by its token, counted against its group's
// limit, read by its schema, answered by its handler; a fault becomes the provider's own shape.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { SetClock } from "../../../app/wire/trading-api/clock.ts";
import type { TradingOperation } from "../../../app/wire/trading-api/operation.ts";
import { TRADING_OPERATIONS, type TradingOperationId } from "../../../app/wire/trading-api/operations.ts";
import { OPENING_BALANCE_PAISE } from "../broker/broker.ts";
import { clientOf } from "../login/consents.ts";
import { AccountDesk } from "./account-desk.ts";
import { ControlDesk } from "./control-desk.ts";
import type { Call, Desk, Handler } from "./desk.ts";
import { EdisDesk } from "./edis-desk.ts";
import { ApiFault, faultAnswer } from "./fault.ts";
import { ForeverOrders } from "./forever-orders.ts";
import { InstrumentFiles } from "./instrument-files.ts";
import { loosen, sentenceOf } from "./loosen.ts";
import { dataHandlers } from "./market-data-handlers.ts";
import { MoneyDesk } from "./money-desk.ts";
import { orderHandlers } from "./order-desk.ts";
import { headersOf, RateLimits } from "./rate-limits.ts";
import { playScenario } from "./scenarios.ts";
import { SuperOrders } from "./super-orders.ts";
import { type Wheels, Worlds } from "./worlds.ts";

const CALLS_KEPT = 50;
const CLIENTS_KEPT = 5_000;
const REQUEST_ID = /^[\w-]{8,64}$/;

export type CallRecord = {
  at: number;
  requestId: string;
  method: string;
  path: string;
  status: number;
  tookMs: number;
};

export type TradingApi = {
  routes: Hono;
  limits: RateLimits;
  /** The last calls of a client, the newest first. */
  recentCalls(clientId: string): CallRecord[];
  /** Looks at what waits for a price or a result. */
  tick(): void;
};

export function createTradingApi(
  desk: Desk,
  onFault: (fault: unknown) => void,
  limits = new RateLimits(),
): TradingApi {
  const { db, broker } = desk;
  const files = new InstrumentFiles(broker);
  const recent = new Map<string, CallRecord[]>();
  const common: Desk = { ...desk, isOwn: (clientId) => !worlds.has(clientId) };

  /** What a world answers with, and what has to be looked at as its time passes. */
  function make(own: Desk): Wheels & { handlers: Record<TradingOperationId, Handler> } {
    const supers = new SuperOrders(own);
    const forevers = new ForeverOrders(own);
    const control = new ControlDesk(own, supers);
    return {
      handlers: {
        ...orderHandlers(own),
        ...supers.handlers(),
        ...forevers.handlers(),
        ...new AccountDesk(own, control).handlers(),
        ...control.handlers(),
        ...new EdisDesk(own).handlers(),
        ...new MoneyDesk(own).handlers(),
        ...dataHandlers(own),
        listInstruments: ({ path }) => files.ofSegment(path.exchangeSegment ?? ""),
        getClock: ({ client }) => worlds.state(client.id),
        setClock: ({ client, body }) => {
          worlds.begin(client.id, body as SetClock);
          return worlds.state(client.id);
        },
        advanceClock: async ({ client, body }) => {
          await worlds.advance(client.id, (body as { seconds: number }).seconds, onFault);
          return worlds.state(client.id);
        },
        endClock: ({ client }) => {
          worlds.end(client.id);
          return worlds.state(client.id);
        },
      },
      tick(told) {
        const guarded = (work: () => void) => {
          try {
            own.broker.run(work);
          } catch (fault) {
            told(fault);
          }
        };
        supers.tick(guarded);
        forevers.tick(guarded);
        control.watchExits(told);
      },
    };
  }
  const worlds: Worlds<ReturnType<typeof make>> = new Worlds(common, make);
  const main = make(common);

  function remember(clientId: string, call: CallRecord): void {
    if (recent.size >= CLIENTS_KEPT && !recent.has(clientId)) recent.clear();
    recent.set(clientId, [call, ...(recent.get(clientId) ?? [])].slice(0, CALLS_KEPT));
  }

  async function answer(context: Context, operation: TradingOperation): Promise<Response> {
    const startedAt = Date.now();
    const asked = context.req.header("x-request-id") ?? "";
    const requestId = REQUEST_ID.test(asked) ? asked : randomUUID();
    context.header("X-Request-Id", requestId);
    context.header("Cache-Control", "no-store");
    const isData = operation.isData === true;
    let clientId: string | null = null;
    const done = (response: Response): Response => {
      if (clientId !== null)
        remember(clientId, {
          at: startedAt,
          requestId,
          method: context.req.method,
          path: new URL(context.req.url).pathname,
          status: response.status,
          tookMs: Date.now() - startedAt,
        });
      return response;
    };
    try {
      const token = context.req.header("access-token") ?? "";
      const client = token === "" ? null : clientOf(db, token, desk.realNow());
      if (client === null)
        throw new ApiFault(
          "DH-901",
          token === "" ? "The header access-token is missing." : "The access token is wrong or has ended.",
        );
      clientId = client.id;
      if (isData) {
        const named = context.req.header("client-id");
        if (named === undefined) throw new ApiFault("810", "The header client-id is missing.");
        if (named !== client.id) throw new ApiFault("808", "The header client-id is not the token's client.");
      }
      for (const [name, value] of Object.entries(
        headersOf(limits.take(client.id, operation.limit, startedAt)),
      ))
        context.header(name, value);
      const world = worlds.of(client.id) ?? { desk: common, made: main };
      const account = world.desk.accountOf(client.id);
      const call = await readCall(context, operation, { client, account, accessToken: token });
      await playScenario(context.req.header("x-sandbox-scenario"), (ms) => wait(ms));
      const { broker: own } = world.desk;
      own.run(() => own.openAccount(call.account, OPENING_BALANCE_PAISE));
      const handler = world.made.handlers[operation.operationId as TradingOperationId];
      const result = await handler(call);
      if (operation.answer === "csv") {
        context.header("Content-Type", "text/csv; charset=utf-8");
        return done(context.body(result as string));
      }
      return done(context.json(result as object, operation.status as ContentfulStatusCode));
    } catch (thrown) {
      if (!(thrown instanceof ApiFault)) onFault(thrown);
      const fault =
        thrown instanceof ApiFault
          ? thrown
          : new ApiFault("DH-908", `The sandbox failed. Quote ${requestId} when you report it.`);
      for (const [name, value] of Object.entries(fault.headers)) context.header(name, value);
      const { status, body } = faultAnswer(fault, isData);
      return done(context.json(body as object, status as ContentfulStatusCode));
    }
  }

  const routes = new Hono();
  for (const operation of Object.values(TRADING_OPERATIONS) as TradingOperation[])
    for (const path of pathsOf(operation))
      routes.on(operation.method.toUpperCase(), [path], (context) => answer(context, operation));
  routes.get("/instrument-files/api-scrip-master.csv", (context) => csv(context, files.compact()));
  routes.get("/instrument-files/api-scrip-master-detailed.csv", (context) => csv(context, files.detailed()));
  routes.all("*", (context) => {
    context.header("X-Request-Id", randomUUID());
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

  return {
    routes,
    limits,
    recentCalls: (clientId) => recent.get(clientId) ?? [],
    tick: () => main.tick(onFault),
  };
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

async function readCall(
  context: Context,
  operation: TradingOperation,
  who: Pick<Call, "client" | "account" | "accessToken">,
): Promise<Call> {
  const read = <T>(schema: TradingOperation["body"], value: unknown): T => {
    if (schema === undefined) return {} as T;
    const parsed = schema.safeParse(loosen(schema, value) ?? {});
    if (!parsed.success) throw new ApiFault("DH-905", sentenceOf(parsed.error));
    return parsed.data as T;
  };
  // The provider reads the kill switch's word from the query, one of its pages says header.
  const query = { ...context.req.query() };
  const header = context.req.header("killswitchstatus");
  if (
    operation.operationId === "setKillSwitch" &&
    query.killSwitchStatus === undefined &&
    header !== undefined
  )
    query.killSwitchStatus = header;
  let body: unknown;
  if (operation.body !== undefined) {
    try {
      body = JSON.parse(await context.req.text());
    } catch {
      throw new ApiFault("DH-905", "The body must be JSON.");
    }
    if (typeof body !== "object" || body === null || Array.isArray(body))
      throw new ApiFault("DH-905", "The body must be a JSON object.");
    if (operation.path.startsWith("/marketfeed/")) {
      // Clients add their id to every body; here keys are segments.
      const { dhanClientId: _, ...segments } = body as Record<string, unknown>;
      body = segments;
    }
  }
  return {
    ...who,
    path: read(operation.pathParameters, context.req.param()),
    query: read(operation.query, query),
    body: operation.body === undefined ? undefined : read(operation.body, body),
  };
}
