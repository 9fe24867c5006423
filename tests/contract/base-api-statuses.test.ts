// Compares refusals of the base API with its OpenAPI document. Each refusal that a caller can cause occurs, is
// documented, and has the documented problem type.
import Ajv2020 from "ajv/dist/2020.js";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { baseOpenApi } from "../../app/contract/base-api/openapi.ts";
import type { BaseApiOperation } from "../../app/contract/base-api/operation.ts";
import { BASE_API_OPERATIONS } from "../../app/contract/base-api/operations.ts";
import { openBaseApi } from "../support/base-api.ts";
import { TradingClient } from "../support/trading-client.ts";

type Documented = { responses: Record<string, { content?: Record<string, unknown> }> };
const document = JSON.parse(JSON.stringify(baseOpenApi())) as {
  paths: Record<string, Record<string, Documented>>;
};
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
ajv.addSchema(document, "document");
const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");

const UNKNOWN = {
  id: "00000000-0000-4000-8000-000000000000",
  exchangeSegment: "NSE_EQ",
  securityId: "999999999",
};
/** Replaces the path's parameters with ids that do not exist. Ids of strategies and managers are words, not numbers. */
const unknownPath = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === "id" && /\/(?:strategies|managers|disclosures)\//.test(path)
      ? "no-such-name"
      : name === "strategyId"
        ? "no-such-name"
        : name === "day"
          ? "2001-01-01"
          : (UNKNOWN[name as keyof typeof UNKNOWN] ?? "nothing"),
  );
/** These operations end the client's tokens, so a call that succeeds would break the following tests. */
const ENDS_THE_TOKEN = ["endSession", "endSessions"];

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("refusals of the base API", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let appToken = "";
  beforeAll(async () => {
    api = await openBaseApi({ records: [], accountsPerHour: 1_000 });
    const client = await TradingClient.open(api.url);
    appToken = await tokenOfApp(api.url, client);
  });
  afterAll(() => api.close());

  type Sent = {
    method?: string;
    path?: string;
    query?: string;
    body?: string;
    headers?: Record<string, string>;
  };
  async function send(operation: BaseApiOperation, { method, path, query = "", body, headers = {} }: Sent) {
    const token = operation.isPersonal === true ? { "access-token": api.token } : {};
    const answer = await request(`${api.url}${path ?? unknownPath(operation.path)}${query}`, {
      method: (method ?? operation.method).toUpperCase() as "GET",
      headers: {
        ...token,
        "idempotency-key": "statuses-of-the-contract",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body ?? null,
    });
    const text = await answer.body.text();
    const type = String(answer.headers["content-type"] ?? "").split(";", 1)[0] ?? "";
    return { status: answer.statusCode, type, text, headers: answer.headers };
  }
  type Observed = Awaited<ReturnType<typeof send>>;

  function faultOf({ path, method }: BaseApiOperation, observed: Observed): string | null {
    const summary = `${observed.status} ${observed.text.slice(0, 160)}`;
    const documented = document.paths[path]?.[method]?.responses[String(observed.status)];
    if (documented === undefined) return `undocumented: ${summary}`;
    if (documented.content === undefined) return observed.text === "" ? null : `has a body: ${summary}`;
    if (documented.content[observed.type] === undefined) return `has the type ${observed.type}: ${summary}`;
    const parts = ["paths", path, method, "responses", String(observed.status), "content", observed.type];
    const validate = ajv.getSchema(`document#/${parts.map(escaped).join("/")}/schema`);
    return validate?.(JSON.parse(observed.text)) === true
      ? null
      : `${ajv.errorsText(validate?.errors)}: ${summary}`;
  }

  async function provoke(operation: BaseApiOperation): Promise<Observed[]> {
    const { path, body, query, isPersonal, key, operationId } = operation;
    const unusedMethod =
      ["patch", "put", "post"].find((one) => document.paths[path]?.[one] === undefined) ?? "";
    const observed = [await send(operation, { method: unusedMethod, path: path.replace(/\{\w+\}/g, "x") })];
    if (isPersonal === true) {
      observed.push(await send(operation, { headers: { "access-token": "made-up" } }));
      observed.push(await send(operation, { headers: { "access-token": appToken } }));
    }
    if (query !== undefined)
      for (const wrong of [
        "?limit=x&scope=x&verb=x&year=x&interval=x&expiry=x&on=x&evidence=x&text=",
        "?class=x",
      ])
        observed.push(await send(operation, { query: wrong }));
    if (body !== undefined)
      observed.push(await send(operation, { body: "{" }), await send(operation, { body: '{"x":1}' }));
    if (key !== undefined)
      observed.push(await send(operation, { body: "{}", headers: { "idempotency-key": "!" } }));
    if (path.includes("{") && !ENDS_THE_TOKEN.includes(operationId)) observed.push(await send(operation, {}));
    return observed.filter(({ status }) => status >= 300);
  }

  it.each(
    (Object.values(BASE_API_OPERATIONS) as BaseApiOperation[]).map((one) => [one.operationId, one] as const),
  )("%s: each refusal has a documented status and problem type", async (_, operation) => {
    const observed = await provoke(operation);
    expect(observed.flatMap((one) => faultOf(operation, one) ?? [])).toEqual([]);
    const statuses = new Set(observed.map(({ status }) => status));
    expect(statuses).toContain(405);
    expect(observed.find(({ status }) => status === 405)?.headers.allow).toContain(
      operation.method.toUpperCase(),
    );
    if (operation.isPersonal === true) for (const status of [401, 403]) expect(statuses).toContain(status);
    if (operation.body !== undefined) for (const status of [400, 422]) expect(statuses).toContain(status);
    if (operation.query !== undefined) expect(statuses).toContain(400);
    if (operation.path.includes("{") && operation.body === undefined && operation.query === undefined)
      expect(statuses).toContain(404);
  });
});

/** Obtains a token with the account's app, as a third-party program would. */
async function tokenOfApp(url: string, { account }: TradingClient): Promise<string> {
  const headers = { app_id: account.appId, app_secret: account.appSecret };
  const consent = await request(`${url}/auth/app/generate-consent`, { method: "POST", headers });
  const { consentAppId = "" } = (await consent.body.json()) as Record<string, string>;
  const done = await request(`${url}/auth/consent-login`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      consentId: consentAppId,
      clientId: account.dhanClientId,
      step: "code",
      method: "pin",
      code: account.pin,
    }).toString(),
  });
  const tokenId = /<code[^>]*>([0-9a-f-]{36})<\/code>/.exec(await done.body.text())?.[1] ?? "";
  const response = await request(`${url}/auth/app/consumeApp-consent?tokenId=${tokenId}`, { headers });
  return ((await response.body.json()) as { accessToken: string }).accessToken;
}
