// Code samples of an operation: with the official clients for TypeScript and Python, and over plain HTTP with curl and
// Go. Each sample is a complete program that reads three environment variables.
import { buildPath } from "../contract/trading-api/examples.ts";
import { FAULT_HEADER } from "../contract/trading-api/faults.ts";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { jsonText, pythonString, pythonValue, shellArgument, typescriptString } from "../format/literals.ts";
import type { Language } from "./blocks.ts";
import { goProgram } from "./go-sample.ts";
import { describeSchema, type Json } from "./json-schema.ts";
import { isPrice, type PlannedCall, planSampleCalls, VALUE_NAMES } from "./sample-plan.ts";

export function operationSamples(operation: TradingOperation): Record<Language, string> {
  const plan = planSampleCalls(operation);
  return {
    typescript: typescriptClient(plan),
    python: pythonClient(plan),
    curl: curl(plan),
    go: goProgram(plan),
  };
}

/**
 * Returns samples that make one call with the official clients. Braces in the call's values are not treated as
 * placeholders.
 */
export function clientSamples(
  operation: TradingOperation,
  example: TradingOperation["example"],
  fault: string | null,
): Record<"typescript" | "python", string> {
  const call = { operation, example, answer: "answer", values: [] };
  const isText = operation.answer === "csv";
  const args = typescriptArguments(call);
  if (fault !== null)
    args.push(`{ headers: { ${typescriptString(FAULT_HEADER)}: ${typescriptString(fault)} } }`);
  const models = new Set<string>();
  const python = `client.${snake(operation.operationId)}(${pythonArguments(call, models).join(", ")})`;
  return {
    typescript: typescriptProgram(
      [`const answer = await client.${operation.operationId}(${args.join(", ")});`],
      isText,
    ),
    python: pythonProgram([`    answer = ${python}`], models, isText, fault),
  };
}

const snake = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
/** Formats lists of plain values, and objects with one short value, on one line. */
const compact = (code: string): string =>
  code.replaceAll(/([[{])\n\s+([^[\]{}\n]*(?:\n\s+[^[\]{}\n]*)*)\n\s*([\]}])/g, (whole, open, inner) => {
    const line = String(inner).replaceAll(/\n\s+/g, " ");
    if (open === "{" && (String(inner).includes("\n") || line.length > 40)) return whole;
    return open === "{" ? `{ ${line} }` : `[${line}]`;
  });
/** Replaces quoted placeholders such as `"{orderId}"` by variable names. */
const insertVariables = (code: string, nameOf: (name: string) => string): string =>
  code.replaceAll(/"\{(\w+)\}"/g, (place, name: string) =>
    VALUE_NAMES.includes(name) ? nameOf(name) : place,
  );

/** Formats an object without unnecessary quotes around its keys. */
const typescriptObject = (value: unknown): string =>
  compact(jsonText(value)).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");

function typescriptClient(plan: readonly PlannedCall[]): string {
  const lines = plan.flatMap((call) => [
    `const ${call.answer} = await ${typescriptCall(call)};`,
    ...call.values.map(({ name, pointer, percent }) => {
      const value = `${call.answer}${pointer.map((key) => (typeof key === "string" && /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join("")}`;
      return `const ${name} = ${percent === null ? value : `Math.floor(${value} * ${percent / 100})`};`;
    }),
  ]);
  return typescriptProgram(removeUnusedAssignments(plan, lines), plan.at(-1)?.operation.answer === "csv");
}

function typescriptProgram(lines: readonly string[], isText: boolean): string {
  return `import { TradingClient } from "trading-api-client";

const { BASE_URL = "", ACCESS_TOKEN = "", CLIENT_ID = "" } = process.env;
const client = new TradingClient({
  baseUrl: BASE_URL,
  accessToken: ACCESS_TOKEN,
  clientId: CLIENT_ID,
});

${lines.join("\n")}
console.log(${isText ? "answer" : "JSON.stringify(answer, null, 2)"});`;
}

