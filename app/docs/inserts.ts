// Tables and lists that Markdown pages insert by name, as in `{{insert rate-limits}}`. They are generated from the
// contract, so that they cannot differ from it.

import { FAULT_LIMITS, FAULTS, type FaultKind, MAGIC_QUANTITIES } from "../contract/trading-api/faults.ts";
import { ANSWER_HEADERS, REQUEST_HEADERS } from "../contract/trading-api/headers.ts";
import { COMPACT_COLUMNS, DETAILED_COLUMNS } from "../contract/trading-api/instrument-columns.ts";
import { NOT_SERVED } from "../contract/trading-api/not-served.ts";
import {
  codeAnchor,
  DATA_ERRORS,
  type ErrorCode,
  RATE_LIMITS,
  TRADING_ERRORS,
  TRADING_OPERATION_LIST,
} from "../contract/trading-api/operations.ts";
import { MARKET_EVENTS, SCENARIO_LIMITS } from "../contract/trading-api/scenario.ts";
import { NAMED_SCENARIOS } from "../contract/trading-api/scenario-library.ts";
import { requiredScope, SCOPE_DESCRIPTIONS, SCOPES } from "../contract/trading-api/scopes.ts";
import { orderAlertDataSchema, POSTBACK_HEADERS, postbackSchema } from "../contract/trading-api/sockets.ts";
import { REJECT_CAUSES } from "../contract/trading-api/vocabulary.ts";
import { LOCALE } from "../format/locale.ts";
import { type Block, type Section, tableBlock, textBlock } from "./blocks.ts";
import { DATED_INSERTS } from "./dated-market.ts";
import { listFields } from "./fields.ts";
import { PACKET_INSERTS } from "./packet-tables.ts";

const HEADER_COLUMNS = ["Header", "Meaning", "When", "Example"];
const COLUMN_COLUMNS = ["Column", "Meaning", "Example"];
const FIELD_COLUMNS = ["Field", "Type", "Meaning"];

type Header = { name: string; description: string; when: string; example: string };
const headerTable = (caption: string, headers: readonly Header[]) =>
  tableBlock(
    caption,
    HEADER_COLUMNS,
    headers.map(({ name, description, when, example }) => [name, description, when, example]),
    [0, 3],
  );

const ALL_ERRORS = [...TRADING_ERRORS, ...DATA_ERRORS];
const errorTable = (caption: string, errors: readonly Omit<ErrorCode, "type">[]): Block => ({
  ...tableBlock(
    caption,
    ["Code", "Status", "Cause", "Fix"],
    errors.map(({ code, status, cause, fix }) => [code, status, cause, fix]),
  ),
  ids: errors.map(({ code }) => codeAnchor(code)),
});

const fieldTable = (caption: string, schema: Parameters<typeof listFields>[0]) =>
  tableBlock(
    caption,
    FIELD_COLUMNS,
    listFields(schema).map(({ name, type, what }) => [name, type, what]),
  );

const faultTable = (faultKind: FaultKind, title: string) =>
  tableBlock(
    title,
    ["Fault", "What happens", "Parameter: default"],
    FAULTS.filter(({ kind }) => kind === faultKind).map(({ name, what, parameters }) => [
      name,
      what,
      Object.entries(parameters)
        .map(([parameter, value]) => `${parameter}: ${value}`)
        .join("; "),
    ]),
  );

