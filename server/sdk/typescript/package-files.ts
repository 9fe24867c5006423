// Builds the npm package of the TypeScript client: types from openapi-typescript, one method per operation, and the
// hand-written modules (http.ts, stream.ts, streams.ts, packets-reader.ts) with the API's packet layouts. The package is
// compiled to JavaScript with declarations and source maps.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import {
  type ClientOperation,
  type Contract,
  componentOf,
  type Parameter,
  type Schema,
} from "../contract.ts";
import { LICENCE, LICENCE_TEXT } from "../licence.ts";
import { type Publisher, UNNAMED_PUBLISHER } from "../publisher.ts";
import { helpSource } from "./operation-help.ts";
import { readme } from "./readme.ts";

export const TYPESCRIPT_PACKAGE = "trading-api-client";
const HERE = import.meta.dirname;
const PACKETS = join(HERE, "../../../app/contract/trading-api/packets.ts");
const HAND_WRITTEN = [
  "http.ts",
  "packets-reader.ts",
  "stream.ts",
  "streams.ts",
  "cli.ts",
  "cli-calls.ts",
  "cli-completion.ts",
  "cli-help.ts",
  "cli-fault.ts",
  "cli-session.ts",
  "cli-watch.ts",
];
/** Name of the command-line tool. */
const COMMAND = "trading-api";
const COMMAND_SOURCE = `#!/usr/bin/env node
// Generated. Do not edit.
import { main } from "./cli.ts";
import { API_VERSION, OPERATIONS } from "./index.ts";
import { HELP } from "./operation-help.ts";

process.exitCode = await main(process.argv.slice(2), { operations: OPERATIONS, help: HELP, version: API_VERSION });
`;

/** Writes the package's folder: sources to `src`, importable modules to `dist`. Throws if compilation fails. */
export async function writeTypescriptPackage(
  contract: Contract,
  folder: string,
  publisher: Publisher = UNNAMED_PUBLISHER,
): Promise<void> {
  const sources = join(folder, "src");
  mkdirSync(sources, { recursive: true });
  for (const name of HAND_WRITTEN)
    writeFileSync(
      join(sources, name),
      readFileSync(join(HERE, name), "utf8").replaceAll(
        /"[./]+\/app\/contract\/trading-api\/packets\.ts"/g,
        '"./packets.ts"',
      ),
    );
  writeFileSync(join(sources, "packets.ts"), readFileSync(PACKETS, "utf8"));
  writeFileSync(join(sources, "schema.ts"), await schemaSource(contract));
  writeFileSync(join(sources, "index.ts"), indexSource(contract));
  writeFileSync(join(sources, "command.ts"), COMMAND_SOURCE);
  writeFileSync(join(sources, "operation-help.ts"), helpSource(contract));
  // TypeScript treats the sources as ES modules only if a package.json exists.
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify(manifest(contract.version, publisher), null, 2)}\n`,
  );
  compile(sources, join(folder, "dist"));
  cpSync(join(HERE, "examples"), join(folder, "examples"), { recursive: true });
  writeFileSync(join(folder, "LICENSE"), LICENCE_TEXT);
  writeFileSync(join(folder, "README.md"), readme(contract, TYPESCRIPT_PACKAGE, COMMAND));
}

/** Contents of package.json. */
export function manifest(version: string, { author, homepage, support, repository }: Publisher) {
  return {
    name: TYPESCRIPT_PACKAGE,
    version,
    description: "Client of the trading and data API: typed calls with retries, price and order sockets.",
    type: "module",
    license: LICENCE,
    author,
    ...(homepage === null ? {} : { homepage }),
    ...(Object.keys(support).length === 0 ? {} : { bugs: support }),
    ...(repository === null ? {} : { repository: { type: "git", url: repository } }),
    keywords: ["trading", "broker", "api", "market-data"],
    engines: { node: ">=20" },
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json",
    },
    types: "./dist/index.d.ts",
    bin: { [COMMAND]: "dist/command.js" },
    files: ["dist", "src", "examples"],
    sideEffects: false,
    dependencies: { ws: "^8.18.0" },
  };
}

/** Returns the source of the types of components, and of parameters, requests and responses that are not components. */
async function schemaSource(contract: Contract): Promise<string> {
  const schemas: Record<string, Schema> = { ...contract.schemas, OrderUpdate: contract.orderUpdate };
  for (const operation of contract.operations) {
    const { pathParameters, query, body, answer } = operation;
    const parameters = [...pathParameters, ...query];
    if (parameters.length > 0) schemas[ownName(operation, "Parameters")] = objectOf(parameters);
    if (body !== null && componentNamed(body) === null) schemas[ownName(operation, "Body")] = body;
    if (answer !== null && componentNamed(answer) === null) schemas[ownName(operation, "Answer")] = answer;
  }
  const info = { title: "Types", version: contract.version };
  const document = { openapi: "3.1.0", info, paths: {}, components: { schemas } };
  const ast = await openapiTS(JSON.stringify(document), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    alphabetize: false,
    silent: true,
  });
  return `// Generated from the API's OpenAPI document, version ${contract.version}. Do not edit.\n\n${astToString(ast)}`;
}

