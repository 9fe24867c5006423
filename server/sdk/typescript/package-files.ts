// The TypeScript client as the files of an npm package: types by openapi-typescript, one method for each operation, and the hand-written
// half (http.ts, streams.ts, packets-reader.ts) with the API's own packet layouts, compiled to JavaScript with declarations.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { type ClientOperation, type Contract, componentOf, type Schema } from "../contract.ts";

export const TYPESCRIPT_PACKAGE = "trading-api-client";
const HERE = import.meta.dirname;
const PACKETS = join(HERE, "../../../app/contract/trading-api/packets.ts");
const HAND_WRITTEN = [
  "http.ts",
  "packets-reader.ts",
  "streams.ts",
  "cli.ts",
  "cli-laboratory.ts",
  "cli-session.ts",
  "cli-watch.ts",
];
/** What the command-line tool is called. */
const COMMAND = "trading-api";
const COMMAND_SOURCE = `#!/usr/bin/env node
// Generated. Not to be edited.
import { main } from "./cli.ts";
import { OPERATIONS } from "./index.ts";

process.exitCode = await main(process.argv.slice(2), OPERATIONS);
`;

/** Writes the package's folder: sources under `src`, what is imported under `dist`. Throws when it does not compile. */
export async function writeTypescriptPackage(contract: Contract, folder: string): Promise<void> {
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
  // The compiler reads from it that these are modules.
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(contract.version), null, 2)}\n`);
  compile(sources, join(folder, "dist"));
  writeFileSync(join(folder, "README.md"), readme(contract));
}

function manifest(version: string) {
  return {
    name: TYPESCRIPT_PACKAGE,
    version,
    description: "Client of the trading and data API: typed calls with retries, price and order sockets.",
    type: "module",
    license: "UNLICENSED",
    engines: { node: ">=20" },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    types: "./dist/index.d.ts",
    bin: { [COMMAND]: "dist/command.js" },
    files: ["dist"],
    sideEffects: false,
    dependencies: { ws: "^8.18.0" },
  };
}

async function schemaSource(contract: Contract): Promise<string> {
  const document = {
    ...contract.openApi,
    components: {
      ...contract.openApi.components,
      schemas: { ...contract.schemas, OrderUpdate: contract.orderUpdate },
    },
  };
  const ast = await openapiTS(JSON.stringify(document), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    alphabetize: false,
    silent: true,
  });
  return `// Generated from the API's OpenAPI document, version ${contract.version}. Not to be edited.\n\n${astToString(ast)}`;
}

/** A component by its name, a list of them, or else the operation's own type. */
function typeOf(schema: Schema, otherwise: string): string {
  const component = componentOf(schema);
  if (component !== null) return `S.${component}`;
  const item = schema.type === "array" && schema.items !== undefined ? componentOf(schema.items) : null;
  return item === null ? otherwise : `S.${item}[]`;
}

const quoted = (text: string) => JSON.stringify(text);

