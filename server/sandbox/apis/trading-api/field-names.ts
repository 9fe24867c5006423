// Field names of a request's schema, and the closest match for a misspelled name.
import { closest, distance } from "fastest-levenshtein";
import { z } from "zod";
import type { FieldFault } from "../../refusal.ts";
import { UNKNOWN_FIELD } from "./issue-messages.ts";

/** Maximum edit distance of a misspelling. */
const EDITS_AT_MOST = 3;

const known = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** Returns the names of all fields of a schema, including those of nested objects. */
export function fieldNamesOf(schema: z.ZodType): ReadonlySet<string> {
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
export function withSuggestion(fault: FieldFault, schema: z.ZodType): FieldFault {
  if (fault.message !== UNKNOWN_FIELD) return fault;
  const name = fault.field.split(".").at(-1) ?? "";
  const names = [...fieldNamesOf(schema)];
  if (names.length === 0) return fault;
  const nearest = closest(name, names);
  return distance(name, nearest) > EDITS_AT_MOST
    ? fault
    : { ...fault, message: `${UNKNOWN_FIELD} (did you mean ${nearest}?)` };
}
