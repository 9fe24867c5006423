// Headers and error responses that all operations of the OpenAPI document share, as components, with an example per
// error code.
import type { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { ANSWER_HEADERS, type ApiHeader } from "../contract/trading-api/headers.ts";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import {
  codeAnchor,
  DATA_ERRORS,
  dataFaultSchema,
  TRADING_ERRORS,
  tradingFaultSchema,
} from "../contract/trading-api/operations.ts";
import { describeSchema, type Json } from "./json-schema.ts";

const NAMES: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  413: "BodyTooLarge",
  415: "NotJson",
  429: "TooManyRequests",
  500: "ServerError",
  503: "Unavailable",
  504: "GatewayTimeout",
};
/** Error responses of the servers in front of the API. For every operation they have the format of the trading APIs. */
const FRONT_RESPONSES: Readonly<Record<number, { description: string; message: string }>> = {
  404: { description: "Unknown operation", message: "Unknown operation: GET /nothing." },
  405: {
    description: "The path does not support this method",
    message: "The method of /fundlimit must be GET, not DELETE.",
  },
  413: {
    description: "The body is larger than 64 KiB",
    message: "The body is too large. The limit is 65536 bytes.",
  },
  503: {
    description: "The API is starting, stopping or overloaded; Retry-After contains the delay",
    message: "The API is starting. Try again in a second.",
  },
};
const NOT_JSON = {
  description: "The body is not JSON",
  message: "Send JSON with Content-Type: application/json.",
};
const HAS_RETRY_AFTER = new Set([429, 503]);

export const SHARED_HEADERS = Object.fromEntries(
  ANSWER_HEADERS.map(({ name, description, isNumber, example }) => [
    name,
    {
      description,
      schema: isNumber ? { type: "integer" as const } : { type: "string" as const },
      example: isNumber ? Number(example) : example,
    },
  ]),
);
const headerReferences = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
const listResponseHeaders = (isSent: (header: ApiHeader) => boolean): string[] =>
  ANSWER_HEADERS.filter((header) => header.name !== "Retry-After" && isSent(header)).map(({ name }) => name);
const COMMON_HEADERS = listResponseHeaders(({ isOf }) => isOf === undefined);
/** Returns references to the response headers of an operation. */
export const responseHeaders = (operation: TradingOperation) =>
  headerReferences(listResponseHeaders(({ isOf }) => isOf === undefined || isOf(operation)));

/** An error code. Codes of the data APIs have no type. */
type DocumentedError = { code: string; type?: string; status: number; cause: string };
type Family = "Trading" | "Data";
const errorFamily = (isDataApi: boolean): Family => (isDataApi ? "Data" : "Trading");

/** Component name of an error response. */
const responseComponentName = (status: number, isDataApi: boolean): string =>
  `${status in FRONT_RESPONSES ? "" : errorFamily(isDataApi)}${NAMES[status] ?? status}`;

/**
 * Returns a reference to the shared response of a status. `description` states when the operation returns this status;
 * null uses the shared description.
 */
export function sharedResponse(status: number, isDataApi: boolean, description: string | null) {
  const name = responseComponentName(status, isDataApi);
  return {
    $ref: `#/components/responses/${name}`,
    ...(description === null || SHARED_DESCRIPTIONS.get(name) === description ? {} : { description }),
  };
}

const describeErrors = (errors: readonly DocumentedError[]): string =>
  errors.map(({ code, cause }) => `${code}: ${cause}`).join("\n");

/** Returns the statuses that the servers in front of the API can return for an operation. */
export const frontStatuses = (hasBody: boolean): number[] =>
  hasBody ? [...Object.keys(FRONT_RESPONSES).map(Number), 415] : [404, 405, 503];
export const frontDescription = (status: number): string => (FRONT_RESPONSES[status] ?? NOT_JSON).description;

function inputError(isDataApi: boolean): DocumentedError {
  const found = isDataApi
    ? DATA_ERRORS.find(({ code }) => code === "814")
    : TRADING_ERRORS.find(({ code }) => code === "DH-905");
  if (found === undefined) throw new Error("the contract has no code for wrong input");
  return found;
}

type SharedResponse = {
  status: number;
  isDataApi: boolean;
  description: string;
  errors: readonly DocumentedError[];
};

function listShared(): SharedResponse[] {
  const own = [false, true].flatMap((isDataApi): SharedResponse[] => {
    const known: readonly DocumentedError[] = isDataApi ? DATA_ERRORS : TRADING_ERRORS;
    const statuses = [...new Set(known.map(({ status }) => status))].filter(
      (status) => !(status in FRONT_RESPONSES),
    );
    return [
      ...statuses.map((status) => {
        const errors = known.filter((one) => one.status === status);
        return { status, isDataApi, description: describeErrors(errors), errors };
      }),
      {
        status: 415,
        isDataApi,
        description: NOT_JSON.description,
        errors: [{ ...inputError(isDataApi), cause: NOT_JSON.message }],
      },
    ];
  });
  const inFront = Object.entries(FRONT_RESPONSES).map(
    ([status, { description, message }]): SharedResponse => ({
      status: Number(status),
      isDataApi: false,
      description,
      errors: [{ ...inputError(false), cause: message }],
    }),
  );
  return [...own, ...inFront];
}

const SHARED = listShared();
const SHARED_DESCRIPTIONS = new Map(
  SHARED.map(({ status, isDataApi, description }) => [responseComponentName(status, isDataApi), description]),
);

/** Returns all shared responses by name. `origin` is the site's address, for links to the error codes. */
export const sharedResponses = (origin: string): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    SHARED.map((one) => [responseComponentName(one.status, one.isDataApi), response(one, origin)]),
  );

function response(
  { status, description, isDataApi, errors }: SharedResponse,
  origin: string,
): ZodOpenApiResponseObject {
  return {
    description,
    headers: headerReferences(
      HAS_RETRY_AFTER.has(status) ? [...COMMON_HEADERS, "Retry-After"] : COMMON_HEADERS,
    ),
    content: {
      "application/json": {
        schema: isDataApi ? dataFaultSchema : tradingFaultSchema,
        examples: Object.fromEntries(
          errors.map((one) => [
            one.code,
            { summary: one.cause, value: faultExample(one, isDataApi, origin) },
          ]),
        ),
      },
    },
  };
}

function faultExample({ code, type, cause }: DocumentedError, isDataApi: boolean, origin: string): object {
  const documentation = `${origin}/docs/v2/errors#${codeAnchor(code)}`;
  return isDataApi
    ? { data: { [code]: cause }, status: "failed", documentation }
    : { errorType: type, errorCode: code, errorMessage: cause, documentation };
}

/** Builds an example of a schema from the examples of its fields. */
export function buildExample(schema: z.ZodType): unknown {
  const { json, resolve } = describeSchema(schema, "output");
  const exampleIn = (given: Json): unknown => {
    const one = resolve(given);
    if (one.example !== undefined) return one.example;
    if (one.const !== undefined) return one.const;
    if (one.enum !== undefined) return one.enum[0];
    const [first] = one.anyOf ?? [];
    if (first !== undefined) return exampleIn(first);
    if (one.properties !== undefined)
      return Object.fromEntries(
        Object.entries(one.properties).map(([name, field]) => [name, exampleIn(field)]),
      );
    if (one.items !== undefined) return [exampleIn(one.items)];
    return one.type === "boolean" ? true : one.type === "number" || one.type === "integer" ? 1 : "…";
  };
  return exampleIn(json);
}
