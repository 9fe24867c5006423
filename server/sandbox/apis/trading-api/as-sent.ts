// Request schemas that accept what real clients send: numbers as text, ids as numbers, empty text and null for missing
// values. The contract's schemas remain strict, because responses and documents use the same fields. A preprocessor is
// added here to each.
import { z } from "zod";

type Read = (value: unknown) => unknown;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const same: Read = (value) => value;
const unlessEmpty: Read = (value) => (value === null || value === "" ? undefined : value);
const asNumber: Read = (value) => (typeof value === "string" && DECIMAL.test(value) ? Number(value) : value);
const asText: Read = (value) => (typeof value === "number" && Number.isFinite(value) ? String(value) : value);
const asFlag: Read = (value) => (value === "true" ? true : value === "false" ? false : value);

/** Adds a preprocessor to a schema, derived from the schema itself. */
export const asSent = (schema: z.ZodType): z.ZodType => z.preprocess(readerOf(schema), schema);

function readerOf(schema: z.ZodType): Read {
  const read = filledReaderOf(schema);
  return (value) => (value === null || value === "" ? undefined : read(value));
}

/** Removes null and empty text from a value. */
function filledReaderOf(schema: z.ZodType): Read {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  )
    return readerOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodObject) return objectReader(schema.shape);
  if (schema instanceof z.ZodArray) {
    const readOne = readerOf(schema.element as z.ZodType);
    return (value) => (Array.isArray(value) ? value.map(readOne) : value);
  }
  if (schema instanceof z.ZodUnion) return areNumbers(schema.options as z.ZodType[]) ? asNumber : same;
  return { number: asNumber, string: asText, boolean: asFlag }[schema.type as string] ?? same;
}

function objectReader(shape: Record<string, z.ZodType>): Read {
  const readers = new Map(Object.entries(shape).map(([name, field]) => [name, readerOf(field)]));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => {
        const read = (readers.get(name) ?? unlessEmpty)(one);
        return read === undefined ? [] : [[name, read]];
      }),
    );
  };
}

const areNumbers = (options: readonly z.ZodType[]) =>
  options.every((option) => option instanceof z.ZodLiteral && typeof option.value === "number");
