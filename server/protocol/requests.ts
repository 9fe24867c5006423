// JSON requests to the provider's sockets: subscribe, unsubscribe, disconnect. Requests are written in batches of the
// provider's size. The parser accepts the variants that clients send.

import { z } from "zod";
import { parseJson } from "../../app/domain/parse-json.ts";
import type { ExchangeSegment } from "../../app/domain/vocabulary.ts";
import {
  DEPTH_SUBSCRIBE_CODE,
  DEPTH_UNSUBSCRIBE_CODES,
  DISCONNECT_CODE,
  type FeedMode,
  isSegmentName,
  SUBSCRIBE_CODES,
  UNSUBSCRIBE_CODES,
} from "./codes.ts";

export type FeedInstrument = { exchangeSegment: ExchangeSegment; securityId: string };

/** Returns messages with at most `batch` instruments each. */
export function writeRequests(
  requestCode: number,
  instruments: readonly FeedInstrument[],
  batch: number,
): string[] {
  const messages: string[] = [];
  for (let from = 0; from < instruments.length; from += batch) {
    const part = instruments.slice(from, from + batch);
    messages.push(
      JSON.stringify({
        RequestCode: requestCode,
        InstrumentCount: part.length,
        InstrumentList: part.map(({ exchangeSegment, securityId }) => ({
          ExchangeSegment: exchangeSegment,
          SecurityId: securityId,
        })),
      }),
    );
  }
  return messages;
}

export type FeedRequest =
  | { kind: "subscribe" | "unsubscribe"; mode: FeedMode | "depth"; instruments: FeedInstrument[] }
  | { kind: "goodbye" };

const instrumentSchema = z.object({
  ExchangeSegment: z.string(),
  SecurityId: z.coerce.string().regex(/^\d{1,10}$/),
});
const requestSchema = z.object({
  RequestCode: z.coerce.number().int(),
  InstrumentList: z.array(instrumentSchema).max(10_000).optional(),
  /** A request to the 200-level socket contains one instrument: its fields are next to the request code. */
  ...instrumentSchema.partial().shape,
});

const REQUEST_BY_CODE = new Map<number, { kind: "subscribe" | "unsubscribe"; mode: FeedMode | "depth" }>([
  ...(["ticker", "quote", "full"] as const).flatMap(
    (mode) =>
      [
        [SUBSCRIBE_CODES[mode], { kind: "subscribe", mode }],
        [UNSUBSCRIBE_CODES[mode], { kind: "unsubscribe", mode }],
      ] as [number, { kind: "subscribe" | "unsubscribe"; mode: FeedMode }][],
  ),
  [DEPTH_SUBSCRIBE_CODE, { kind: "subscribe", mode: "depth" }],
  ...DEPTH_UNSUBSCRIBE_CODES.map(
    (code) =>
      [code, { kind: "unsubscribe", mode: "depth" }] as [number, { kind: "unsubscribe"; mode: "depth" }],
  ),
]);

/** Parses a request. Returns null for any other text. */
export function readRequest(text: string): FeedRequest | null {
  const parsed = requestSchema.safeParse(parseJson(text));
  if (!parsed.success) return null;
  if (parsed.data.RequestCode === DISCONNECT_CODE) return { kind: "goodbye" };
  const meaning = REQUEST_BY_CODE.get(parsed.data.RequestCode);
  if (meaning === undefined) return null;
  const instruments: FeedInstrument[] = [];
  const beside = instrumentSchema.safeParse(parsed.data);
  for (const { ExchangeSegment, SecurityId } of parsed.data.InstrumentList ??
    (beside.success ? [beside.data] : [])) {
    if (!isSegmentName(ExchangeSegment)) return null;
    instruments.push({ exchangeSegment: ExchangeSegment, securityId: SecurityId });
  }
  return { ...meaning, instruments };
}
