// The trading API as files that other tools open: a Postman collection (format 2.1) and an .http file, both from the same operations.
import { jsonText, oneLine } from "../format/literals.ts";
import { fillExample, pathOf } from "../wire/trading-api/examples.ts";
import type { TradingOperation } from "../wire/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../wire/trading-api/operations.ts";
import { SHOWN_VALUES } from "./operation-section.ts";
import { DOCS_PAGES } from "./pages.ts";

const headersOf = (operation: TradingOperation, variable: (name: string) => string): [string, string][] => [
  ["access-token", variable("accessToken")],
  ...(operation.isData ? [["client-id", variable("clientId")] as [string, string]] : []),
  ...(operation.body === undefined ? [] : [["Content-Type", "application/json"] as [string, string]]),
];

/** `base` is where `/orders` and the others stand below. */
export function postmanCollection(base: string) {
  const variable = (name: string) => `{{${name}}}`;
  return {
    info: {
      name: "Trading and data API",
      description: "Every operation with an example. Set accessToken and clientId from the developer portal.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      { key: "baseUrl", value: base },
      { key: "accessToken", value: "" },
      { key: "clientId", value: "" },
    ],
    item: DOCS_PAGES.flatMap((page) => {
      const operations = TRADING_OPERATION_LIST.filter((operation) => operation.page === page.id);
      return operations.length === 0
        ? []
        : [
            {
              name: page.title,
              item: operations.map((operation) => {
                const example = fillExample(operation.example, SHOWN_VALUES);
                const raw = `{{baseUrl}}${pathOf(operation.path, example.path, example.query)}`;
                const [path = "", query = ""] = pathOf(operation.path, example.path, example.query).split(
                  "?",
                );
                return {
                  name: operation.summary,
                  request: {
                    method: operation.method.toUpperCase(),
                    description: operation.purpose,
                    header: headersOf(operation, variable).map(([key, value]) => ({ key, value })),
                    url: {
                      raw,
                      host: ["{{baseUrl}}"],
                      path: path.split("/").filter((part) => part !== ""),
                      ...(query === ""
                        ? {}
                        : { query: [...new URLSearchParams(query)].map(([key, value]) => ({ key, value })) }),
                    },
                    ...(operation.body === undefined
                      ? {}
                      : {
                          body: {
                            mode: "raw",
                            raw: jsonText(example.body),
                            options: { raw: { language: "json" } },
                          },
                        }),
                  },
                  response: [],
                };
              }),
            },
          ];
    }),
  };
}

export function httpFile(base: string): string {
  const requests = TRADING_OPERATION_LIST.map((operation) => {
    const example = fillExample(operation.example, SHOWN_VALUES);
    return [
      `### ${oneLine(operation.summary)}`,
      `# @name ${oneLine(operation.operationId)}`,
      `${operation.method.toUpperCase()} {{baseUrl}}${oneLine(pathOf(operation.path, example.path, example.query))}`,
      ...headersOf(operation, (name) => `{{${name}}}`).map(([name, value]) => oneLine(`${name}: ${value}`)),
      ...(operation.body === undefined ? [] : ["", jsonText(example.body)]),
      "",
    ].join("\n");
  });
  return [`@baseUrl = ${oneLine(base)}`, "@accessToken = ", "@clientId = ", "", ...requests].join("\n");
}
