// The trading API as files for other tools: a Postman collection (format 2.1) and an .http file. The collection runs
// from top to bottom on a new account. It first creates an account (if there is a sandbox), reads prices and dates, and
// places the orders whose ids later requests need. It checks each response. The last request renews the token, because
// renewal revokes the old token. A wait before each request respects the rate limits.

import { buildPath, fillExample } from "../contract/trading-api/examples.ts";
import { isSandboxPage, type TradingOperation } from "../contract/trading-api/operation.ts";
import { RATE_LIMITS, TRADING_OPERATION_LIST } from "../contract/trading-api/operations.ts";
import { jsonText, oneLine } from "../format/literals.ts";
import { describeSchema } from "./json-schema.ts";
import { docsPages } from "./pages.server.ts";
import { type ApiPlace, omitSandboxMention } from "./place.ts";
import { EXAMPLE_VALUES } from "./recorded.ts";

type Header = { key: string; value: string };
type Request = { method: string; raw: string; description: string; header: Header[]; body?: string };
type CollectionItem = { name: string; request: Request; before?: string[]; test: string[] };

/** Variables that store ids from responses for later requests. */
const STORED_IDS: Readonly<Record<string, string>> = {
  placeOrder: "orderId",
  placeSuperOrder: "superOrderId",
  placeForeverOrder: "foreverOrderId",
  placeAlert: "alertId",
};
/** Wait before each request in ms, derived from the strictest rate limit. */
const PAUSE_MS = Math.ceil(1_000 / Math.min(...Object.values(RATE_LIMITS).map(({ perSecond }) => perSecond)));

/** Last request, because this operation revokes the token that all others use. */
const LAST_OPERATION = "renewToken";

const requestHeaders = (
  operation: TradingOperation,
  variable: (name: string) => string,
): [string, string][] => [
  ["access-token", variable("accessToken")],
  ...(operation.isDataApi ? [["client-id", variable("clientId")] as [string, string]] : []),
  ...(operation.body === undefined ? [] : [["Content-Type", "application/json"] as [string, string]]),
];

const listOperations = (place: ApiPlace) =>
  TRADING_OPERATION_LIST.filter(({ page }) => place.hasSandbox || !isSandboxPage(page));

const keep = (name: string, value: string) =>
  `pm.collectionVariables.set(${JSON.stringify(name)}, ${value});`;

/**
 * Converts an example's placeholders to variables of the collection. A custom order id gets a new value in each run.
 */
function replaceByVariables(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/^\{(\w+)\}$/, "{{$1}}");
  if (Array.isArray(value)) return value.map(replaceByVariables);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === "correlationId" ? `{{run}}-${String(one)}` : replaceByVariables(one),
    ]),
  );
}

/** Removes the quotes around price placeholders, because prices are numbers in JSON. */
const bodyText = (body: unknown) => jsonText(body).replaceAll(/"(\{\{(?:low|lowest|high)Price\}\})"/g, "$1");

/** Returns the request's address, percent-encoded except for `{{name}}`. */
function requestAddress({ path: template }: TradingOperation, example: TradingOperation["example"]): string {
  const { path, query } = replaceByVariables(example) as TradingOperation["example"];
  return `{{baseUrl}}${buildPath(template, path, query).replaceAll(/%7B%7B(\w+)%7D%7D/g, "{{$1}}")}`;
}

function responseChecks(operation: TradingOperation): string[] {
  const status = `pm.test("status ${operation.status}", () => pm.response.to.have.status(${operation.status}));`;
  const named = `pm.test("the call's id", () => pm.expect(pm.response.headers.get("X-Request-Id")).to.be.a("string"));`;
  if (operation.answer === "csv")
    return [
      status,
      named,
      `pm.test("a file with rows", () => pm.expect(pm.response.text().split("\\n").length).to.be.above(2));`,
    ];
  const { json } = describeSchema(operation.answer, "output");
  const required = json.type === "object" ? (json.required ?? []) : [];
  return [
    status,
    named,
    json.type === "array"
      ? `pm.test("a list", () => pm.expect(pm.response.json()).to.be.an("array"));`
      : `pm.test("every field", () => pm.expect(pm.response.json()).to.include.all.keys(${JSON.stringify(required)}));`,
  ].filter((line) => !line.includes("all.keys([])"));
}

function collectionItem(operation: TradingOperation): CollectionItem {
  const storedId = STORED_IDS[operation.operationId];
  return {
    name: operation.summary,
    request: {
      method: operation.method.toUpperCase(),
      raw: requestAddress(operation, operation.example),
      description: operation.purpose,
      header: requestHeaders(operation, (name) => `{{${name}}}`).map(([key, value]) => ({ key, value })),
      ...(operation.body === undefined ? {} : { body: bodyText(replaceByVariables(operation.example.body)) }),
    },
    test: [
      ...responseChecks(operation),
      ...(storedId === undefined
        ? []
        : [keep(storedId, `pm.response.json().${storedId === "alertId" ? storedId : "orderId"}`)]),
      ...(operation.operationId === LAST_OPERATION
        ? [keep("accessToken", "pm.response.json().accessToken")]
        : []),
    ],
  };
}

