// Converts a request body to form fields and back, with one field per property of a flat schema. Pure.
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { type DescribedSchema, describeSchema, type Json, listChoices } from "./json-schema.ts";

export type BodyField = {
  name: string;
  kind: "choice" | "number" | "text" | "boolean" | "list";
  choices: string[];
  isRequired: boolean;
  what: string;
};

/** Returns the fields of an operation's body. Null for a nested body, which the form offers only as JSON. */
export function bodyFields({ body }: Pick<TradingOperation, "body">): BodyField[] | null {
  if (body === undefined) return null;
  const { json, resolve } = describeSchema(body);
  const fields: BodyField[] = [];
  for (const [name, property] of Object.entries(json.properties ?? {})) {
    // The token identifies the client, so the form omits this field.
    if (name === "dhanClientId") continue;
    const own = resolve(property);
    const items = own.items === undefined ? {} : { items: resolve(own.items) };
    const field = describeField(name, { ...own, ...items }, json.required?.includes(name) ?? false, resolve);
    if (field === null) return null;
    fields.push(field);
  }
  return fields.length === 0 ? null : fields;
}

function describeField(
  name: string,
  json: Json,
  isRequired: boolean,
  resolve: DescribedSchema["resolve"],
): BodyField | null {
  const shared = { name, isRequired, what: json.description ?? "", choices: [] as string[] };
  const choices = listChoices(json, resolve);
  if (choices !== null) return { ...shared, kind: "choice", choices: choices.map(String) };
  switch (json.type) {
    case "boolean":
      return { ...shared, kind: "boolean", choices: ["true", "false"] };
    case "integer":
    case "number":
      return { ...shared, kind: "number" };
    case "array":
      return json.items?.properties === undefined && json.items?.type !== "array"
        ? {
            ...shared,
            kind: "list",
            what: [shared.what, "several, separated by commas"].filter(Boolean).join("; "),
          }
        : null;
    case "object":
      return null;
    default:
      return { ...shared, kind: "text" };
  }
}

/** Returns the fields' values for a body; "" for a missing value. */
export function formatFieldValues(fields: readonly BodyField[], body: unknown): Record<string, string> {
  const exampleValues = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  return Object.fromEntries(
    fields.map(({ name }) => {
      const value = exampleValues[name];
      return [
        name,
        value === undefined || value === null ? "" : Array.isArray(value) ? value.join(", ") : String(value),
      ];
    }),
  );
}

/**
 * Builds a body from the fields' values. A value that cannot be parsed is sent as text, so that the sandbox reports the
 * error.
 */
export function parseBody(
  fields: readonly BodyField[],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const isNumber = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text);
  return Object.fromEntries(
    fields.flatMap(({ name, kind, choices }): [string, unknown][] => {
      const text = (texts[name] ?? "").trim();
      if (text === "") return [];
      if (kind === "boolean") return [[name, text === "true" ? true : text === "false" ? false : text]];
      if (kind === "list")
        return [
          [
            name,
            text
              .split(",")
              .map((item) => item.trim())
              .filter((item) => item !== ""),
          ],
        ];
      const hasNumbers = kind === "number" || (kind === "choice" && choices.every(isNumber));
      return [[name, hasNumbers && isNumber(text) ? Number(text) : text]];
    }),
  );
}