export const INSERTS: Readonly<Record<string, () => (Block | Section)[]>> = {
  "not-served": () => [
    {
      ...tableBlock(
        "Not served",
        ["What", "Instead", "Code"],
        Object.values(NOT_SERVED).map(({ what, instead, code }) => [what, instead, code]),
      ),
      ids: Object.keys(NOT_SERVED),
    },
  ],
  "reject-causes": () => [
    {
      ...tableBlock("Values of rejectCode", ["rejectCode", "Cause"], Object.entries(REJECT_CAUSES), [0]),
      ids: Object.keys(REJECT_CAUSES).map(codeAnchor),
    },
  ],
  "rate-limits": () => [
    tableBlock(
      "Maximum calls of an account",
      ["Calls", "Per second", "Per day"],
      Object.values(RATE_LIMITS).map(({ what, perSecond, perDay }) => [
        what,
        perSecond.toLocaleString(LOCALE),
        perDay?.toLocaleString(LOCALE) ?? "no limit",
      ]),
      [],
    ),
  ],
  "answer-headers": () => [headerTable("Headers of responses", ANSWER_HEADERS)],
  "request-headers": () => [headerTable("Headers of requests", REQUEST_HEADERS)],
  "trading-errors": () => [errorTable("Codes of trading, funds and charts", TRADING_ERRORS)],
  "data-errors": () => [errorTable("Codes of quotes, option chains and sockets", DATA_ERRORS)],
  "safe-to-retry": () => [
    textBlock(
      `Only ${new Intl.ListFormat("en-GB").format(ALL_ERRORS.flatMap(({ code, isSafeToRetry }) => (isSafeToRetry ? [code] : [])))} are safe to retry unchanged.`,
    ),
  ],
  "error-recipes": () => [
    tableBlock(
      "How to get each error code",
      ["Code", "Request"],
      ALL_ERRORS.map(({ code, reproduction }) => [code, reproduction]),
    ),
  ],
  "magic-quantities": () => [
    tableBlock(
      "Faults by quantity",
      ["Units of a share", "Lots of a contract", "Fault"],
      MAGIC_QUANTITIES.map(({ units, lots, fault }) => [units, lots, fault]),
      [0, 1, 2],
    ),
  ],
  "call-faults": () => [faultTable("call", "Faults of a call")],
  "order-faults": () => [faultTable("order", "Faults of an order")],
  "socket-faults": () => [faultTable("socket", "Faults of a socket's messages")],
  scenarios: () => [
    tableBlock(
      "Named scenarios",
      ["Name", "What happens"],
      NAMED_SCENARIOS.map(({ name, what }) => [name, what]),
      [0],
    ),
  ],
  "market-events": () => [
    tableBlock(
      "Events of a market",
      ["Event", "What happens", "Required fields", "Optional fields"],
      Object.entries(MARKET_EVENTS).map(([event, { what, needs, may }]) => [
        event,
        what,
        needs.join(", "),
        ["at", ...may].join(", "),
      ]),
      [0, 2, 3],
    ),
  ],
  "scenario-limits": () => [
    tableBlock(
      "Limits of a scenario",
      ["Limit", "At most"],
      [
        ["Market events, including those added later", SCENARIO_LIMITS.eventsAtMost],
        ["Holdings", SCENARIO_LIMITS.holdingsAtMost],
        ["Positions", SCENARIO_LIMITS.positionsAtMost],
        ["Fault rules", FAULT_LIMITS.rulesAtMost],
        ["Speed of the clock, seconds per second", SCENARIO_LIMITS.speedAtMost],
      ],
    ),
  ],
  scopes: () => [
    tableBlock(
      "Scopes",
      ["Scope", "What it allows", "Operations"],
      SCOPES.map((scope) => [
        scope,
        SCOPE_DESCRIPTIONS[scope],
        TRADING_OPERATION_LIST.filter((operation) => requiredScope(operation) === scope).length,
      ]),
    ),
  ],
  "order-alert-fields": () => [fieldTable("Fields of Data", orderAlertDataSchema)],
  "postback-fields": () => [fieldTable("Fields of the body", postbackSchema)],
  "postback-headers": () => [
    tableBlock(
      "Headers",
      ["Header", "Meaning", "Example"],
      POSTBACK_HEADERS.map((row) => [...row]),
      [0, 2],
    ),
  ],
  "detailed-columns": () => [
    tableBlock(
      "Columns of the detailed file and of the file of one segment",
      COLUMN_COLUMNS,
      DETAILED_COLUMNS.map((row) => [...row]),
      [0, 2],
    ),
  ],
  "compact-columns": () => [
    tableBlock(
      "Columns of the compact file",
      COLUMN_COLUMNS,
      COMPACT_COLUMNS.map((row) => [...row]),
      [0, 2],
    ),
  ],
  ...PACKET_INSERTS,
  ...DATED_INSERTS,
};

export function getInsert(name: string): (Block | Section)[] {
  const insert = Object.hasOwn(INSERTS, name) ? INSERTS[name] : undefined;
  if (insert === undefined) throw new Error(`no table or list is called ${name}`);
  return insert();
}