function typescriptCall(call: PlannedCall): string {
  const args = insertVariables(typescriptArguments(call).join(", "), (name) => name);
  return `client.${call.operation.operationId}(${args})`.replaceAll(/\b(\w+): \1\b/g, "$1");
}

function typescriptArguments({ example }: PlannedCall): string[] {
  const parameters = { ...example.path, ...example.query };
  return [
    ...(Object.keys(parameters).length > 0 ? [inline(typescriptObject(parameters))] : []),
    ...(example.body === undefined ? [] : [typescriptObject(example.body)]),
  ];
}

/** Formats a short object on one line. */
const inline = (code: string) =>
  code
    .replaceAll(/\{\n\s+/g, "{ ")
    .replaceAll(/\n\}/g, " }")
    .replaceAll(/,\n\s+/g, ", ");

/** Removes assignments of values that no later call uses, such as the id of an order that only opens a position. */
function removeUnusedAssignments(plan: readonly PlannedCall[], lines: readonly string[]): string[] {
  const needed = JSON.stringify(plan.map(({ example }) => example));
  const isUnused = ({ name }: PlannedCall["values"][number]) => !needed.includes(`"{${name}}"`);
  const spare = plan.flatMap(({ values }) => values.filter(isUnused).map(({ name }) => name));
  const assigned = (line: string) => /^\s*(?:const )?(\w+) = /.exec(line)?.[1] ?? "";
  return lines
    .filter((line) => !spare.some((name) => [name, snake(name)].includes(assigned(line))))
    .map((line) => (spare.length > 0 ? line.replace(/^(\s*)(?:const )?placed = /, "$1") : line));
}

function pythonClient(plan: readonly PlannedCall[]): string {
  const models = new Set<string>();
  const lines = plan.flatMap((call) => [
    `    ${call.answer} = ${pythonCall(call, models)}`,
    ...call.values.map(({ name, pointer, percent }) => {
      const value = `${call.answer}${pythonPointer(pointer)}`;
      return `    ${snake(name)} = ${percent === null ? value : `int(${value} * ${percent / 100})`}`;
    }),
  ]);
  return pythonProgram(removeUnusedAssignments(plan, lines), models, plan.at(-1)?.operation.answer === "csv");
}

function pythonProgram(
  lines: readonly string[],
  models: ReadonlySet<string>,
  isText: boolean,
  fault: string | null = null,
): string {
  const headers =
    fault === null ? "" : `\n    headers={${pythonString(FAULT_HEADER)}: ${pythonString(fault)}},`;
  const names = [...models, "TradingClient", ...(isText ? [] : ["to_json"])].sort();
  return `import os
from trading_api_client import ${names.join(", ")}

with TradingClient(
    os.environ["BASE_URL"],
    os.environ["ACCESS_TOKEN"],
    os.environ["CLIENT_ID"],${headers}
) as client:
${lines.join("\n")}
    print(${isText ? "answer" : "to_json(answer)"})`;
}

/** Returns Python code that reads a value from a response: attributes of models, and subscripts of dicts and lists. */
const pythonPointer = (pointer: readonly (string | number)[]): string =>
  pointer
    .map((key) =>
      typeof key === "string" && /^[a-z]/.test(key) ? `.${snake(key)}` : `[${JSON.stringify(key)}]`,
    )
    .join("");

function pythonCall(call: PlannedCall, models: Set<string>): string {
  const args = insertVariables(pythonArguments(call, models).join(", "), snake);
  return `client.${snake(call.operation.operationId)}(${args})`;
}

function pythonArguments({ operation, example }: PlannedCall, models: Set<string>): string[] {
  const literal = (value: unknown) => compact(pythonValue(value, "    "));
  const path = Object.values(example.path ?? {}).map(literal);
  const query = Object.entries(example.query ?? {}).map(
    ([name, value]) => `${snake(name.replaceAll("-", "_"))}=${literal(value)}`,
  );
  const body = example.body === undefined ? [] : [pythonBody(operation, example.body, models)];
  return [...path, ...body, ...query];
}

