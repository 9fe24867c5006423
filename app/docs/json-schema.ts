// Reads the JSON Schema that zod generates, for all form fields, tables and documents.
import { z } from "zod";

export type Json = {
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
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  additionalProperties?: Json | boolean;
  $ref?: string;
  $defs?: Record<string, Json>;
};

export type DescribedSchema = { json: Json; resolve: (one: Json) => Json };

/**
 * Returns the JSON Schema of a request (or of a response) and a function that resolves its references. A description
 * next to a reference overrides that of the referenced schema.
 */
export function describeSchema(schema: z.ZodType, io: "input" | "output" = "input"): DescribedSchema {
  const json = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  const resolve = (one: Json): Json => {
    const name = one.$ref?.split("/").at(-1);
    return name === undefined ? one : { ...json.$defs?.[name], ...one };
  };
  return { json: resolve(json), resolve };
}

/** Returns the allowed values. Null for a field without a fixed set of values. */
export function listChoices(json: Json, resolve: DescribedSchema["resolve"]): unknown[] | null {
  if (json.enum !== undefined) return json.enum;
  if (json.const !== undefined) return [json.const];
  const parts = (json.anyOf ?? []).map(resolve).filter(({ type }) => type !== "null");
  const choices = parts.flatMap((one) => listChoices(one, resolve) ?? []);
  return choices.length === 0 ? null : choices;
}

/** Returns a schema with all references resolved, because AsyncAPI documents do not support definitions. */
export function draft7(schema: z.ZodType): unknown {
  const { definitions = {}, ...json } = z.toJSONSchema(schema, {
    target: "draft-7",
    unrepresentable: "any",
  }) as { definitions?: Record<string, object> };
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...own } = value as { $ref?: string };
    const named = typeof $ref === "string" ? definitions[$ref.split("/").at(-1) ?? ""] : {};
    const { $id: _, ...parts } = { ...named, ...own } as Record<string, unknown>;
    return Object.fromEntries(Object.entries(parts).map(([name, one]) => [name, filled(one)]));
  };
  return filled(json);
}
