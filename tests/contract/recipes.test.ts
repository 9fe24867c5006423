// Documented errors: each recipe of the errors page produces its code, and each documented change to an operation's
// example produces its fault.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExampleValues } from "../../app/contract/trading-api/examples.ts";
import {
  DATA_ERRORS,
  TRADING_ERRORS,
  TRADING_OPERATION_LIST,
  TRADING_OPERATIONS,
  type TradingOperationId,
} from "../../app/contract/trading-api/operations.ts";
import { OPERATION_FAULTS } from "../../app/contract/trading-api/recipes.ts";
import { openBaseApi } from "../support/base-api.ts";
import { CODE_RECIPES, type RecipeStep } from "../support/error-recipes.ts";
import { TradingClient, type TradingResponse } from "../support/trading-client.ts";

const codeOf = ({ body }: TradingResponse): string =>
  body?.errorCode ?? Object.keys(body?.status === "failed" ? body.data : {})[0] ?? "none";

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("documented errors", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let client: TradingClient;
  let values: ExampleValues;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000 });
    client = await TradingClient.open(api.url);
    values = await client.values();
  });
  afterAll(() => api.close());

  async function send({
    operation: id,
    change = {},
    headers = {},
    times = 1,
  }: RecipeStep): Promise<TradingResponse[]> {
    return Promise.all(
      Array.from({ length: times }, () => client.changed(TRADING_OPERATIONS[id], change, values, headers)),
    );
  }

  it("have a recipe for every error code", () => {
    expect(Object.keys(CODE_RECIPES).sort()).toEqual(
      [...TRADING_ERRORS, ...DATA_ERRORS].map(({ code }) => code).sort(),
    );
  });

  it.each(Object.entries(CODE_RECIPES))(
    "%s: the listed requests cause the error code with the documented status",
    { timeout: 30_000 },
    async (code, steps) => {
      let answers: TradingResponse[] = [];
      for (const step of steps) answers = await send(step);
      const met = answers.find((answer) => codeOf(answer) === code);
      expect(met, answers[0]?.text.slice(0, 300)).toBeDefined();
      const known = [...TRADING_ERRORS, ...DATA_ERRORS].find((error) => error.code === code);
      expect(met?.status).toBe(known?.status);
      // Repeated requests exhaust the limit per second, so this test waits until the next second.
      if (steps.some(({ times = 1 }) => times > 1))
        await new Promise((resolve) => setTimeout(resolve, 1_100));
    },
  );

  const faults = (
    Object.entries(OPERATION_FAULTS) as [TradingOperationId, (typeof OPERATION_FAULTS)[TradingOperationId]][]
  ).flatMap(([operation, list = []]) =>
    list.map((one) => [`${operation}, ${one.code}: ${one.cause}`, operation, one] as const),
  );
  it.each(faults)(
    "%s: the documented change to the example request causes the fault",
    async (_, operation, { code, change }) => {
      let [answer] = await send({ operation, change });
      // Earlier requests may have exhausted the limit per second.
      while (answer?.status === 429) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        [answer] = await send({ operation, change });
      }
      expect(answer === undefined ? "none" : codeOf(answer), answer?.text.slice(0, 300)).toBe(code);
    },
  );

  it("state the kill switch as the reason for a rejected order", async () => {
    const own = await TradingClient.open(api.url);
    expect((await own.send("post", "/killswitch?killSwitchStatus=ACTIVATE")).status).toBe(200);
    const answer = await own.place({});
    expect(answer.body.orderStatus, answer.text).toBe("REJECTED");
    const order = await own.send("get", `/orders/${answer.body.orderId}`);
    expect(order.body.omsErrorDescription).toMatch(/kill switch/);
  });

  it("include a rejected request for every operation that has input", () => {
    const silent = TRADING_OPERATION_LIST.filter(
      ({ operationId, body, pathParameters, query }) =>
        (body ?? pathParameters ?? query) !== undefined &&
        (OPERATION_FAULTS[operationId as TradingOperationId] ?? []).length === 0,
    ).map(({ operationId }) => operationId);
    expect(silent).toEqual([]);
  });
});
