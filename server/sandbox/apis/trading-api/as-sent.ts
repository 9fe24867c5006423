// Makes request schemas accept what real clients send: numbers as text, ids as numbers, and empty text or null for
// missing values. The contract's schemas remain strict, because responses and documents share their fields. So each
// request schema gets a preprocessor here.
import { z } from "zod";

type Preprocess = (value: unknown) => unknown;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const unchanged: Preprocess = (value) => value;
const withoutEmpty: Preprocess = (value) => (value === null || value === "" ? undefined : value);
const asNumber: Preprocess = (value) =>
  typeof value === "string" && DECIMAL.test(value) ? Number(value) : value;
const asText: Preprocess = (value) =>
  typeof value === "number" && Number.isFinite(value) ? String(value) : value;
const asFlag: Preprocess = (value) => (value === "true" ? true : value === "false" ? false : value);

/** Adds a preprocessor to a schema, derived from the schema itself. */
export const withPreprocessor = (schema: z.ZodType): z.ZodType =>
  z.preprocess(preprocessorOf(schema), schema);

function preprocessorOf(schema: z.ZodType): Preprocess {
  const read = valuePreprocessorOf(schema);
  return (value) => (value === null || value === "" ? undefined : read(value));
}

/** Returns the preprocessor of a value that is neither null nor empty text. */
function valuePreprocessorOf(schema: z.ZodType): Preprocess {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  )
    return preprocessorOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodObject) return objectPreprocessor(schema.shape);
  if (schema instanceof z.ZodArray) {
    const readOne = preprocessorOf(schema.element as z.ZodType);
    return (value) => (Array.isArray(value) ? value.map(readOne) : value);
  }
  if (schema instanceof z.ZodUnion) return areNumbers(schema.options as z.ZodType[]) ? asNumber : unchanged;
  return { number: asNumber, string: asText, boolean: asFlag }[schema.type as string] ?? unchanged;
}

function objectPreprocessor(shape: Record<string, z.ZodType>): Preprocess {
  const readers = new Map(Object.entries(shape).map(([name, field]) => [name, preprocessorOf(field)]));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => {
        const read = (readers.get(name) ?? withoutEmpty)(one);
        return read === undefined ? [] : [[name, read]];
      }),
    );
  };
}

const areNumbers = (options: readonly z.ZodType[]) =>
  options.every((option) => option instanceof z.ZodLiteral && typeof option.value === "number");