function methodSource(operation: ClientOperation): string {
  const own = `S.operations[${quoted(operation.id)}]`;
  const answer =
    operation.answer === null
      ? "string"
      : typeOf(operation.answer, `${own}["responses"]["${operation.status}"]["content"]["application/json"]`);
  const parameters = [...operation.pathParameters, ...operation.query];
  const parametersType = [
    ...(operation.pathParameters.length > 0 ? [`${own}["parameters"]["path"]`] : []),
    ...(operation.query.length > 0 ? [`NonNullable<${own}["parameters"]["query"]>`] : []),
  ].join(" & ");
  const isOptional = parameters.every(({ isRequired }) => !isRequired);
  const takes = [
    ...(parameters.length > 0 ? [`parameters: ${parametersType}${isOptional ? " = {}" : ""}`] : []),
    ...(operation.body === null
      ? []
      : [`body: ${typeOf(operation.body, `${own}["requestBody"]["content"]["application/json"]`)}`]),
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
  return `// Generated from the API's OpenAPI document, version ${contract.version}. Not to be edited.
import { ApiClient, type CallOptions, type ClientOptions } from "./http.ts";
import type * as S from "./schema.ts";
import { DepthFeed, FullDepthFeed, type Instrument, MarketFeed, OrderUpdates, type StreamOptions } from "./streams.ts";

export type * from "./schema.ts";
export { type CallOptions, type ClientOptions, type SocketAddresses, TradingApiError } from "./http.ts";
export * from "./packets-reader.ts";
export * from "./streams.ts";

/** The API's version that this client was generated from. */
export const API_VERSION = ${quoted(contract.version)};

/** What each operation is sent as: for tools that call by name. */
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
   * Places an order exactly once: gives it a correlation id where it has none, and after a lost answer looks for the order by that id
   * before it sends again.
   */
  placeOrderOnce(body: S.PlaceOrder, options?: CallOptions): Promise<S.OrderAnswer | S.OrderRecord> {
    const correlationId = body.correlationId ?? crypto.randomUUID().replaceAll("-", "").slice(0, 30);
    return this.placeOnce(
      () => this.placeOrder({ ...body, correlationId }, options),
      () => this.getOrderByCorrelationId({ correlationId }, options),
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

  /** Opens the socket of one's own order updates. */
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

/** The nearest `node_modules/@types`, from here upwards. */
function nodeTypes(): string {
  for (let folder = HERE; folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, "node_modules/@types");
    if (existsSync(found)) return found;
  }
  throw new Error("no node_modules/@types above this file");
}

function readme(contract: Contract): string {
  return `# ${TYPESCRIPT_PACKAGE}

Client of the trading and data API, version ${contract.version}, for Node 20 and later. Generated from the API's own contract: one typed
method for each operation, retries that honour \`Retry-After\`, and the sockets as things to iterate over.

\`\`\`ts
import { TradingClient } from "${TYPESCRIPT_PACKAGE}";

const client = new TradingClient({
  baseUrl: process.env.BASE_URL ?? "http://localhost:8080/sandbox/v2",
  accessToken: process.env.ACCESS_TOKEN ?? "",
  clientId: process.env.CLIENT_ID ?? "",
});

const updates = client.orderUpdates();
for await (const update of updates) {
  if (update.kind === "connected" && !update.isReconnect)
    await client.placeOrderOnce({
      transactionType: "BUY",
      exchangeSegment: "NSE_EQ",
      productType: "INTRADAY",
      orderType: "MARKET",
      validity: "DAY",
      securityId: "1333",
      quantity: 5,
    });
  if (update.kind === "order") {
    console.log(update.order);
    break;
  }
}
\`\`\`

## Retries

- \`429\` was refused before anything was done: every call waits as long as \`Retry-After\` says and is sent again, four times by default.
- After a lost answer or a 5xx only calls that change nothing are sent again. \`isOutcomeUnknown\` on the error says that an order may be
  there. \`placeOrderOnce\` looks for it by its correlation id before it sends again.
- \`maxRetries: 0\` turns retries off; \`onRetry\` is told before every pause.

## Sockets

\`marketFeed()\`, \`depthFeed()\`, \`fullDepthFeed(instrument)\` and \`orderUpdates()\` reconnect with growing pauses and subscribe again. \`connected\` with
\`isReconnect\` means that something may have been missed: read the orders once. A refused login ends the iteration with \`StreamError\`.

## Command line

\`npx ${COMMAND} --help\` lists the commands: log in, call any operation by its name, hear postbacks on your own machine, cause events,
follow requests, move the account's clock.

## Operations

| Method | Call | What it does |
|---|---|---|
${contract.operations
  .map(({ id, method, path, summary }) => `| \`${id}\` | \`${method} ${path}\` | ${summary} |`)
  .join("\n")}
`;
}
