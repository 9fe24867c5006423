// The fields of a schema as rows of a table: name, type, whether it must be there, and what it takes.
import { z } from "zod";

type Json = {
  type?: string | string[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  description?: string;
  example?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  additionalProperties?: Json | boolean;
  $ref?: string;
  $defs?: Record<string, Json>;
};

export type FieldRow = { name: string; type: string; required: boolean; what: string };

/** JSON Schema's largest whole number stands for "any". */
const ANY = Number.MAX_SAFE_INTEGER;
const DEPTH_AT_MOST = 5;

export function fieldsOf(schema: z.ZodType): FieldRow[] {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
  return rowsOf(json, "", json.$defs ?? {}, 0);
}

function resolved(json: Json, definitions: Record<string, Json>): Json {
  const name = json.$ref?.split("/").at(-1);
  return name === undefined ? json : { ...definitions[name], ...json };
}

function rowsOf(given: Json, prefix: string, definitions: Record<string, Json>, depth: number): FieldRow[] {
  const json = resolved(given, definitions);
  if (depth > DEPTH_AT_MOST) return [];
  if (json.type === "array" && json.items !== undefined)
    return rowsOf(json.items, `${prefix}[]`, definitions, depth);
  if (json.properties === undefined) {
    if (typeof json.additionalProperties === "object")
      return rowsOf(
        json.additionalProperties,
        `${prefix === "" ? "" : `${prefix}.`}{key}`,
        definitions,
        depth + 1,
      );
    const real = json.anyOf?.find((one) => resolved(one, definitions).properties !== undefined);
    return real === undefined ? [] : rowsOf(real, prefix, definitions, depth);
  }
  return Object.entries(json.properties).flatMap(([name, value]) => {
    const field = resolved(value, definitions);
    const full = prefix === "" ? name : `${prefix}.${name}`;
    const row: FieldRow = {
      name: full,
      type: typeOf(field, definitions),
      required: json.required?.includes(name) ?? false,
      what: wordsOf(field, definitions),
    };
    return [row, ...rowsOf(field, full, definitions, depth + 1)];
  });
}

function typeOf(given: Json, definitions: Record<string, Json>): string {
  const json = resolved(given, definitions);
  if (json.anyOf !== undefined) {
    const types = [...new Set(json.anyOf.map((one) => typeOf(one, definitions)))];
    return types.join(" or ");
  }
  if (json.const !== undefined) return typeof json.const === "number" ? "integer" : "string";
  if (json.enum !== undefined) return typeof json.enum[0] === "number" ? "integer" : "enum";
  if (json.type === "array")
    return `array of ${json.items === undefined ? "anything" : typeOf(json.items, definitions)}`;
  return Array.isArray(json.type) ? json.type.join(" or ") : (json.type ?? "object");
}

function wordsOf(given: Json, definitions: Record<string, Json>): string {
  const json = resolved(given, definitions);
  const inner = json.type === "array" && json.items !== undefined ? resolved(json.items, definitions) : json;
  const choices =
    inner.enum ??
    (inner.const === undefined ? undefined : [inner.const]) ??
    inner.anyOf?.flatMap(
      (one) => resolved(one, definitions).enum ?? (one.const === undefined ? [] : [one.const]),
    );
  const range =
    json.type === "integer" || json.type === "number"
      ? [
          json.minimum !== undefined && json.minimum > -ANY ? `from ${json.minimum}` : "",
          json.maximum !== undefined && json.maximum < ANY ? `up to ${json.maximum}` : "",
        ]
          .filter((word) => word !== "")
          .join(" ")
      : "";
  const count =
    json.type === "array" && json.maxItems !== undefined
      ? `${json.minItems ?? 0} to ${json.maxItems} of them`
      : "";
  return [
    json.description ?? "",
    choices === undefined || choices.length === 0 ? "" : choices.map(String).join(", "),
    range,
    count,
    json.example === undefined ? "" : `such as ${String(json.example)}`,
  ]
    .filter((word) => word !== "")
    .join("; ");
}
