// Sections of an operation, generated from the contract: purpose, samples, request, recorded response, errors with
// cause and fix, whether a retry is safe, and a link to the playground.
import { z } from "zod";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import {
  DATA_ERRORS,
  RATE_LIMITS,
  TRADING_ERRORS,
  type TradingOperationId,
} from "../contract/trading-api/operations.ts";
import { OPERATION_FAULTS } from "../contract/trading-api/recipes.ts";
import { LOCALE } from "../format/locale.ts";
import { type Block, codeBlock, type Section, tableBlock, textBlock } from "./blocks.ts";
import { operationAnchor } from "./docs-path.ts";
import { listFields } from "./fields.ts";
import { operationSamples } from "./operation-samples.ts";
import { findRecordedCall } from "./recorded.ts";

export function operationSections(operation: TradingOperation, hasSandbox: boolean): Section[] {
  const id = operationAnchor(operation);
  const method = operation.method.toUpperCase();
  return [
    {
      id,
      title: operation.summary,
      level: 2,
      of: id,
      operation: { method, path: `/v2${operation.path}` },
      blocks: requestBlocks(operation, hasSandbox),
      aside: [{ kind: "samples", id, samples: operationSamples(operation) }, ...recordedBlocks(operation)],
    },
    {
      id: `${id}-answer`,
      title: `Response of ${method} ${operation.path}`,
      level: 3,
      of: id,
      blocks: operation.answer === "csv" ? [] : answerTable(operation.answer),
    },
    {
      id: `${id}-errors`,
      title: `Errors of ${method} ${operation.path}`,
      level: 3,
      of: id,
      blocks: faultBlocks(operation),
    },
  ];
}

function requestBlocks(operation: TradingOperation, hasSandbox: boolean): Block[] {
  const { perSecond, perDay, what } = RATE_LIMITS[operation.limit];
  const parts = [
    ["Path parameters", operation.pathParameters],
    ["Query parameters", operation.query],
    ["Body", operation.body],
  ] as const;
  const trial = {
    title: `Try ${operation.method.toUpperCase()} ${operation.path}`,
    to: `/docs/v2/playground?op=${operation.operationId}`,
  };
  return [
    textBlock(operation.purpose),
    textBlock(
      `This call counts towards the limit of ${perSecond} calls a second${perDay === null ? "" : ` and ${perDay.toLocaleString(LOCALE)} a day`} for ${what}. Headers: access-token${operation.isDataApi ? " and client-id" : ""}.`,
    ),
    ...parts.flatMap(([caption, schema]) => (schema === undefined ? [] : [requestTable(caption, schema)])),
    textBlock(`Retry: ${retryText(operation)}`),
    ...(hasSandbox ? [{ kind: "links" as const, items: [trial] }] : []),
  ];
}

function recordedBlocks(operation: TradingOperation): Block[] {
  if (operation.answer === "csv")
    return [
      textBlock("A CSV file."),
      { kind: "links", items: [{ title: "Columns of the file", to: "/docs/v2/instruments#columns" }] },
    ];
  const recorded = findRecordedCall(operation);
  if (recorded === null) return [];
  return [
    codeBlock("json", JSON.stringify(recorded.answer, null, 2), `Status ${operation.status}, recorded`),
  ];
}

/** Returns a sentence about whether a client can safely repeat the call after a lost response. */
export function retryText({ operationId, method, body, isDataApi }: TradingOperation): string {
  const takesName = JSON.stringify(listFields(body ?? NOTHING).map(({ name }) => name)).includes(
    "correlationId",
  );
  if (operationId === "renewToken")
    return "not safe. The response invalidates the old token. If the response is lost, log in again.";
  if (operationId === "placeAlert")
    return "not safe without an Idempotency-Key. A second call creates a second trigger, which sends its orders too. After a timeout, read GET /alerts/orders first.";
  if (operationId === "requestTpin") return "safe. A second call sends another TPIN.";
  if (operationId === "placeForeverOrder")
    return "safe with a correlationId. A second order with the same id is rejected with DH-906, so no order is placed twice. After a timeout, 500 or 504, look for the correlationId in GET /forever/orders first.";
  if (method === "get" || isDataApi || operationId.startsWith("get") || operationId.startsWith("calculate"))
    return "safe. The call changes nothing. After 429, 500 or 504, wait and send it again.";
  if (takesName)
    return "safe with a correlationId. A second order with the same id is rejected with DH-906, so no order is placed twice. After a timeout, 500 or 504, call GET /orders/external/{correlationId} first.";
  if (method === "delete" || method === "put")
    return "safe. The call sets a state. If the first request arrived, the second one returns DH-906 or changes nothing.";
  if (["convertPosition", "advanceClock", "addMarketEvents"].includes(operationId))
    return "not safe. A second call has its effect again. After a timeout, read the state first.";
  return "safe. The call sets a state, so a second call has no further effect.";
}

const NOTHING = z.object({});

type DocumentedError = { code: string; cause: string; fix: string };

/** Returns the errors of an operation: specific ones first, then those of every operation. */
export function listOperationFaults(operation: TradingOperation): DocumentedError[] {
  const { own, common } = groupOperationFaults(operation);
  return [...own, ...common];
}

/** Returns the errors specific to an operation, and those that every operation can return. */
export function groupOperationFaults(
  operation: TradingOperation,
): Record<"own" | "common", DocumentedError[]> {
  const takes = (operation.body ?? operation.pathParameters ?? operation.query) !== undefined;
  const common = operation.isDataApi
    ? ["809", "810", "808", "805", ...(takes ? ["814"] : []), "806", "800"]
    : ["DH-901", "DH-902", "DH-904", ...(takes ? ["DH-905"] : []), "DH-908", "DH-909", "DH-910"];
  const known: readonly DocumentedError[] = [...TRADING_ERRORS, ...DATA_ERRORS];
  const own = OPERATION_FAULTS[operation.operationId as TradingOperationId] ?? [];
  return {
    own: own.map(({ code: name, cause, fix }) => ({ code: name, cause, fix })),
    common: common.flatMap((name) => known.filter(({ code: one }) => one === name)),
  };
}

/** Returns the HTTP status of an error code. */
export function errorStatus(name: string): number {
  return [...TRADING_ERRORS, ...DATA_ERRORS].find(({ code: one }) => one === name)?.status ?? 400;
}

function faultBlocks(operation: TradingOperation): Block[] {
  return [
    tableBlock(
      "Errors",
      ["Code", "Status", "Cause", "Fix"],
      listOperationFaults(operation).map(({ code: name, cause, fix }) => [
        name,
        errorStatus(name),
        cause,
        fix,
      ]),
    ),
    {
      kind: "links",
      items: [{ title: "All codes, and how to reproduce them", to: "/docs/v2/errors" }],
    },
  ];
}

function requestTable(caption: string, schema: z.ZodType): Block {
  return tableBlock(
    caption,
    ["Field", "Type", "Required", "Accepted values"],
    listFields(schema).map(({ name, type, required, what }) => [name, type, required ? "yes" : "no", what]),
  );
}

function answerTable(schema: z.ZodType): Block[] {
  const rows = listFields(schema);
  return rows.length === 0
    ? []
    : [
        tableBlock(
          "Fields of the response",
          ["Field", "Type", "Meaning"],
          rows.map(({ name, type, what }) => [name, type, what]),
        ),
      ];
}
