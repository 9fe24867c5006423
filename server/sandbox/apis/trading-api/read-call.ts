// Parses a request by its operation's schemas: path, query and body. Accepts what real clients send: numbers as text,
// ids as numbers, and empty text or null for missing values. The contract's schemas remain strict, because responses and
// documents share their fields. So each request schema gets a preprocessor here.
import { closest, distance } from "fastest-levenshtein";
import type { Context } from "hono";
import { z } from "zod";
import { findNotServedField } from "../../../../app/contract/trading-api/not-served.ts";
import type { TradingOperation } from "../../../../app/contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../../../../app/contract/trading-api/operations.ts";
import { parseJson } from "../../../../app/domain/parse-json.ts";
import type { FieldFault } from "../../refusal.ts";
import { ApiFault, formerProductFault } from "./fault.ts";
import type { Caller } from "./handler-context.ts";
import { issueMessage, listFieldFaults, UNKNOWN_FIELD } from "./issue-messages.ts";

/** Input of a handler of any operation. The type `Call` has the types of a specific operation. */
export type AnyCall = Caller & { path: unknown; query: unknown; body: unknown };

/** Parses a call. Throws ApiFault for input that the schemas reject. */
export async function readCall(context: Context, operation: TradingOperation, who: Caller): Promise<AnyCall> {
  const query = { ...context.req.query() };
  // The provider reads this value from the query, but one page of its documentation describes a header. Both are
  // accepted.
  const header = context.req.header("killswitchstatus");
  if (
    operation.operationId === "setKillSwitch" &&
    query.killSwitchStatus === undefined &&
    header !== undefined
  )
    query.killSwitchStatus = header;
  const body = operation.body === undefined ? undefined : await readBody(context);
  checkServed(operation, [context.req.param(), body]);
  const parts = [
    read(operation.pathParameters, context.req.param()),
    read(operation.query, query),
    read(operation.body, removeIgnoredFields(operation, body)),
  ] as const;
  // One response lists all errors.
  const issues = [
    ...parts.flatMap(({ error }) => error?.issues ?? []),
    ...foreignClient(body, who.client.id),
  ];
  if (issues.length > 0) throw validationFault(operation, issues);
  const [path, queryResult, sent] = parts;
  return { ...who, path: path.data, query: queryResult.data, body: sent.data };
}

/** Throws ApiFault for a segment or product that the specification contains and the sandbox does not support. */
function checkServed({ limit }: TradingOperation, sent: readonly unknown[]): void {
  for (const values of sent) {
    const found = findNotServedField(values);
    if (found === null) continue;
    const { part, field, value } = found;
    if (part === "products") throw formerProductFault(field);
    const message = `${value} is not supported; the sandbox has no currency or commodity contracts`;
    const isOfData = limit === "data" || limit === "quote";
    // In a request for quotes, the segments are the field names.
    const sentence = field === value ? `${message}.` : `${field}: ${message}.`;
    throw new ApiFault(isOfData ? "DH-907" : "DH-903", sentence, {
      errors: [{ field, message }],
      notServed: part,
    });
  }
}

async function readBody(context: Context): Promise<unknown> {
  const body = parseJson(await context.req.text().catch(() => ""));
  if (body === undefined) {
    const type = context.req.header("content-type") ?? "application/json";
    const isJson = /\bjson\b/.test(type);
    throw new ApiFault(
      "DH-905",
      isJson ? "The body must be JSON." : "Send JSON with Content-Type: application/json.",
      isJson ? {} : { status: 415 },
    );
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ApiFault("DH-905", "The body must be a JSON object.");
  return body;
}

/**
 * Returns the body without known fields that the operation ignores. For example, clients add their id to every body.
 */
function removeIgnoredFields({ body: schema, unread = [] }: TradingOperation, body: unknown): unknown {
  if (schema === undefined || body === undefined) return body;
  const known = listFieldNames(schema);
  const isDropped = (name: string) => !known.has(name) && (name === "dhanClientId" || unread.includes(name));
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => !isDropped(name)));
}

/**
 * Returns an issue if the body contains another client id than the token's. Otherwise an order could reach the wrong
 * account.
 */
function foreignClient(body: unknown, clientId: string): z.core.$ZodIssue[] {
  const { dhanClientId = null } = (body ?? {}) as { dhanClientId?: unknown };
  const isOwn = dhanClientId === null || dhanClientId === "" || String(dhanClientId) === clientId;
  return isOwn
    ? []
    : [
        {
          code: "custom",
          path: ["dhanClientId"],
          input: dhanClientId,
          message: "not the client that the access token belongs to",
        },
      ];
}

function read(schema: z.ZodType | undefined, value: unknown) {
  if (schema === undefined) return { data: undefined, error: undefined };
  return (REQUEST_SCHEMAS.get(schema) ?? schema).safeParse(value ?? {}, { error: issueMessage });
}

