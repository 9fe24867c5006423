// A call of the trading API as a program sends it, with its recorded response, for pages outside the documentation.
import { TRADING_OPERATIONS, type TradingOperationId } from "../contract/trading-api/operations.ts";
import { highlightCode } from "./highlight.ts";
import { displayedExample, findRecordedCall } from "./recorded.ts";

export type ExampleCall = { id: string; words: string; html: string };

const json = (value: unknown): string => JSON.stringify(value, null, 2);
/** Returns a list with its first entry only, which is enough for an example. */
const shortenList = (answer: unknown): unknown => (Array.isArray(answer) ? answer.slice(0, 1) : answer);

/** Returns the call. With `isCompact`, the response is on one line. */
export function exampleCall(id: TradingOperationId, isCompact = false): ExampleCall {
  const operation = TRADING_OPERATIONS[id];
  const { body } = displayedExample(operation);
  const answer = shortenList(findRecordedCall(operation)?.answer ?? null);
  const parts = [
    `${operation.method.toUpperCase()} /v2${operation.path}`,
    ...(body === undefined ? [] : [json(body)]),
    "",
    ...(isCompact
      ? [`${operation.status} ${JSON.stringify(answer)}`]
      : [`${operation.status}`, json(answer)]),
  ];
  return {
    id,
    words: parts.join("\n"),
    html: parts.map((part) => highlightCode("json", part) ?? "").join("\n"),
  };
}
