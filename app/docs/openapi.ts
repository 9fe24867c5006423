// The trading API as an OpenAPI 3.1 document, generated from the operations that the sandbox serves, with logins,
// instrument files and every status.

import { z } from "zod";
import type { ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { openApiDocument, openApiPaths } from "../contract/openapi.ts";
import { ACCESS_OPERATIONS, type AccessOperation, type AccessRoot } from "../contract/trading-api/access.ts";
import { REQUEST_HEADERS } from "../contract/trading-api/headers.ts";
import { COMPACT_COLUMNS } from "../contract/trading-api/instrument-columns.ts";
import { isSandboxPage, type TradingOperation } from "../contract/trading-api/operation.ts";
import {
  DATA_ERRORS,
  RATE_LIMITS,
  TRADING_ERRORS,
  TRADING_OPERATION_LIST,
  tradingFaultSchema,
} from "../contract/trading-api/operations.ts";
import { POSTBACK_HEADERS, postbackSchema } from "../contract/trading-api/sockets.ts";
import {
  buildExample,
  frontDescription,
  frontStatuses,
  responseHeaders,
  SHARED_HEADERS,
  sharedResponse,
  sharedResponses,
} from "./openapi-responses.ts";
import { operationSamples } from "./operation-samples.ts";
import { groupOperationFaults } from "./operation-section.ts";
import { type ApiPlace, omitSandboxMention, sandboxPlace } from "./place.ts";
import { displayedExample, findRecordedCall } from "./recorded.ts";
import { TRADING_API_VERSION } from "./version.ts";

/** One shared component per header. */
const HEADER_SCHEMAS = new Map(
  REQUEST_HEADERS.map(({ name, description, example }) => [
    name,
    z
      .string()
      .optional()
      .meta({ example, param: { id: name, description } }),
  ]),
);

/** Returns the headers of an operation in addition to those that every operation has. */
function headerParameters(operation: TradingOperation): z.ZodObject | undefined {
  const own = REQUEST_HEADERS.filter(({ isOf }) => isOf?.(operation) === true);
  if (own.length === 0) return undefined;
  return z.object(Object.fromEntries(own.map(({ name }) => [name, HEADER_SCHEMAS.get(name) ?? z.string()])));
}

const SECURITY_ID = "^\\d{1,20}$";
const CSV_EXAMPLE = `${COMPACT_COLUMNS.map(([name]) => name).join(",")}\n${COMPACT_COLUMNS.map(([, , example]) => example).join(",")}\n`;

type TagPage = { id: string; description: string };

/**
 * Builds the document. `place` contains all addresses of the API, or is only its base address. `pages` supplies the
 * descriptions of the tags, which client generators do not need.
 */
export function tradingOpenApi(place: ApiPlace | string, pages: readonly TagPage[] = []) {
  const where: ApiPlace =
    typeof place === "string" ? { ...sandboxPlace(new URL(place).origin), rest: place } : place;
  const document = openApiDocument(
    {
      title: "Trading and data API",
      version: TRADING_API_VERSION,
      description:
        "Orders, portfolio, funds and market data. Numbers may be sent as text, and empty text is treated as omitted. Times are Indian wall-clock times. Samples use an existing client: `new TradingClient({ baseUrl, accessToken, clientId })` in TypeScript, `TradingClient(base_url, access_token, client_id)` in Python.",
      support: `${where.origin}/support`,
      email: where.supportEmail,
    },
    {
      servers: [{ url: where.rest, description: where.hasSandbox ? "Sandbox" : "Live" }],
      tags: tags(where, pages),
      security: [{ accessToken: [] }],
      components: {
        headers: SHARED_HEADERS,
        responses: sharedResponses(where.origin),
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
      webhooks: webhooks(where),
    },
    ({ jsonSchema, io }) => {
      // Clients may also send ids as numbers.
      if (io === "input" && jsonSchema.pattern === SECURITY_ID && jsonSchema.type === "string")
        jsonSchema.type = ["string", "integer"] as never;
    },
  );
  return where.hasSandbox ? document : (omitSandboxMention(document) as typeof document);
}

function tags({ hasSandbox }: ApiPlace, pages: readonly TagPage[]) {
  const used = new Set(TRADING_OPERATION_LIST.map(({ page }) => page));
  return [
    ...pages
      .filter(({ id }) => used.has(id) && (hasSandbox || !isSandboxPage(id)))
      .map(({ id, description }) => ({ name: id, description })),
    { name: "postback", description: "Order updates that are posted to your address" },
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
      ...(operation.isDataApi ? { security: [{ accessToken: [], clientId: [] }] } : {}),
      "x-rate-limit": { perSecond, perDay },
      header: headerParameters(operation),
      "x-codeSamples": codeSamples(operation),
      ...(operation.body === undefined ? {} : { bodyExample: displayedExample(operation).body }),
      responses: {
        [String(operation.status)]: {
          description: "Done",
          headers: responseHeaders(operation),
          content: answerContent(operation),
        },
        ...refusals(operation),
      },
    };
  });
}

/**
 * Returns samples with the official clients, in Redocly's `x-codeSamples`. Tools that read this extension generate curl
 * samples themselves. Unlike the documentation's complete programs, these samples assume an existing client and print
 * nothing.
 */