/** Returns a model for a flat body, otherwise a dict with the API's field names. */
function pythonBody(operation: TradingOperation, body: unknown, models: Set<string>): string {
  const name = operation.body?.meta()?.id;
  const fields = Object.entries(Object(body) as Record<string, unknown>);
  const json: Json = operation.body === undefined ? {} : describeSchema(operation.body).json;
  const known = Object.keys(json.properties ?? {});
  const isFlat = fields.every(([key, value]) => known.includes(key) && !JSON.stringify(value).includes('{"'));
  const isModel = known.every((key) => !/^[A-Z]+(?:_|$)/.test(key));
  if (name === undefined || !isFlat || !isModel) return compact(pythonValue(body, "    "));
  models.add(name);
  const argumentLines = fields.map(
    ([key, value]) => `        ${snake(key)}=${compact(pythonValue(value, "        "))},`,
  );
  return `${name}(\n${argumentLines.join("\n")}\n    )`;
}

const shellName = (name: string) => snake(name).toUpperCase();

function curl(plan: readonly PlannedCall[]): string {
  return plan
    .map((call, index) => {
      const request = curlCall(call);
      if (index === plan.length - 1) return request;
      const [value] = call.values;
      const isNeeded = value !== undefined && usesValue(plan, call);
      if (!isNeeded) return `${request} > /dev/null`;
      return [
        `ANSWER=$(${request})`,
        ...call.values.map(({ name, pointer, percent }) => {
          const read = `$(echo "$ANSWER" | sed -n ${shellArgument(sedExpression(pointer))})`;
          return percent === null
            ? `${shellName(name)}=${read}`
            : `${shellName(name)}=$((${read} * ${percent} / 100))`;
        }),
      ].join("\n");
    })
    .join("\n\n");
}

const usesValue = (plan: readonly PlannedCall[], { values }: PlannedCall): boolean => {
  const all = JSON.stringify(plan.map(({ example }) => example));
  return values.some(({ name }) => all.includes(`"{${name}}"`));
};

/** Returns the sed command that extracts a value by its key. For a price, it extracts only the integer part. */
function sedExpression(pointer: readonly (string | number)[]): string {
  const key = pointer.filter((one) => typeof one === "string").at(-1);
  if (typeof pointer.at(-1) === "number") return `s/.*"${key}":\\["\\([^"]*\\)".*/\\1/p`;
  return key === "last_price" ? `s/.*"${key}":\\([0-9]*\\).*/\\1/p` : `s/.*"${key}":"\\([^"]*\\)".*/\\1/p`;
}

function curlCall({ operation, example }: PlannedCall): string {
  const path = buildPath(operation.path, example.path, example.query);
  const address = path.replaceAll(/%7B(\w+)%7D/g, (_, name: string) => `$${shellName(name)}`);
  const written = address === path ? `"$BASE_URL"${shellArgument(path)}` : `"$BASE_URL${address}"`;
  const body = (value: unknown) =>
    shellArgument(compact(jsonText(value))).replaceAll(/"\{(\w+)\}"/g, (place, name: string) => {
      if (!VALUE_NAMES.includes(name)) return place;
      return isPrice(name) ? `'"$${shellName(name)}"'` : `"'"$${shellName(name)}"'"`;
    });
  return [
    `curl -sS -X ${operation.method.toUpperCase()} ${written}`,
    '  -H "access-token: $ACCESS_TOKEN"',
    ...(operation.isDataApi ? ['  -H "client-id: $CLIENT_ID"'] : []),
    ...(example.body === undefined
      ? []
      : ['  -H "Content-Type: application/json"', `  -d ${body(example.body)}`]),
  ].join(" \\\n");
}
