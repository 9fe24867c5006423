// Compares every response with the OpenAPI document. Each documented status of each operation occurs, its body matches
// the status's schema, and no other status occurs. The site sends 413 and 503 before the API;
// tests/server/trading-refusals.test.ts tests these.
import Ajv2020 from "ajv/dist/2020.js";
import { Secret, TOTP } from "otpauth";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCESS_OPERATIONS } from "../../app/contract/trading-api/access.ts";
import { buildPath, type ExampleValues, fillExample } from "../../app/contract/trading-api/examples.ts";
import { FAULT_LIMITS } from "../../app/contract/trading-api/faults.ts";
import type { TradingOperation } from "../../app/contract/trading-api/operation.ts";
import {
  TRADING_OPERATION_LIST,
  type TradingOperationId,
} from "../../app/contract/trading-api/operations.ts";
import { OPERATION_FAULTS } from "../../app/contract/trading-api/recipes.ts";
import { tradingOpenApi } from "../../app/docs/openapi.ts";
import { openBaseApi } from "../support/base-api.ts";
import { type ExampleChange, TradingClient, type TradingResponse } from "../support/trading-client.ts";

/** Only the gateway of the public port sends these statuses, so the API itself never does. */
const GATEWAY_STATUSES = ["413", "503"];

type Response = { $ref?: string; content?: Record<string, unknown> };
type Documented = { responses: Record<string, Response> };
const document = JSON.parse(JSON.stringify(tradingOpenApi("https://site.example/sandbox/v2"))) as {
  paths: Record<string, Record<string, Documented>>;
  components: { responses: Record<string, Response> };
};
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
ajv.addSchema(document, "document");
const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");

type Observed = { status: number; type: string; body: unknown; text: string };
const observedOf = ({ status, headers, body, text }: TradingResponse): Observed => ({
  status,
  type: String(headers["content-type"] ?? "").split(";", 1)[0] ?? "",
  body,
  text,
});

/**
 * Returns an operation's documented response to a status, and its path in the document. Operations refer to common
 * refusals.
 */
function documentedResponse({ method, path }: { method: string; path: string }, status: number) {
  const own = document.paths[path]?.[method]?.responses[String(status)];
  const shared = own?.$ref?.split("/").at(-1);
  return shared === undefined
    ? { response: own, parts: ["paths", path, method, "responses", String(status)] }
    : { response: document.components.responses[shared], parts: ["components", "responses", shared] };
}

/** Returns how a response violates the document; null if it does not. */
function faultOf(operation: { method: string; path: string }, observed: Observed): string | null {
  const { response: documented, parts } = documentedResponse(operation, observed.status);
  const summary = `${observed.status} ${observed.text.slice(0, 200)}`;
  if (documented === undefined) return `undocumented: ${summary}`;
  if (documented.content === undefined) return observed.text === "" ? null : `has a body: ${summary}`;
  if (documented.content[observed.type] === undefined)
    return `has the type ${observed.type || "none"}: ${summary}`;
  if (!observed.type.includes("json")) return null;
  const validate = ajv.getSchema(
    `document#/${[...parts, "content", observed.type].map(escaped).join("/")}/schema`,
  );
  if (validate === undefined) throw new Error(`no schema at ${parts.join(" ")}`);
  return validate(observed.body) ? null : `${ajv.errorsText(validate.errors)}: ${summary}`;
}

