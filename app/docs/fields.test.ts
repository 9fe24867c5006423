import { expect, it } from "vitest";
import type { z } from "zod";
import { ANSWER_HEADERS, REQUEST_HEADERS } from "../contract/trading-api/headers.ts";
import { COMPACT_COLUMNS, DETAILED_COLUMNS } from "../contract/trading-api/instrument-columns.ts";
import {
  dataFaultSchema,
  TRADING_OPERATION_LIST,
  tradingFaultSchema,
} from "../contract/trading-api/operations.ts";
import {
  DEPTH_HEADER,
  DEPTH_ROW,
  FULL_LEVEL,
  MARKET_HEADER,
  MARKET_PACKETS,
} from "../contract/trading-api/packets.ts";
import {
  depthRequestSchema,
  feedRequestSchema,
  orderAlertSchema,
  orderLoginSchema,
  PACKET_FIELD_DESCRIPTIONS,
  POSTBACK_HEADERS,
  postbackSchema,
} from "../contract/trading-api/sockets.ts";
import { listFields } from "./fields.ts";

const DESCRIPTION_MIN_CHARS = 4;

type Named = [where: string, schema: z.ZodType, isSent: boolean];
const schemas: Named[] = [
  ...TRADING_OPERATION_LIST.flatMap(({ operationId, pathParameters, query, body, answer }): Named[] => [
    ...(pathParameters === undefined ? [] : [[`${operationId} path`, pathParameters, true] as Named]),
    ...(query === undefined ? [] : [[`${operationId} query`, query, true] as Named]),
    ...(body === undefined ? [] : [[`${operationId} body`, body, true] as Named]),
    ...(answer === "csv" ? [] : [[`${operationId} answer`, answer, false] as Named]),
  ]),
  ["trading fault", tradingFaultSchema, false],
  ["data fault", dataFaultSchema, false],
  ["feed request", feedRequestSchema, true],
  ["depth request", depthRequestSchema, true],
  ["order login", orderLoginSchema, true],
  ["order update", orderAlertSchema, false],
  ["postback", postbackSchema, false],
];

it("every field of every schema has a description", () => {
  const bare = schemas.flatMap(([where, schema]) =>
    listFields(schema)
      .filter(({ description }) => description.length < DESCRIPTION_MIN_CHARS)
      .map(({ name }) => `${where}: ${name}`),
  );
  expect(bare).toEqual([]);
  expect(schemas.reduce((sum, [, schema]) => sum + listFields(schema).length, 0)).toBeGreaterThan(800);
});

it("the description of an optional or nullable field mentions omission or null", () => {
  const silent = schemas.flatMap(([where, schema]) =>
    listFields(schema)
      .filter(
        ({ required, type, description }) =>
          (!required && !/omit/i.test(description)) ||
          (/\bnull\b/.test(type) && !/\bnull\b/i.test(description)),
      )
      .map(({ name }) => `${where}: ${name}`),
  );
  expect(silent).toEqual([]);
});

it("the description of every number has at least two words", () => {
  const bare = schemas.flatMap(([where, schema]) =>
    listFields(schema)
      .filter(({ type, name }) => /^(?:number|integer)$/.test(type) && !name.endsWith("{key}"))
      .filter(({ what }) => what.split(/\s+/).length < 2)
      .map(({ name }) => `${where}: ${name}`),
  );
  expect(bare).toEqual([]);
});

it("headers, packet fields and file columns have descriptions", () => {
  const layouts = [
    MARKET_HEADER,
    FULL_LEVEL,
    DEPTH_HEADER,
    DEPTH_ROW,
    ...Object.values(MARKET_PACKETS).map(({ fields }) => fields),
  ];
  const bare = [
    ...layouts.flatMap((layout) => Object.keys(layout)).filter((name) => !PACKET_FIELD_DESCRIPTIONS[name]),
    ...[...ANSWER_HEADERS, ...REQUEST_HEADERS]
      .filter(({ description }) => description === "")
      .map(({ name }) => name),
    ...[...POSTBACK_HEADERS, ...DETAILED_COLUMNS, ...COMPACT_COLUMNS]
      .filter(([, description]) => description.length < DESCRIPTION_MIN_CHARS)
      .map(([name]) => name),
  ];
  expect(bare).toEqual([]);
});
