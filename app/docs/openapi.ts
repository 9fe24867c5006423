// The trading API as an OpenAPI 3.1 document, from the same operations that the sandbox serves: logins, instrument files and every status
// included.

import { z } from "zod";
import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from "zod-openapi";
import { openApiDocument, openApiPaths } from "../contract/openapi.ts";
import { ACCESS_OPERATIONS, type AccessOperation, type AccessRoot } from "../contract/trading-api/access.ts";
import { ANSWER_HEADERS, type ApiHeader, REQUEST_HEADERS } from "../contract/trading-api/headers.ts";
import { isSandboxPage, type TradingOperation } from "../contract/trading-api/operation.ts";
import {
  DATA_ERRORS,
  dataFaultSchema,
  RATE_LIMITS,
  TRADING_ERRORS,
  TRADING_OPERATION_LIST,
  tradingFaultSchema,
} from "../contract/trading-api/operations.ts";
import { faultsOf } from "./operation-section.ts";
import { type ApiPlace, sandboxPlace, withoutMention } from "./place.ts";
import { displayedExample, recordedOf } from "./recorded.ts";
import { TRADING_API_VERSION } from "./version.ts";

/** Plain schemas: what validators keep of themselves stays out of the document. */
const headersIn = (found: readonly ApiHeader[]) =>
  Object.fromEntries(
    found.map(({ name, description, isNumber }) => [
      name,
      { description, schema: isNumber ? { type: "integer" as const } : { type: "string" as const } },
    ]),
  );
/** Headers of every answer. */
const headers = headersIn(
  ANSWER_HEADERS.filter(({ name, isOf }) => name !== "Retry-After" && isOf === undefined),
);
const ownHeaders = (operation: TradingOperation) =>
  headersIn(ANSWER_HEADERS.filter(({ isOf }) => isOf?.(operation) === true));
/** Headers that an operation takes beside those of every call. */
function headerParameters(operation: TradingOperation): z.ZodObject | undefined {
  const own = REQUEST_HEADERS.filter(({ isOf }) => isOf?.(operation) === true);
  if (own.length === 0) return undefined;
  return z.object(
    Object.fromEntries(
      own.map(({ name, description, example }) => [
        name,
        z.string().optional().meta({ description, example }),
      ]),
    ),
  );
}
const retryAfter = {
  "Retry-After": {
    description: "Seconds to wait before the next call",
    schema: { type: "integer" as const },
  },
};
const SECURITY_ID = "^\\d{1,20}$";
/** Answers that can come to any call from the parts in front of the API. */
const BEFORE_THE_API: Readonly<Record<string, string>> = {
  "404": "There is no such path",
  "405": "The path does not take this method",
  "503": "The API starts, stops or is overloaded; Retry-After says for how long",
};
const TOO_LARGE = { "413": "The body is larger than 64 KiB" };
/** A call with a body is looked at by its operation, which refuses in its family's form. */
const NOT_JSON = { "415": "The body is not JSON" };

type TagPage = { id: string; description: string };

/**
 * `place` is where the API is reached, or the base address alone. `pages` are the documentation's pages, whose descriptions become those
 * of the tags; a generator of clients needs none.
 */
export function tradingOpenApi(place: ApiPlace | string, pages: readonly TagPage[] = []) {
  const where: ApiPlace =
    typeof place === "string" ? { ...sandboxPlace(new URL(place).origin), rest: place } : place;
  const document = openApiDocument(
    {
      title: "Trading and data API",
      version: TRADING_API_VERSION,
      description:
        "Orders, portfolio, funds and market data. Numbers may come as text and empty text counts as left out. Times are Indian wall clock.",
      support: `${where.origin}/support`,
    },
    {
      servers: [{ url: where.rest, description: where.hasSandbox ? "Sandbox" : "Live" }],
      tags: tags(where, pages),
      security: [{ accessToken: [] }],
      components: {
        securitySchemes: {
          accessToken: {
            type: "apiKey",
            in: "header",
            name: "access-token",
            description: "The account's token",
          },
          clientId: { type: "apiKey", in: "header", name: "client-id", description: "The token's client id" },
        },
      },
      paths: { ...tradingPaths(where), ...accessPaths(where) },
    },
    ({ jsonSchema, io }) => {
      // Clients send ids as numbers too.
      if (io === "input" && jsonSchema.pattern === SECURITY_ID && jsonSchema.type === "string")
        jsonSchema.type = ["string", "integer"] as never;
    },
  );
  return where.hasSandbox ? document : (withoutMention(document) as typeof document);
}

