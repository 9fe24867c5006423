// Error messages of request schemas for the developer: the field, the error, and the accepted values.
import type { z } from "zod";
import type { FieldFault } from "../../refusal.ts";

type RawIssue = z.core.$ZodRawIssue;

const FAULTS_MAX = 20;

/** Message for a field that is not part of the operation. */
export const UNKNOWN_FIELD = "unknown field";

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
const kind = (name: string) => KINDS[name] ?? name;
const number = (value: number | bigint) => value.toLocaleString("en-IN");

/** Zod calls this function for each issue without a message; `undefined` selects Zod's default message. */
export function issueMessage(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `missing, ${kind(issue.expected)} is expected`
        : `${kind(issue.expected)} is expected, not ${describeValue(issue.input)}`;
    case "invalid_value":
      return issue.input === undefined
        ? `missing, expected ${listed(issue.values)}`
        : `expected ${listed(issue.values)}`;
    case "invalid_format":
      return issue.format === "date" ? "a date is expected, YYYY-MM-DD" : undefined;
    case "too_small":
      return `${formatSize(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum)}`;
    case "too_big":
      return `${formatSize(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum)}`;
    case "not_multiple_of":
      return `a multiple of ${issue.divisor} is expected`;
    case "unrecognized_keys":
      return UNKNOWN_FIELD;
    case "invalid_union":
      return "the value is not allowed";
    default:
      return undefined;
  }
}

function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return Number.isInteger(value) ? "a whole number" : "a number with decimals";
  return kind(typeof value);
}

function listed(values: readonly unknown[]): string {
  const texts = values.map(String);
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}

function formatSize(origin: string, bound: string, size: number | bigint): string {
  if (origin === "string") return `${bound} ${number(size)} characters are expected`;
  if (origin === "array" || origin === "set" || origin === "record")
    return `${bound} ${number(size)} entries are expected`;
  return `${bound} ${number(size)} is expected`;
}

/**
 * Converts issues to at most one error per field, in the order of the schema. An error of the complete body has the
 * field `body`.
 */
export function listFieldFaults(issues: readonly z.core.$ZodIssue[]): FieldFault[] {
  const faults = issues.flatMap((issue): FieldFault[] => {
    const path = issue.path.map(String);
    const fields = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
    return fields.map((parts) => ({
      field: parts.length === 0 ? "body" : parts.join("."),
      message: issue.message.replace(/\.$/, ""),
    }));
  });
  const seen = new Set<string>();
  return faults.filter(({ field }) => !seen.has(field) && seen.add(field)).slice(0, FAULTS_MAX);
}
