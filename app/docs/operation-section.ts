// One operation of the contract as a section: what it is for, the call in four languages, what goes up, what comes down, what can go
// wrong.
import type { z } from "zod";
import { fillExample } from "../wire/trading-api/examples.ts";
import type { TradingOperation } from "../wire/trading-api/operation.ts";
import { RATE_LIMITS } from "../wire/trading-api/operations.ts";
import { type Block, code, type Section, table, text } from "./blocks.ts";
import { fieldsOf } from "./fields.ts";
import { callOf, samplesOf } from "./samples.ts";

/** Stand for what a reader's own account has. */
export const SHOWN_VALUES = {
  orderId: "11261120000001",
  pendingOrderId: "11261120000002",
  superOrderId: "11261120000003",
  foreverOrderId: "52261120482913",
  lowPrice: 950,
  lowestPrice: 900,
  highPrice: 1100,
  today: "2026-11-20",
  weekAgo: "2026-11-13",
  monthAgo: "2026-10-20",
  nextExpiry: "2026-12-01",
};

/** "placeOrder" → "place-order". */
export function anchorOf(operation: Pick<TradingOperation, "operationId">): string {
  return operation.operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function operationSections(operation: TradingOperation, answer: string | null): Section[] {
  const id = anchorOf(operation);
  const { perSecond, perDay } = RATE_LIMITS[operation.limit];
  const blocks: Block[] = [
    code("http", `${operation.method.toUpperCase()} /v2${operation.path}`),
    text(operation.purpose),
    text(
      `Counts as one of ${perSecond} calls a second${perDay === null ? "" : ` and ${perDay.toLocaleString("en-IN")} a day`} for ${RATE_LIMITS[operation.limit].what}. Headers: access-token${operation.isData ? " and client-id" : ""}.`,
    ),
    {
      kind: "samples",
      id,
      samples: samplesOf(callOf(operation, fillExample(operation.example, SHOWN_VALUES))),
    },
  ];
  const parts = [
    ["Path parameters", operation.pathParameters],
    ["Query parameters", operation.query],
    ["Body", operation.body],
  ] as const;
  const tables = parts.flatMap(([caption, schema]) =>
    schema === undefined ? [] : [requestTable(caption, schema)],
  );
  const answerBlocks: Block[] =
    operation.answer === "csv"
      ? [text("A CSV file; its columns are listed on the page about instruments.")]
      : [
          ...(answer === null ? [] : [code("json", answer, `Status ${operation.status}`)]),
          ...answerTable(operation.answer),
        ];
  const faults: Block[] = [
    text(
      operation.isData
        ? "A fault of this family has its code as the only key of data; 809, 805 and 814 are the usual ones."
        : "A fault names its type, code and message; DH-901, DH-904 and DH-905 are the usual ones.",
    ),
    {
      kind: "links",
      items: [{ title: "All codes, with cause, fix and how to meet them", to: "/docs/v2/errors" }],
    },
  ];
  return [
    { id, title: operation.summary, level: 2, blocks: [...blocks, ...tables] },
    {
      id: `${id}-answer`,
      title: `Answer of ${operation.method.toUpperCase()} ${operation.path}`,
      level: 3,
      blocks: [...answerBlocks, ...faults],
    },
  ];
}

function requestTable(caption: string, schema: z.ZodType): Block {
  return table(
    caption,
    ["Field", "Type", "Needed", "What it takes"],
    fieldsOf(schema).map(({ name, type, required, what }) => [name, type, required ? "yes" : "no", what]),
  );
}

function answerTable(schema: z.ZodType): Block[] {
  const rows = fieldsOf(schema);
  return rows.length === 0
    ? []
    : [
        table(
          "Fields of the answer",
          ["Field", "Type", "What it is"],
          rows.map(({ name, type, what }) => [name, type, what]),
        ),
      ];
}