function tags({ hasSandbox }: ApiPlace, pages: readonly TagPage[]) {
  const used = new Set(TRADING_OPERATION_LIST.map(({ page }) => page));
  return [
    ...pages
      .filter(({ id }) => used.has(id) && (hasSandbox || !isSandboxPage(id)))
      .map(({ id, description }) => ({ name: id, description })),
    { name: "access", description: "Logins and files that need no access token" },
  ];
}

function tradingPaths({ hasSandbox }: ApiPlace): ZodOpenApiPathsObject {
  return openApiPaths(TRADING_OPERATION_LIST, (operation) => {
    if (!hasSandbox && isSandboxPage(operation.page)) return null;
    const { perSecond, perDay } = RATE_LIMITS[operation.limit];
    return {
      description: operation.purpose,
      tags: [operation.page],
      ...(operation.isData ? { security: [{ accessToken: [], clientId: [] }] } : {}),
      "x-rate-limit": { perSecond, perDay },
      header: headerParameters(operation),
      ...(operation.body === undefined ? {} : { bodyExample: displayedExample(operation).body }),
      responses: {
        [String(operation.status)]: {
          description: operation.summary,
          headers: { ...headers, ...ownHeaders(operation) },
          content: answerContent(operation),
        },
        ...refusals(operation),
      },
    };
  });
}

/** Answers by status: the operation's error codes, and those of the parts in front of the API. */
function refusals(operation: TradingOperation): Record<string, ZodOpenApiResponseObject> {
  const schema = operation.isData ? dataFaultSchema : tradingFaultSchema;
  const known = [...TRADING_ERRORS, ...DATA_ERRORS];
  const byStatus = new Map<string, string[]>();
  for (const { code, cause } of faultsOf(operation)) {
    const status = String(known.find((one) => one.code === code)?.status ?? 400);
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${cause}`]);
  }
  const before: Readonly<Record<string, string>> =
    operation.body === undefined ? BEFORE_THE_API : { ...BEFORE_THE_API, ...TOO_LARGE };
  const more = operation.body === undefined ? before : { ...before, ...NOT_JSON };
  for (const [status, words] of Object.entries(more))
    byStatus.set(status, [...(byStatus.get(status) ?? []), words]);
  // Keys are integers, so the statuses are in ascending order.
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      status,
      {
        description: lines.join("\n"),
        headers: status === "429" || status === "503" ? { ...headers, ...retryAfter } : headers,
        content: {
          "application/json": { schema: Object.hasOwn(before, status) ? tradingFaultSchema : schema },
        },
      },
    ]),
  );
}

function answerContent(operation: TradingOperation) {
  if (operation.answer === "csv") return { "text/csv": { schema: { type: "string" as const } } };
  const recorded = recordedOf(operation);
  return {
    "application/json": {
      schema: operation.answer,
      ...(recorded === null ? {} : { example: recorded.answer }),
    },
  };
}

/** Below addresses of their own; what is not offered is not described. */
function accessPaths(place: ApiPlace): ZodOpenApiPathsObject {
  const roots: Record<AccessRoot, string | null> = {
    auth: place.auth,
    portal: place.hasSandbox ? `${place.origin}/sandbox` : null,
    instruments: place.instruments,
  };
  const offered = ACCESS_OPERATIONS.filter(({ root }) => roots[root] !== null);
  const paths = openApiPaths(offered, (operation) => ({
    description: operation.purpose,
    tags: ["access"],
    security: [],
    header: operation.headers,
    responses: accessResponses(operation),
  }));
  for (const { path, root } of offered)
    paths[path] = { servers: [{ url: roots[root] ?? "" }], ...paths[path] };
  return paths;
}

function accessResponses({ summary, answer, refusals: refused, closedPages = {} }: AccessOperation) {
  const page = (description: string) => ({ description, content: { "text/html": { schema: z.string() } } });
  const done =
    answer === "page"
      ? { "200": page("The login page") }
      : answer === "redirect"
        ? {
            "302": { description: "Leads to the login page" },
            default: page("The login page, for clients that follow where it leads"),
          }
        : {
            "200": {
              description: summary,
              content:
                answer === "csv"
                  ? { "text/csv": { schema: z.string() } }
                  : { "application/json": { schema: answer } },
            },
          };
  const refusals = Object.entries({ ...refused, 404: "There is no such path" }).map(
    ([status, description]): [string, ZodOpenApiResponseObject] => [
      status,
      {
        description,
        ...(status === "429" || status === "503" ? { headers: retryAfter } : {}),
        content: { "application/json": { schema: tradingFaultSchema } },
      },
    ],
  );
  const responses: Record<string, ZodOpenApiResponseObject> = { ...done, ...Object.fromEntries(refusals) };
  for (const [status, description] of Object.entries(closedPages)) {
    const closed = page(description);
    responses[status] = { ...closed, content: { ...responses[status]?.content, ...closed.content } };
  }
  return responses;
}