/** Returns the documented statuses of an operation that did not occur. */
const missingStatuses = (
  operation: { method: string; path: string },
  observed: readonly Observed[],
  elsewhere: readonly string[],
) =>
  Object.keys(document.paths[operation.path]?.[operation.method]?.responses ?? {}).filter(
    (status) => !elsewhere.includes(status) && !observed.some((one) => String(one.status) === status),
  );

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("responses", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let client: TradingClient;
  let values: ExampleValues;
  /**
   * Responses to the fault `timeout`, by operation. Each takes more than ten seconds, so as many as permitted are
   * requested in parallel.
   */
  const timeouts = new Map<string, Observed>();

  beforeAll(async () => {
    api = await openBaseApi({ records: [], accountsPerHour: 1_000, limitFactor: 100 });
    client = await TradingClient.open(api.url);
    values = await client.values();
    const { delayedAtMost, delayedPerClient } = FAULT_LIMITS;
    const senders = await Promise.all(
      Array.from({ length: delayedAtMost / delayedPerClient }, () => TradingClient.open(api.url)),
    );
    for (let start = 0; start < TRADING_OPERATION_LIST.length; start += delayedAtMost)
      await Promise.all(
        TRADING_OPERATION_LIST.slice(start, start + delayedAtMost).map(async (operation, index) => {
          const sender = senders[Math.floor(index / delayedPerClient)];
          const answer = await sender?.changed(operation, {}, values, { "x-sandbox-fault": "timeout" });
          if (answer !== undefined) timeouts.set(operation.operationId, observedOf(answer));
        }),
      );
  }, 60_000);
  afterAll(() => api.close());

  const send = (
    operation: TradingOperation,
    change: ExampleChange,
    headers?: Record<string, string | undefined>,
  ) => client.changed(operation, change, values, headers);

  /** Causes every refusal of an operation that a caller can cause. */
  async function provoke(operation: TradingOperation): Promise<Observed[]> {
    const { path } = fillExample(operation.example, values);
    const address = buildPath(operation.path, path);
    const scenario = (name: string) => send(operation, {}, { "x-sandbox-fault": name });
    const raw = (text: string, type: string) =>
      client.send(operation.method, address, text, { "content-type": type });
    const answers: TradingResponse[] = [];
    for (const token of [undefined, "made-up"])
      answers.push(await send(operation, {}, { "access-token": token }));
    for (const name of ["rate-limit", "token-expired", "no-access", "server-error", "other"])
      answers.push(await scenario(name));
    if (operation.isDataApi === true)
      for (const id of [undefined, "1000000002"])
        answers.push(await send(operation, {}, { "client-id": id }));
    if (operation.body !== undefined)
      answers.push(
        await raw("{", "application/json"),
        await raw("[]", "application/json"),
        await raw("a=b", "application/x-www-form-urlencoded"),
      );
    for (const { change } of OPERATION_FAULTS[operation.operationId as TradingOperationId] ?? [])
      answers.push(await send(operation, change));
    answers.push(
      await client.send("patch", address),
      await client.send(operation.method, `${address}/no/such/path/at/all`),
    );
    return answers.map(observedOf);
  }

  it.each(TRADING_OPERATION_LIST.map((operation) => [operation.operationId, operation] as const))(
    "%s: each documented status occurs, and each response matches the document",
    async (_, operation) => {
      const own = await TradingClient.open(api.url);
      const observed = [observedOf(await own.example(operation)), ...(await provoke(operation))];
      const timeout = timeouts.get(operation.operationId);
      if (timeout !== undefined) observed.push(timeout);
      expect(observed.flatMap((one) => faultOf(operation, one) ?? [])).toEqual([]);
      expect(missingStatuses(operation, observed, GATEWAY_STATUSES)).toEqual([]);
    },
  );

  async function observe(
    method: string,
    url: string,
    headers: Record<string, string> = {},
  ): Promise<Observed> {
    const answer = await request(url, { method: method.toUpperCase() as "GET", headers });
    const text = await answer.body.text();
    const type = String(answer.headers["content-type"] ?? "").split(";", 1)[0] ?? "";
    return { status: answer.statusCode, type, text, body: type.includes("json") ? JSON.parse(text) : text };
  }

  it.each(ACCESS_OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
    "%s: each documented refusal occurs on an operation that needs no token",
    { timeout: 60_000 },
    async (id, { method, path, root }) => {
      const { account } = await TradingClient.open(api.url);
      const below = {
        auth: `${api.url}/auth`,
        portal: api.url,
        instruments: `${api.url}/v2/instrument-files`,
      }[root];
      const to = (query = "", headers: Record<string, string> = {}) =>
        observe(method, `${below}${path}${query}`, headers);
      const app = { app_id: account.appId, app_secret: account.appSecret };
      const totp = new TOTP({ secret: Secret.fromBase32(account.totpSecret) }).generate();
      const login = (pin: string, code: string) =>
        to(`?dhanClientId=${account.dhanClientId}&pin=${pin}&totp=${code}`);
      const observed: Observed[] = [await observe(method, `${below}${path}/no/such/path`)];
      switch (id) {
        case "createSandboxAccount":
          observed.push(await to("", { accept: "application/json" }));
          break;
        case "generateAccessToken":
          observed.push(await to(), await login(account.pin, totp), await login("000000", "000000"));
          break;
        case "generateAppConsent":
          observed.push(
            await to("", app),
            await to("?client_id=1000000002", app),
            await to("", { ...app, app_secret: "x" }),
          );
          break;
        case "consumeAppConsent":
          observed.push(await to("?tokenId=none", app), await to("", app));
          break;
        case "openAppConsent":
          observed.push(await to("?consentAppId=none"), await to());
          break;
        case "openPartnerConsent":
          observed.push(await to("?consentId=none"), await to());
          break;
        default:
          observed.push(await to());
      }
      expect(observed.flatMap((one) => faultOf({ method, path }, one) ?? [])).toEqual([]);
      // Other files test these: exhausted limits and many wrong codes in
      // server/sandbox/apis/login/sign-in-limits.test.ts, an ended consent in tests/server/portal.test.ts.
      const missed = missingStatuses({ method, path }, observed, ["410", "429", "503"]);
      expect(missed.filter((status) => status.startsWith("4"))).toEqual([]);
    },
  );
});
