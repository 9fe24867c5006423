// Generates the table of the operations' fields. The command-line tool uses it to show help and to validate calls.
import { type Contract, componentOf, type Parameter, type Schema } from "../contract.ts";
import type { HelpField } from "./cli-help.ts";

/** Returns the source of the generated module. */
export function helpSource(contract: Contract): string {
  const table = Object.fromEntries(
    contract.operations.map(({ id, summary, pathParameters, query, body }) => [
      id,
      {
        summary,
        fields: [
          ...pathParameters.map((one) => parameterField(one, "path")),
          ...query.map((one) => parameterField(one, "query")),
          ...bodyFields(body, contract.schemas),
        ],
      },
    ]),
  );
  return `// Generated. Do not edit.
import type { HelpTable } from "./cli-help.ts";

export const HELP: HelpTable = ${JSON.stringify(table, null, 1)};
`;
}

const parameterField = (
  { name, isRequired, schema, description }: Parameter,
  place: "path" | "query",
): HelpField => ({ name, place, isRequired, type: typeText(schema), description });

function bodyFields(body: Schema | null, schemas: Contract["schemas"]): HelpField[] {
  if (body === null) return [];
  const { properties = {}, required = [] } = schemas[componentOf(body) ?? ""] ?? body;
  return Object.entries(properties).map(([name, field]) => ({
    name,
    place: "body",
    isRequired: required.includes(name),
    type: typeText(field, schemas),
    description: field.description ?? "",
  }));
}

function typeText(schema: Schema, schemas: Contract["schemas"] = {}): string {
  const component = componentOf(schema);
  if (component !== null) return typeText(schemas[component] ?? { type: "object" }, schemas);
  if (schema.enum !== undefined) return schema.enum.map(String).join(" | ");
  if (schema.const !== undefined) return String(schema.const);
  const types = [schema.type ?? "object"].flat();
  if (types.includes("string")) return "text";
  if (types.includes("integer")) return "whole number";
  if (types.includes("number")) return "number";
  return types.includes("boolean") ? "true or false" : "JSON";
}