function getOperation(name: string): TradingOperation {
  const operation = TRADING_OPERATION_LIST.find(({ operationId }) => operationId === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  return operation;
}

/**
 * Returns the requests that set the variables: an account, prices near the market, days near today, a listed expiry.
 */
function preparations(place: ApiPlace): CollectionItem[] {
  const days = [
    `const day = (ago) => new Date(Date.now() + 330 * 60_000 - ago * 86_400_000).toISOString().slice(0, 10);`,
    keep("today", "day(0)"),
    keep("weekAgo", "day(7)"),
    keep("monthAgo", "day(30)"),
    keep("run", "Math.random().toString(36).slice(2, 8)"),
  ];
  const opened: CollectionItem[] = place.hasSandbox
    ? [
        {
          name: "Creates a sandbox account unless a token is set",
          request: {
            method: "POST",
            raw: "{{sandboxUrl}}/portal/accounts",
            description: "A new account with funds and no orders. Skipped if accessToken is set.",
            header: [{ key: "Accept", value: "application/json" }],
          },
          before: [`if (pm.variables.get("accessToken")) pm.execution.skipRequest();`],
          test: [
            `pm.test("status 200", () => pm.response.to.have.status(200));`,
            keep("accessToken", "pm.response.json().accessToken"),
            keep("clientId", "pm.response.json().dhanClientId"),
          ],
        },
      ]
    : [];
  const prices = collectionItem(getOperation("quoteLtp"));
  const expiries = collectionItem(getOperation("listExpiries"));
  return [
    ...opened,
    {
      ...prices,
      name: "Gets current prices and recent days",
      test: [
        ...prices.test,
        `const last = pm.response.json().data.NSE_EQ["1333"].last_price;`,
        keep("lowPrice", "Math.floor(last * 0.92)"),
        keep("lowestPrice", "Math.floor(last * 0.88)"),
        keep("highPrice", "Math.ceil(last * 1.08)"),
        ...days,
      ],
    },
    {
      ...expiries,
      name: "Gets a listed expiry",
      test: [...expiries.test, keep("nextExpiry", "pm.response.json().data[0]")],
    },
  ];
}

/**
 * Places the order that later requests change and cancel. Its price is far below the market, so that the order stays
 * pending.
 */
function pendingOrder(): CollectionItem {
  const order = getOperation("placeOrder");
  const item = collectionItem({
    ...order,
    example: {
      body: {
        ...(order.example.body as object),
        correlationId: "pending-order",
        orderType: "LIMIT",
        price: "{lowPrice}",
      },
    },
  });
  return {
    ...item,
    name: "Places an order that stays pending",
    test: [...responseChecks(order), keep("pendingOrderId", "pm.response.json().orderId")],
  };
}

const script = (listen: "prerequest" | "test", exec: string[]) => ({
  listen,
  script: { type: "text/javascript", exec },
});

function written({ name, request, before, test }: CollectionItem) {
  const [path = "", query = ""] = request.raw.split("?");
  const [host = "", ...parts] = path.split("/");
  return {
    name,
    event: [...(before === undefined ? [] : [script("prerequest", before)]), script("test", test)],
    request: {
      method: request.method,
      description: request.description,
      header: request.header,
      url: {
        raw: request.raw,
        host: [host],
        path: parts,
        ...(query === ""
          ? {}
          : { query: [...new URLSearchParams(query)].map(([key, value]) => ({ key, value })) }),
      },
      ...(request.body === undefined
        ? {}
        : { body: { mode: "raw", raw: request.body, options: { raw: { language: "json" } } } }),
    },
    response: [],
  };
}

export function postmanCollection(place: ApiPlace) {
  const operations = listOperations(place).filter(({ operationId }) => operationId !== LAST_OPERATION);
  const folders = docsPages(place.hasSandbox).flatMap((page): { name: string; items: CollectionItem[] }[] => {
    const items = operations
      .filter((operation) => operation.page === page.id)
      .flatMap((operation) =>
        operation.operationId === "modifyOrder"
          ? [pendingOrder(), collectionItem(operation)]
          : [collectionItem(operation)],
      );
    return items.length === 0 ? [] : [{ name: page.title, items }];
  });
  const all = [
    { name: "Setup", items: preparations(place) },
    ...folders,
    { name: "Cleanup", items: [collectionItem(getOperation(LAST_OPERATION))] },
  ];
  const variables = [
    "run",
    "today",
    "weekAgo",
    "monthAgo",
    "lowPrice",
    "lowestPrice",
    "highPrice",
    "nextExpiry",
  ];
  const ids = ["pendingOrderId", ...Object.values(STORED_IDS)];
  const collection = {
    info: {
      name: "Trading and data API",
      description: place.hasSandbox
        ? "Every operation with an example. Run them from top to bottom. The collection creates a sandbox account unless accessToken and clientId are set."
        : "Every operation with an example. Set accessToken and clientId first, then run them from top to bottom. The collection places, changes and cancels orders.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      { key: "baseUrl", value: place.rest },
      ...(place.hasSandbox ? [{ key: "sandboxUrl", value: `${place.origin}/sandbox` }] : []),
      { key: "accessToken", value: "" },
      { key: "clientId", value: "" },
      ...[...variables, ...ids].map((key) => ({ key, value: "" })),
    ],
    event: [script("prerequest", [`setTimeout(() => {}, ${PAUSE_MS});`])],
    item: all.map(({ name, items }) => ({ name, item: items.map(written) })),
  };
  return place.hasSandbox ? collection : (omitSandboxMention(collection) as typeof collection);
}

export function httpFile(place: ApiPlace): string {
  const requests = listOperations(place).map((operation) => {
    const example = fillExample(operation.example, EXAMPLE_VALUES);
    return [
      `### ${oneLine(operation.summary)}`,
      `# @name ${oneLine(operation.operationId)}`,
      `${operation.method.toUpperCase()} {{baseUrl}}${oneLine(buildPath(operation.path, example.path, example.query))}`,
      ...requestHeaders(operation, (name) => `{{${name}}}`).map(([name, value]) =>
        oneLine(`${name}: ${value}`),
      ),
      ...(operation.body === undefined ? [] : ["", jsonText(example.body)]),
      "",
    ].join("\n");
  });
  return [`@baseUrl = ${oneLine(place.rest)}`, "@accessToken = ", "@clientId = ", "", ...requests].join("\n");
}