/** Returns the name of a type that only one operation uses, such as `ListLedgerParameters`. */
const ownName = ({ id }: ClientOperation, part: "Parameters" | "Body" | "Answer"): string =>
  `${id.charAt(0).toUpperCase()}${id.slice(1)}${part}`;

const objectOf = (parameters: readonly Parameter[]): Schema => ({
  type: "object",
  properties: Object.fromEntries(
    parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
  ),
  required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
});

/** Returns the type name of a component or of a list of components; null for other schemas. */
function componentNamed(schema: Schema): string | null {
  const component = componentOf(schema);
  if (component !== null) return `S.${component}`;
  const item = schema.type === "array" && schema.items !== undefined ? componentOf(schema.items) : null;
  return item === null ? null : `S.${item}[]`;
}

const quoted = (text: string) => JSON.stringify(text);

function methodSource(operation: ClientOperation): string {
  const typeOf = (schema: Schema, part: "Body" | "Answer") =>
    componentNamed(schema) ?? `S.${ownName(operation, part)}`;
  const isPaged = operation.query.some(({ name }) => name === "cursor");
  const answer =
    (operation.answer === null ? "string" : typeOf(operation.answer, "Answer")) + (isPaged ? " & Paged" : "");
  const parameters = [...operation.pathParameters, ...operation.query];
  const isOptional = parameters.every(({ isRequired }) => !isRequired);
  const takes = [
    ...(parameters.length > 0
      ? [`parameters: S.${ownName(operation, "Parameters")}${isOptional ? " = {}" : ""}`]
      : []),
    ...(operation.body === null ? [] : [`body: ${typeOf(operation.body, "Body")}`]),
    "options?: CallOptions",
  ];
  const pick = (names: { name: string }[]) =>
    `{ ${names.map(({ name }) => `${quoted(name)}: parameters[${quoted(name)}]`).join(", ")} }`;
  const call = [
    `method: ${quoted(operation.method)}`,
    `path: ${quoted(operation.path)}`,
    ...(operation.pathParameters.length > 0 ? [`pathParameters: ${pick(operation.pathParameters)}`] : []),
    ...(operation.query.length > 0 ? [`query: ${pick(operation.query)}`] : []),
    ...(operation.body === null ? [] : ["body"]),
    ...(operation.needsClientId ? ["needsClientId: true"] : []),
    `isRepeatable: ${operation.isRepeatable}`,
    ...(operation.takesKey ? ["takesKey: true"] : []),
  ];
  return `  /**
   * ${comment(operation.summary)}. ${comment(operation.description)}
   *
   * \`${operation.method} ${operation.path}\`, limit group \`${operation.limit}\`.
   */
  ${operation.id}(${takes.join(", ")}): Promise<${answer}> {
    return this.call({ ${call.join(", ")} }, options);
  }`;
}

