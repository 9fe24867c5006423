// Converts the fields of a schema to rows of a table: name, type, whether required, and accepted values.
import type { z } from "zod";
import { LOCALE } from "../format/locale.ts";
import { type DescribedSchema, describeSchema, type Json, listChoices } from "./json-schema.ts";

export type FieldRow = {
  name: string;
  type: string;
  required: boolean;
  /** Description from the contract; empty if there is none. */
  description: string;
  /** Allowed values; empty if any value of the type is allowed. */
  choices: string[];
  /** Bounds of a number, a text or a list; empty if there are none. */
  limits: string;
  example: string;
  /** Description, values, limits and an example in one sentence. */
  what: string;
};

/** zod writes this bound for integers without a limit. */
const ANY = Number.MAX_SAFE_INTEGER;
const DEPTH_MAX = 5;

export function listFields(schema: z.ZodType): FieldRow[] {
  const { json, resolve } = describeSchema(schema);
  return listFieldRows(json, "", resolve, 0);
}

function listFieldRows(
  schema: Json,
  prefix: string,
  resolve: DescribedSchema["resolve"],
  depth: number,
): FieldRow[] {
  const json = resolve(schema);
  if (depth > DEPTH_MAX) return [];
  if (json.type === "array" && json.items !== undefined)
    return listFieldRows(json.items, `${prefix}[]`, resolve, depth);
  if (json.properties === undefined) {
    if (typeof json.additionalProperties === "object")
      return listFieldRows(
        json.additionalProperties,
        `${prefix === "" ? "" : `${prefix}.`}{key}`,
        resolve,
        depth + 1,
      );
    const real = json.anyOf?.map(resolve).find((one) => one.properties !== undefined);
    return real === undefined ? [] : listFieldRows(real, prefix, resolve, depth);
  }
  return Object.entries(json.properties).flatMap(([name, value]) => {
    const field = resolve(value);
    const full = prefix === "" ? name : `${prefix}.${name}`;
    const row: FieldRow = {
      name: full,
      type: formatType(field, resolve),
      required: json.required?.includes(name) ?? false,
      description: field.description ?? "",
      choices: formatChoices(field, resolve),
      limits: formatLimits(field),
      example: formatExample(field),
      what: describeValues(field, resolve),
    };
    return [row, ...listFieldRows(field, full, resolve, depth + 1)];
  });
}

function formatType(schema: Json, resolve: DescribedSchema["resolve"]): string {
  const json = resolve(schema);
  if (json.anyOf !== undefined)
    return [...new Set(json.anyOf.map((one) => formatType(one, resolve)))].join(" or ");
  if (json.const !== undefined) return typeof json.const === "number" ? "integer" : "string";
  if (json.enum !== undefined) return typeof json.enum[0] === "number" ? "integer" : "enum";
  if (json.type === "array")
    return `array of ${json.items === undefined ? "anything" : formatType(json.items, resolve)}`;
  return Array.isArray(json.type) ? json.type.join(" or ") : (json.type ?? "object");
}

/** Returns the allowed values of a field, or of a list's items. */
function formatChoices(json: Json, resolve: DescribedSchema["resolve"]): string[] {
  const inner = json.type === "array" && json.items !== undefined ? resolve(json.items) : json;
  return (listChoices(inner, resolve) ?? []).map(String);
}

function formatExample({ example }: Json): string {
  return Array.isArray(example) ? example.join(", ") : String(example ?? "");
}

function describeValues(json: Json, resolve: DescribedSchema["resolve"]): string {
  const choices = formatChoices(json, resolve);
  const description = json.description ?? "";
  // Values that the description mentions are not listed again.
  const isAnnounced = choices.every((choice) => new RegExp(`\\b${choice}\\b`).test(description));
  const example = formatExample(json);
  return [
    description,
    isAnnounced ? "" : choices.join(", "),
    formatLimits(json),
    example === "" ? "" : `Example: ${example}`,
  ]
    .filter((part) => part !== "")
    .map((part) => part.replace(/[.;]$/, ""))
    .join(". ");
}

const number = (value: number) => value.toLocaleString(LOCALE);

function formatLimits({ type, minimum, maximum, exclusiveMinimum, minItems, maxItems, items }: Json): string {
  if (type === "integer" || type === "number")
    return [
      exclusiveMinimum !== undefined && exclusiveMinimum >= 0 ? `Above ${number(exclusiveMinimum)}` : "",
      minimum !== undefined && minimum > -ANY ? `From ${number(minimum)}` : "",
      maximum !== undefined && maximum < ANY ? `up to ${number(maximum)}` : "",
    ]
      .filter((part) => part !== "")
      .join(", ");
  if (type !== "array" || items === undefined || (minItems === undefined && maxItems === undefined))
    return "";
  return minItems === maxItems
    ? `${minItems} of them`
    : maxItems === undefined
      ? `At least ${minItems} of them`
      : `${minItems ?? 0} to ${maxItems} of them`;
}