function codeSamples(operation: TradingOperation) {
  const { typescript, python } = operationSamples(operation);
  return [
    {
      lang: "TypeScript",
      source: typescript
        .replace(/^import[^\n]*\n\n(const \{ BASE_URL[^\n]*\n[^\n]*\n\n)?/, "")
        .replace("\nconsole.log(JSON.stringify(answer, null, 2));", ""),
    },
    {
      lang: "Python",
      source: python
        .replace("import os\n", "")
        .replace(/, TradingClient|TradingClient, /, "")
        .replace(/, to_json|to_json, /, "")
        .replace(/^from trading_api_client import (?:TradingClient|to_json)\n/m, "")
        .replace(/\n?with TradingClient[^\n]*\n/, "")
        .replace("\n    print(to_json(answer))", "")
        .replace(/^ {4}/gm, ""),
    },
  ];
}

/**
 * Returns the error responses by status: the operation's own codes, and the responses of the servers in front of the
 * API.
 */
function refusals(operation: TradingOperation): ZodOpenApiResponsesObject {
  const known = [...TRADING_ERRORS, ...DATA_ERRORS];
  const statusOf = (code: string) => known.find((one) => one.code === code)?.status ?? 400;
  const { own, common } = groupOperationFaults(operation);
  const statuses = new Set([
    ...[...own, ...common].map(({ code }) => statusOf(code)),
    ...frontStatuses(operation.body !== undefined),
  ]);
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => {
        const causes = own.filter(({ code }) => statusOf(code) === status);
        // Codes that every operation can return are listed without a cause, because the shared response states it.
        const also = common.filter(({ code }) => statusOf(code) === status).map(({ code }) => code);
        const description =
          causes.length === 0
            ? null
            : [...causes.map(({ code, cause }) => `${code}: ${cause}`), ...also].join("\n");
        return [String(status), sharedResponse(status, operation.isDataApi === true, description)];
      }),
  );
}

function answerContent(operation: TradingOperation) {
  if (operation.answer === "csv")
    return { "text/csv": { schema: { type: "string" as const }, example: CSV_EXAMPLE } };
  const recorded = findRecordedCall(operation);
  return {
    "application/json": {
      schema: operation.answer,
      ...(recorded === null ? {} : { example: recorded.answer }),
    },
  };
}

/** Returns the OpenAPI webhooks: requests that the sandbox sends to an account's postback URL. */
function webhooks({ hasSandbox }: ApiPlace): ZodOpenApiPathsObject {
  const signed = POSTBACK_HEADERS.filter(([name]) => hasSandbox && name !== "Content-Type");
  return {
    orderChanged: {
      post: {
        operationId: "receivePostback",
        summary: "A change of an order",
        description: hasSandbox
          ? "Sent for each change of an order that was placed with the trading API. Verify the signature, respond with 2xx within five seconds and process the update afterwards. Failed deliveries are retried for 24 hours."
          : "Sent for each change of an order that was placed with the trading API. Respond with 2xx within five seconds and process the update afterwards.",
        tags: ["postback"],
        security: [],
        requestParams: {
          header: z.object(
            Object.fromEntries(
              signed.map(([name, description, example]) => [name, z.string().meta({ description, example })]),
            ),
          ),
        },
        requestBody: {
          required: true,
          content: { "application/json": { schema: postbackSchema, example: buildExample(postbackSchema) } },
        },
        responses: {
          "2XX": { description: "The delivery is accepted; the response body is ignored" },
          "4XX": { description: "Any other status is a failure: the delivery is retried" },
        },
      },
    },
  };
}

/** Returns the paths of calls with other base addresses. Calls that the provider does not offer are omitted. */
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

const PAGE_EXAMPLE = '<!doctype html><html lang="en"><title>Authorise My first app</title>…</html>';
const page = (description: string) => ({
  description,
  content: { "text/html": { schema: z.string(), example: PAGE_EXAMPLE } },
});

function accessResponses({ summary, answer, refusals: refused, htmlRefusals = {} }: AccessOperation) {
  const done =
    answer === "page"
      ? { "200": page("The login page") }
      : answer === "redirect"
        ? {
            "302": {
              description: "Redirects to the login page",
              headers: {
                Location: {
                  description: "The login page",
                  schema: { type: "string" as const },
                  example: "/sandbox/auth/consent-login?consentId=0f9b6c1e-6a0b-4a53-9f0e-2f2f6c6f1b1d",
                },
              },
            },
            default: page("The login page, for clients that follow the redirect"),
          }
        : { "200": { description: summary, content: accessContent(answer) } };
  const responses: ZodOpenApiResponsesObject = { ...done };
  for (const [status, description] of Object.entries({ ...refused, 404: frontDescription(404) }))
    if (!Object.hasOwn(htmlRefusals, status))
      responses[status as "404"] = sharedResponse(Number(status), false, description);
  for (const [status, description] of Object.entries(htmlRefusals))
    responses[status as "404"] = page(description);
  // An unknown path below the sign-in addresses returns JSON instead of an HTML page.
  const closed = htmlRefusals[404] === undefined ? null : page(htmlRefusals[404]);
  if (closed !== null)
    responses["404"] = {
      ...closed,
      content: {
        ...closed.content,
        "application/json": {
          schema: tradingFaultSchema,
          example: { errorType: "Input_Exception", errorCode: "DH-905", errorMessage: frontDescription(404) },
        },
      },
    };
  return responses;
}

function accessContent(answer: z.ZodType | "csv") {
  return answer === "csv"
    ? { "text/csv": { schema: z.string(), example: CSV_EXAMPLE } }
    : { "application/json": { schema: answer, example: buildExample(answer) } };
}