const comment = (text: string) => text.replaceAll("*/", "*\\/").replaceAll(/\s+/g, " ");

function indexSource(contract: Contract): string {
  return `// Generated from the API's OpenAPI document, version ${contract.version}. Do not edit.
import { ApiClient, type CallOptions, type ClientOptions, type Paged, withIdempotencyKey } from "./http.ts";
import type * as S from "./schema.ts";
import type { StreamOptions } from "./stream.ts";
import { DepthFeed, FullDepthFeed, type Instrument, MarketFeed, OrderUpdates } from "./streams.ts";

export type * from "./schema.ts";
export { type CallOptions, type ClientOptions, type Paged, type SocketAddresses, TradingApiError } from "./http.ts";
export * from "./packets-reader.ts";
export * from "./stream.ts";
export * from "./streams.ts";

/** The API's version that this client was generated from. */
export const API_VERSION = ${quoted(contract.version)};

/** Request of each operation, for tools that call operations by name. */
export const OPERATIONS = ${JSON.stringify(
    Object.fromEntries(
      contract.operations.map((operation) => [
        operation.id,
        {
          method: operation.method,
          path: operation.path,
          summary: operation.summary,
          limit: operation.limit,
          pathParameters: operation.pathParameters.map(({ name }) => name),
          query: operation.query.map(({ name }) => name),
          hasBody: operation.body !== null,
          needsClientId: operation.needsClientId,
          isRepeatable: operation.isRepeatable,
          takesKey: operation.takesKey,
        },
      ]),
    ),
    null,
    2,
  )} as const;
export type OperationId = keyof typeof OPERATIONS;

export class TradingClient extends ApiClient {
  constructor(options: ClientOptions) {
    super(options);
  }

${contract.operations.map(methodSource).join("\n\n")}

  /**
   * Places an order exactly once: adds a correlation id if it has none. After a lost response, it looks for the order by
   * that id before it sends the order again, with the same Idempotency-Key.
   */
  placeOrderOnce(body: S.PlaceOrder, options?: CallOptions): Promise<S.OrderAnswer | S.OrderRecord> {
    const correlationId = body.correlationId || crypto.randomUUID().replaceAll("-", "").slice(0, 30);
    const placing = { ...options, headers: withIdempotencyKey(options?.headers) };
    return this.placeOnce(
      () => this.placeOrder({ ...body, correlationId }, placing),
      () => this.getOrderByCorrelationId({ correlationId }, options),
      options,
    );
  }

  /** Opens the live market feed. */
  marketFeed(options?: StreamOptions): MarketFeed {
    return new MarketFeed(this, options);
  }

  /** Opens the feed of 20-level market depth. */
  depthFeed(options?: StreamOptions): DepthFeed {
    return new DepthFeed(this, options);
  }

  /** Opens a connection for up to 200 levels of one instrument's market depth. */
  fullDepthFeed(instrument: Instrument, options?: StreamOptions): FullDepthFeed {
    return new FullDepthFeed(this, instrument, options);
  }

  /** Opens the socket with the account's order updates. */
  orderUpdates(options?: StreamOptions): OrderUpdates<S.OrderUpdate> {
    return new OrderUpdates<S.OrderUpdate>(this, options);
  }
}
`;
}

function compile(sources: string, outDir: string): void {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: false,
    declaration: true,
    declarationMap: true,
    sourceMap: true,
    rewriteRelativeImportExtensions: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [nodeTypes()],
    rootDir: sources,
    outDir,
  };
  const program = ts.createProgram([join(sources, "index.ts"), join(sources, "command.ts")], options);
  const found = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (found.length === 0) return;
  throw new Error(
    `the TypeScript client does not compile:\n${ts.formatDiagnostics(found, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => sources,
      getNewLine: () => "\n",
    })}`,
  );
}

/** Returns the nearest `node_modules/@types` in this folder or its parents. */
function nodeTypes(): string {
  for (let folder = HERE; folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, "node_modules/@types");
    if (existsSync(found)) return found;
  }
  throw new Error("no node_modules/@types above this file");
}
