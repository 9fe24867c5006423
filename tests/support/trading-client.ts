// A client of the trading API for tests: a new account, calls by operation, and values for the placeholders in
// examples.
import { setTimeout as wait } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { request } from "undici";
import { buildPath, type ExampleValues, fillExample } from "../../app/contract/trading-api/examples.ts";
import type { TradingOperation } from "../../app/contract/trading-api/operation.ts";
import { TRADING_OPERATIONS } from "../../app/contract/trading-api/operations.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests inspect the parsed answers
export type TradingResponse = { status: number; headers: Record<string, string>; body: any; text: string };
export type Account = {
  dhanClientId: string;
  accessToken: string;
  pin: string;
  totpSecret: string;
  appId: string;
  appSecret: string;
};

export type ExampleChange = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

export const SHARE = { exchangeSegment: "NSE_EQ", securityId: "1333", validity: "DAY" };

const DAY_MS = 86_400_000;
const istDate = (atMs: number) => new Date(atMs + 330 * 60_000).toISOString().slice(0, 10);

/** Base addresses at which clients wait when a rate limit refuses a call, as a program would. */
const rateLimitedRoots = new Set<string>();

export class TradingClient {
  readonly #root: string;
  readonly account: Account;

  private constructor(root: string, account: Account) {
    this.#root = root;
    this.account = account;
  }

  static waitForLimitsAt(root: string): void {
    rateLimitedRoots.add(root);
  }

  /** Creates an account. `root` is the base address of `/v2` and `/portal`. */
  static async open(root: string): Promise<TradingClient> {
    const answer = await request(`${root}/portal/accounts`, {
      method: "POST",
      headers: { accept: "application/json" },
    });
    if (answer.statusCode !== 200) throw new Error(`no account: ${await answer.body.text()}`);
    return new TradingClient(root, (await answer.body.json()) as Account);
  }

  /**
   * Returns PIN and TOTP code as form fields. Each code works once. At a given time the steps -1, 0 and 1 (of 30 s) are
   * valid.
   */
  static codes({ pin, totpSecret }: Pick<Account, "pin" | "totpSecret">, step = 0) {
    const timestamp = Date.now() + step * 30_000;
    return { pin, totp: new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({ timestamp }) };
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<TradingResponse> {
    const all: Record<string, string | undefined> = {
      "access-token": this.account.accessToken,
      "client-id": this.account.dhanClientId,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    };
    const answer = await request(`${this.#root}/v2${path}`, {
      method: method.toUpperCase() as "GET",
      headers: Object.fromEntries(
        Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await answer.body.text();
    // A simulated 429 does not use up the limit.
    const isLimited =
      answer.statusCode === 429 &&
      (answer.headers["ratelimit-remaining"] === "0" ||
        text.includes("markets of single accounts are in use"));
    if (isLimited && rateLimitedRoots.has(this.#root)) {
      await wait(1_000 * Number(answer.headers["retry-after"]));
      return this.send(method, path, body, headers);
    }
    const isJson = String(answer.headers["content-type"] ?? "").includes("json");
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
      body: isJson ? JSON.parse(text) : text,
      text,
    };
  }

  /** Places a day order for ten shares of HDFC Bank at the market price, changed by `change`. */
  place(change: object): Promise<TradingResponse> {
    return this.send("post", "/orders", {
      ...SHARE,
      transactionType: "BUY",
      productType: "INTRADAY",
      orderType: "MARKET",
      quantity: 10,
      ...change,
    });
  }

  /** Creates the data that an example requires. */
  async prepare({ operationId }: TradingOperation): Promise<void> {
    if (operationId === "modifyIp")
      await this.send("post", "/ip/setIP", { ip: "203.0.113.7", ipFlag: "PRIMARY" });
    if (["advanceClock", "setClockSpeed", "addMarketEvents"].includes(operationId))
      await this.send("put", "/sandbox/clock", { at: "2026-11-20 10:00:00" });
  }

  /** Sends the operation's example with filled placeholders. */
  async example(operation: TradingOperation, values?: ExampleValues): Promise<TradingResponse> {
    // `placeOrder` needs no prepared values, and its correlation id can be used only once, so no order may use it
    // before.
    const isFirst = operation.operationId === "placeOrder";
    const known = values ?? (isFirst ? {} : await this.values());
    await this.prepare(operation);
    const { path, query, body } = fillExample(operation.example, known);
    return this.send(operation.method, buildPath(operation.path, path, query), body);
  }

  /** Sends the operation's example with a change. Undefined values are omitted from the body. */
  changed(
    { method, path: template, example, body: schema }: TradingOperation,
    change: ExampleChange,
    values: ExampleValues,
    headers: Record<string, string | undefined> = {},
  ): Promise<TradingResponse> {
    const { path, query, body } = fillExample(
      {
        path: { ...example.path, ...change.path },
        query: { ...example.query, ...change.query },
        body: schema === undefined ? undefined : { ...(example.body as object), ...change.body },
      },
      values,
    );
    return this.send(method, buildPath(template, path, query), body, headers);
  }

  /**
   * Returns values for the operations' examples. Places new orders for examples that refer to an order. `now` is the
   * account's time in ms.
   */
  async values(now = Date.now()): Promise<ExampleValues> {
    const ltp = await this.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] });
    const last = ltp.body.data.NSE_EQ["1333"].last_price as number;
    const values: ExampleValues = {
      lowPrice: Math.floor(last * 0.92),
      lowestPrice: Math.floor(last * 0.88),
      highPrice: Math.ceil(last * 1.08),
      today: istDate(now),
      weekAgo: istDate(now - 7 * DAY_MS),
      monthAgo: istDate(now - 30 * DAY_MS),
    };
    const expiries = await this.send("post", "/optionchain/expirylist", {
      UnderlyingScrip: 13,
      UnderlyingSeg: "IDX_I",
    });
    values.nextExpiry = expiries.body.data[0];
    const { placeOrder, placeSuperOrder, placeForeverOrder, placeAlert } = TRADING_OPERATIONS;
    const placeExample = (operation: TradingOperation, change: object = {}) => {
      const { correlationId: _, ...body } = fillExample(operation.example.body, values) as Record<
        string,
        unknown
      >;
      return this.send(operation.method, operation.path, { ...body, ...change });
    };
    // The examples refer to an order with this correlation id, so the first order gets it.
    const firstOrder = await this.send("get", "/orders/external/first-order");
    values.orderId = (
      await placeExample(placeOrder, firstOrder.status === 200 ? {} : { correlationId: "first-order" })
    ).body.orderId;
    values.pendingOrderId = (
      await placeExample(placeOrder, { orderType: "LIMIT", price: values.lowPrice })
    ).body.orderId;
    values.superOrderId = (await placeExample(placeSuperOrder)).body.orderId;
    values.foreverOrderId = (await placeExample(placeForeverOrder)).body.orderId;
    values.alertId = (await placeExample(placeAlert)).body.alertId;
    return values;
  }
}