function validationFault(operation: TradingOperation, issues: readonly z.core.$ZodIssue[]): ApiFault {
  const { body } = operation;
  const errors = listFieldFaults(issues).map((fault) =>
    body === undefined ? fault : withSuggestion(fault, body),
  );
  return new ApiFault(
    errorCode(operation, issues),
    errors
      .map(({ field, message }) => (field === "body" ? `${message}.` : `${field}: ${message}.`))
      .join(" "),
    { errors },
  );
}

/** Returns the code of the first error: its specific code if it has one, otherwise the code of invalid input. */
function errorCode({ fieldErrorCodes = {} }: TradingOperation, [issue]: readonly z.core.$ZodIssue[]): string {
  if (issue?.code === "custom" && typeof issue.params?.faultCode === "string") return issue.params.faultCode;
  const field = String(issue?.path[0] ?? "");
  return (issue?.code === "invalid_format" ? fieldErrorCodes[field] : undefined) ?? "DH-905";
}

type Preprocess = (value: unknown) => unknown;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const unchanged: Preprocess = (value) => value;
const emptyToUndefined: Preprocess = (value) => (value === null || value === "" ? undefined : value);
const toNumber: Preprocess = (value) =>
  typeof value === "string" && DECIMAL.test(value) ? Number(value) : value;
/** A larger whole number was rounded by the JSON parser. An id in it would be another id than the sent one. */
const isExact = (value: number) =>
  Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
const toText: Preprocess = (value) => (typeof value === "number" && isExact(value) ? String(value) : value);
const toBoolean: Preprocess = (value) => (value === "true" ? true : value === "false" ? false : value);

/** Adds a preprocessor to a schema, derived from the schema itself. */
export const withPreprocessor = (schema: z.ZodType): z.ZodType =>
  z.preprocess(createPreprocessor(schema), schema);

function createPreprocessor(schema: z.ZodType): Preprocess {
  const read = createValuePreprocessor(schema);
  return (value) => (value === null || value === "" ? undefined : read(value));
}

/** Returns the preprocessor of a value that is neither null nor empty text. */
function createValuePreprocessor(schema: z.ZodType): Preprocess {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  )
    return createPreprocessor(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodObject) return objectPreprocessor(schema.shape);
  if (schema instanceof z.ZodArray) {
    const readOne = createPreprocessor(schema.element as z.ZodType);
    return (value) => (Array.isArray(value) ? value.map(readOne) : value);
  }
  if (schema instanceof z.ZodUnion) return areNumbers(schema.options as z.ZodType[]) ? toNumber : unchanged;
  return { number: toNumber, string: toText, boolean: toBoolean }[schema.type as string] ?? unchanged;
}

function objectPreprocessor(shape: Record<string, z.ZodType>): Preprocess {
  const readers = new Map(Object.entries(shape).map(([name, field]) => [name, createPreprocessor(field)]));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => {
        const read = (readers.get(name) ?? emptyToUndefined)(one);
        return read === undefined ? [] : [[name, read]];
      }),
    );
  };
}

const areNumbers = (options: readonly z.ZodType[]) =>
  options.every((option) => option instanceof z.ZodLiteral && typeof option.value === "number");

/** The contract's request schemas, each with its preprocessor. */
const REQUEST_SCHEMAS = new Map(
  (TRADING_OPERATION_LIST as readonly TradingOperation[])
    .flatMap(({ pathParameters, query, body }) => [pathParameters, query, body])
    .flatMap((schema) => (schema === undefined ? [] : [[schema as z.ZodType, withPreprocessor(schema)]])),
);

/** Maximum edit distance of a misspelling. */
const SPELLING_EDITS_MAX = 3;

const known = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** Returns the names of all fields of a schema, including those of nested objects. */
function listFieldNames(schema: z.ZodType): ReadonlySet<string> {
  let names = known.get(schema);
  if (names === undefined) {
    names = new Set(collect(schema));
    known.set(schema, names);
  }
  return names;
}

function collect(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => [
      name,
      ...collect(field),
    ]);
  if (schema instanceof z.ZodArray) return collect(schema.element as z.ZodType);
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(collect);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return collect(schema.unwrap() as z.ZodType);
  return [];
}

/** Adds the closest known name to the error of an unknown field. */
function withSuggestion(fault: FieldFault, schema: z.ZodType): FieldFault {
  if (fault.message !== UNKNOWN_FIELD) return fault;
  const name = fault.field.split(".").at(-1) ?? "";
  const names = [...listFieldNames(schema)];
  if (names.length === 0) return fault;
  const nearest = closest(name, names);
  return distance(name, nearest) > SPELLING_EDITS_MAX
    ? fault
    : { ...fault, message: `${UNKNOWN_FIELD} (did you mean ${nearest}?)` };
}
