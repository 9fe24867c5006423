// A playground request as a value: parsed from an address or form, and converted to an address or a call. Pure.

import { buildPath, fillExample } from "../contract/trading-api/examples.ts";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../contract/trading-api/operations.ts";
import { parseJson } from "../domain/parse-json.ts";
import { bodyFields, formatFieldValues, parseBody } from "./body-fields.ts";
import { EXAMPLE_VALUES } from "./recorded.ts";

export type PlaygroundDraft = {
  operationId: string;
  path: Record<string, string>;
  query: Record<string, string>;
  /** The request body as the user entered it, or built from the fields. Null for an operation without a body. */
  body: string | null;
  /** Values of the body's fields. Null if the body is entered as JSON. */
  fields: Record<string, string> | null;
  /** Fault to simulate for this call. Null for none. */
  fault: PlaygroundFault | null;
};
export type PlaygroundCall = { method: string; path: string; body: unknown; fault: string | null };

/** Faults that the form offers, with the header value that requests each. */
export const PLAYGROUND_FAULTS = {
  slow: { title: "Slow", header: "slow" },
  timeout: { title: "Timeout", header: "timeout; ms=2000" },
  "rate-limit": { title: "Rate limit", header: "rate-limit" },
  "server-error": { title: "Server error", header: "server-error" },
  "token-expired": { title: "Token expired", header: "token-expired" },
} as const;
export type PlaygroundFault = keyof typeof PLAYGROUND_FAULTS;

const isFault = (name: string | null): name is PlaygroundFault =>
  name !== null && Object.hasOwn(PLAYGROUND_FAULTS, name);

const VALUE_CHARS = 200;
const BODY_CHARS = 20_000;
/**
 * Maximum nesting of a body. Operations need at most three levels; the limit bounds the size of the indented output.
 */
const BODY_DEPTH = 20;

function selectOperation(id: string | null): TradingOperation {
  const [first] = TRADING_OPERATION_LIST;
  const found = TRADING_OPERATION_LIST.find(({ operationId }) => operationId === id) ?? first;
  if (found === undefined) throw new Error("no operations");
  return found;
}

/** Parses a request from parameters. The operation's example supplies missing values. */
export function parseDraft(params: URLSearchParams): PlaygroundDraft {
  const operation = selectOperation(params.get("op"));
  const example = fillExample(operation.example, EXAMPLE_VALUES);
  const pick = (schema: TradingOperation["query"], exampleValues: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.keys(schema?.shape ?? {}).map((name) => [
        name,
        (params.get(`p.${name}`) ?? String(exampleValues[name] ?? "")).slice(0, VALUE_CHARS),
      ]),
    );
  const own = params.has("body") ? null : bodyFields(operation);
  // Empty fields of a submitted form remain empty.
  const isTyped = own?.some(({ name }) => params.has(`b.${name}`)) ?? false;
  const fieldTexts = own === null ? null : formatFieldValues(own, isTyped ? {} : example.body);
  const fields =
    own === null || fieldTexts === null
      ? null
      : Object.fromEntries(
          own.map(({ name }) => [
            name,
            (params.get(`b.${name}`) ?? fieldTexts[name] ?? "").slice(0, VALUE_CHARS),
          ]),
        );
  const fault = params.get("fault");
  return {
    operationId: operation.operationId,
    fields,
    fault: isFault(fault) ? fault : null,
    path: pick(operation.pathParameters, example.path),
    query: pick(operation.query, example.query),
    body:
      operation.body === undefined
        ? null
        : own !== null && fields !== null
          ? JSON.stringify(parseBody(own, fields), null, 2)
          : (params.get("body") ?? JSON.stringify(example.body, null, 2)).slice(0, BODY_CHARS),
  };
}

export function playgroundAddress(draft: PlaygroundDraft): string {
  const params = new URLSearchParams({ op: draft.operationId });
  for (const [name, value] of [...Object.entries(draft.path), ...Object.entries(draft.query)])
    params.set(`p.${name}`, value);
  if (draft.fields !== null)
    for (const [name, value] of Object.entries(draft.fields)) params.set(`b.${name}`, value);
  else if (draft.body !== null) params.set("body", draft.body);
  if (draft.fault !== null) params.set("fault", draft.fault);
  return `/docs/v2/playground?${params}`;
}

/**
 * Returns a link to the same request with the other form of body input: JSON instead of fields, or fields instead of
 * JSON. Null if only one form is possible.
 */
export function otherBodyForm(draft: PlaygroundDraft): { title: string; to: string } | null {
  const own = bodyFields(selectOperation(draft.operationId));
  if (own === null || draft.body === null) return null;
  if (draft.fields !== null)
    return { title: "Edit as JSON", to: playgroundAddress({ ...draft, fields: null }) };
  // Invalid JSON results in empty fields.
  const fields = formatFieldValues(own, parseJson(draft.body) ?? {});
  return { title: "Edit as fields", to: playgroundAddress({ ...draft, fields }) };
}

/** Returns the call, or the invalid field with a message. The sandbox validates everything else. */
export function readDraft(draft: PlaygroundDraft): PlaygroundCall | { field: string; message: string } {
  const operation = selectOperation(draft.operationId);
  for (const [name, value] of Object.entries(draft.path))
    if (value.trim() === "")
      return { field: `field-${name}`, message: `${name} is part of the address. Enter a value.` };
  let body: unknown;
  if (draft.body !== null) {
    try {
      body = JSON.parse(draft.body);
    } catch (fault) {
      return {
        field: "body",
        message: `The body is not JSON: ${fault instanceof Error ? fault.message : "unreadable"}.`,
      };
    }
  }
  if (!isWithin(body, BODY_DEPTH))
    return { field: "body", message: `The body is nested deeper than ${BODY_DEPTH} levels.` };
  return {
    method: operation.method.toUpperCase(),
    path: buildPath(operation.path, draft.path, draft.query),
    body,
    fault: draft.fault === null ? null : PLAYGROUND_FAULTS[draft.fault].header,
  };
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((one) => isWithin(one, depth - 1));
}

/**
 * Gives the example's `correlationId` a unique `suffix`, because the sandbox rejects a repeated id. An id that the
 * user entered remains unchanged.
 */
export function makeCorrelationIdUnique(draft: PlaygroundDraft, suffix: string): PlaygroundDraft {
  const exampleBody = selectOperation(draft.operationId).example.body as
    | { correlationId?: string }
    | undefined;
  if (exampleBody?.correlationId === undefined || draft.body === null) return draft;
  const own = new RegExp(`^${exampleBody.correlationId}(?:-[a-z0-9]{6})?$`);
  const fresh = `${exampleBody.correlationId}-${suffix}`;
  const body = parseJson(draft.body);
  const typed = (body as { correlationId?: unknown } | null)?.correlationId;
  if (typeof typed !== "string" || !own.test(typed)) return draft;
  return {
    ...draft,
    fields: draft.fields === null ? null : { ...draft.fields, correlationId: fresh },
    body: JSON.stringify({ ...(body as object), correlationId: fresh }, null, 2),
  };
}
