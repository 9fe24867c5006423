// Input of the client generators: the OpenAPI and AsyncAPI documents, reduced to the data that the generated methods
// need.

import { isOrderWrite } from "../../app/contract/trading-api/headers.ts";
import type { LimitGroup, TradingOperation } from "../../app/contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { tradingAsyncApi } from "../../app/docs/asyncapi.ts";
import { tradingOpenApi } from "../../app/docs/openapi.ts";
import { sandboxPlace } from "../../app/docs/place.ts";
import { TRADING_API_VERSION } from "../../app/docs/version.ts";

/** A JSON Schema of OpenAPI 3.1, limited to the keywords that the generators read. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
export type Parameter = { name: string; isRequired: boolean; schema: Schema; description: string };

/** One operation of the contract. A method is generated for each. */
export type ClientOperation = {
  id: string;
  /** HTTP method in upper case. */
  method: string;
  /** Path below the base address; `{name}` is a path parameter. */
  path: string;
  summary: string;
  description: string;
  limit: LimitGroup;
  /** True if the call must send the header `client-id`. */
  needsClientId: boolean;
  /** True if the call can be retried after a lost response, because repeating it changes nothing. */
  isRepeatable: boolean;
  /** True if the call accepts an Idempotency-Key. */
  takesKey: boolean;
  pathParameters: Parameter[];
  query: Parameter[];
  body: Schema | null;
  /** Schema of the response; null for a text response, such as CSV. */
  answer: Schema | null;
  status: string;
};

export type Contract = {
  version: string;
  openApi: OpenApi;
  schemas: Record<string, Schema>;
  /** Data of an order update, as the order-update socket sends it. */
  orderUpdate: Schema;
  operations: ClientOperation[];
};

type OpenApi = {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Schema> };
};
type OpenApiOperation = {
  parameters?: {
    in: string;
    name: string;
    required?: boolean;
    description?: string;
    schema: Schema;
  }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

const JSON_TYPE = "application/json";
/**
 * GET operations with side effects: one creates a new token that replaces the previous one, the other sends a TPIN to
 * the holder's phone.
 */
const CHANGING_READS = new Set(["renewToken", "requestTpin"]);
/** POST operations that only compute a result. */
const READING_POSTS = new Set(["calculateMargin", "calculateMultiMargin"]);

/** Returns the contract. Its addresses are examples, because clients get their addresses from their options. */
export function readContract(): Contract {
  const openApi = plain(tradingOpenApi("https://api.example.com/v2")) as OpenApi;
  const asyncApi = plain(tradingAsyncApi(sandboxPlace("https://api.example.com"))) as {
    channels: { orderUpdate: { messages: { alert: { payload: { properties: { Data: Schema } } } } } };
  };
  return {
    version: TRADING_API_VERSION,
    openApi,
    schemas: openApi.components.schemas,
    orderUpdate: asyncApi.channels.orderUpdate.messages.alert.payload.properties.Data,
    operations: TRADING_OPERATION_LIST.map((operation) => clientOperation(operation, openApi)),
  };
}

/** Removes everything that JSON cannot represent. */
const plain = (document: unknown): unknown => JSON.parse(JSON.stringify(document));

function clientOperation(operation: TradingOperation, openApi: OpenApi): ClientOperation {
  const found = openApi.paths[operation.path]?.[operation.method];
  if (found === undefined) throw new Error(`the OpenAPI document has no ${operation.operationId}`);
  const status = String(operation.status);
  const parametersIn = (place: string): Parameter[] =>
    (found.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema, description }) => ({
        name,
        isRequired: required === true,
        schema,
        description: description ?? schema.description ?? "",
      }));
  return {
    id: operation.operationId,
    method: operation.method.toUpperCase(),
    path: operation.path,
    summary: operation.summary,
    description: operation.purpose,
    limit: operation.limit,
    needsClientId: operation.isDataApi === true,
    isRepeatable: isRepeatable(operation),
    takesKey: isOrderWrite(operation),
    pathParameters: parametersIn("path"),
    query: parametersIn("query"),
    body: found.requestBody?.content[JSON_TYPE]?.schema ?? null,
    answer: found.responses[status]?.content?.[JSON_TYPE]?.schema ?? null,
    status,
  };
}

function isRepeatable({ operationId, method, limit }: TradingOperation): boolean {
  if (method === "get") return !CHANGING_READS.has(operationId);
  return limit === "quote" || limit === "data" || READING_POSTS.has(operationId);
}

/** Returns the name of the component that a schema refers to, or null. */
export function componentOf(schema: Schema): string | null {
  return /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? "")?.[1] ?? null;
}
