// The trading API as an OpenAPI 3.1 document, from the same operations that the sandbox serves.

import { z } from "zod";
import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { fillExample } from "../wire/trading-api/examples.ts";
import type { TradingOperation } from "../wire/trading-api/operation.ts";
import {
  dataFaultSchema,
  RATE_LIMITS,
  TRADING_OPERATION_LIST,
  tradingFaultSchema,
} from "../wire/trading-api/operations.ts";
import answers from "./answers.json";
import { SHOWN_VALUES } from "./operation-section.ts";

export const TRADING_API_VERSION = "2.0.0";
const FAULTS = {
  "400": "The request is not what the call takes, or cannot be carried out",
  "401": "The token is missing, wrong or has ended",
  "403": "No access",
  "429": "More calls than the limit; Retry-After says for how long",
  "500": "The server failed",
} as const;

const limitHeaders = {
  "RateLimit-Limit": { schema: z.string(), description: "Calls a second of this group" },
  "RateLimit-Remaining": { schema: z.string(), description: "How many are left" },
  "RateLimit-Reset": { schema: z.string(), description: "Seconds until there are more" },
  "X-Request-Id": { schema: z.string(), description: "The call's id" },
};

/** `server` is where `/orders` and the others stand below. */
export function tradingOpenApi(server: string) {
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Trading and data API",
      version: TRADING_API_VERSION,
      description:
        "Orders, portfolio, funds and market data. Numbers may come as text and empty text counts as left out. Times are Indian wall clock.",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: server, description: "Sandbox" }],
    tags: [...new Set(TRADING_OPERATION_LIST.map(({ page }) => page))].map((name) => ({ name })),
    security: [{ accessToken: [] }],
    components: {
      securitySchemes: {
        accessToken: { type: "apiKey", in: "header", name: "access-token" },
        clientId: { type: "apiKey", in: "header", name: "client-id" },
      },
    },
    paths: paths(),
  });
}

function paths(): ZodOpenApiPathsObject {
  const all: ZodOpenApiPathsObject = {};
  const recorded: Record<string, unknown> = answers;
  for (const operation of TRADING_OPERATION_LIST) {
    const { perSecond, perDay } = RATE_LIMITS[operation.limit];
    const fault = operation.isData ? dataFaultSchema : tradingFaultSchema;
    const example = fillExample(operation.example, SHOWN_VALUES);
    all[operation.path] = {
      ...all[operation.path],
      [operation.method]: {
        operationId: operation.operationId,
        summary: operation.summary,
        description: operation.purpose,
        tags: [operation.page],
        ...(operation.isData ? { security: [{ accessToken: [], clientId: [] }] } : {}),
        "x-rate-limit": { perSecond, perDay },
        requestParams: {
          ...(operation.pathParameters === undefined ? {} : { path: operation.pathParameters }),
          ...(operation.query === undefined ? {} : { query: operation.query }),
        },
        ...(operation.body === undefined
          ? {}
          : {
              requestBody: {
                required: true,
                content: { "application/json": { schema: operation.body, example: example.body } },
              },
            }),
        responses: {
          [String(operation.status)]: {
            description: operation.summary,
            headers: limitHeaders,
            content: answerContent(operation, recorded[operation.operationId]),
          },
          ...Object.fromEntries(
            Object.entries(FAULTS).map(([status, description]) => [
              status,
              { description, content: { "application/json": { schema: fault } } },
            ]),
          ),
        },
      },
    };
  }
  return all;
}

function answerContent(operation: TradingOperation, example: unknown) {
  return operation.answer === "csv"
    ? { "text/csv": { schema: z.string() } }
    : { "application/json": { schema: operation.answer, ...(example === undefined ? {} : { example }) } };
}
