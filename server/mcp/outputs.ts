// Schemas of tool results. Programs validate results against them, so the schemas accept additional fields of API
// responses.
import { z } from "zod";

const open = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape);
const rows = z.array(open({}));
const total = z.number().describe("Total number of entries; the list may be truncated");
const rupees = (what: string) => z.number().describe(`${what}, rupees`);

export const OUTPUTS = {
  algos: open({
    total,
    algos: z.array(open({ id: z.string(), name: z.string(), minAmountRupees: z.number() })),
  }),
  algo: open({ algo: open({ id: z.string(), name: z.string() }) }),
  evidence: open({
    shown: z.boolean().describe("False if the record may not be shown"),
    explanation: z.string().optional(),
    basis: z.string().optional(),
    hashChain: z.string().optional(),
  }),
  docsSearch: open({ hits: rows, pages: rows.optional() }),
  docsPage: open({ markdown: z.string() }),
  errorCode: open({ error: open({ code: z.string(), cause: z.string(), fix: z.string() }) }),
  instruments: open({
    instruments: z.array(open({ exchangeSegment: z.string(), securityId: z.string(), symbol: z.string() })),
  }),
  quotes: open({ quotes: z.array(open({ exchangeSegment: z.string(), securityId: z.string() })) }),
  candles: open({ total, bars: z.array(open({ at: z.string() })) }),
  expiries: open({ expiries: z.array(z.string()) }),
  optionChain: open({
    underlyingPrice: rupees("Last price of the underlying"),
    expiry: z.string(),
    strikes: z.array(open({ strike: z.number() })),
  }),
  funds: open({ funds: open({}) }),
  holdings: open({ total, holdings: rows }),
  positions: open({ total, positions: rows }),
  orders: open({ total, orders: rows }),
  order: open({ order: open({ orderId: z.string(), orderStatus: z.string() }) }),
  trades: open({ total, trades: rows }),
  preview: open({
    summary: z.string().describe("The sentence that the user approves"),
    confirmationId: z.string(),
    expiresInSeconds: z.number(),
    next: z.string(),
    lastPrice: rupees("Last price").optional(),
    valueRupees: rupees("Value of the order").optional(),
    margin: open({
      totalMargin: rupees("Margin that the order adds to the account's positions; 0 if it releases margin"),
      releasedMargin: rupees("Margin that the order releases, for example because it closes a position"),
      availableBalance: rupees("Available margin"),
    }).optional(),
    charges: z.record(z.string(), z.number()).optional().describe("Each charge in rupees, and their total"),
  }),
  trade: open({
    status: z.enum(["sent", "approval_needed"]),
    results: z
      .array(open({}))
      .optional()
      .describe("Responses of the API, with the order id; `error` for a refused order"),
    approveAt: z.string().optional().describe("Page on which the user approves"),
    next: z.string().optional(),
  }),
} as const;
