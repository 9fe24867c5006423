// How the base API is called, by its contract: an operation's id is the name of a method, whose arguments are what the contract says goes up.
// Types alone; the site's client makes the methods (server/provider/base-api-client.ts), and loaders find them in their context.
import type { z } from "zod";
import type { MARKET_OPERATIONS } from "./market-operations.ts";
import type { BaseApiOperation } from "./operation.ts";
import type { ACCOUNT_OPERATIONS, CATALOGUE_OPERATIONS } from "./operations.ts";
import type { DISCLOSURE_OPERATIONS, RECORD_OPERATIONS } from "./record-operations.ts";

/**
 * Every operation as a method: its path parameters in their order, its query or its body, and its idempotency key. Each returns the
 * parsed answer (null where there is no body) or throws a `Response`: 503 unreachable, 502 broken answer, 404 and other refusals as the
 * provider gave them; 401 where the provider no longer knows the client's token.
 */
export type CallsOf<Operations extends Record<string, BaseApiOperation>> = {
  [Id in keyof Operations]: (...sent: Sent<Operations[Id]>) => Promise<AnswerOf<Operations[Id]>>;
};

/** What the site gets from an answer: `reading` and `itemReading` replace the shapes of the contract. */
type AnswerOf<One extends BaseApiOperation> = One extends { itemReading: infer Item extends z.ZodType }
  ? Omit<Read<One>, "items"> & { items: z.output<Item>[] }
  : Read<One>;
type Read<One extends BaseApiOperation> = One extends { reading: infer Reading extends z.ZodType }
  ? z.output<Reading>
  : z.output<One["answer"]>;

export type CatalogueCalls = CallsOf<typeof CATALOGUE_OPERATIONS>;
export type MarketCalls = CallsOf<typeof MARKET_OPERATIONS>;
export type AccountCalls = CallsOf<typeof ACCOUNT_OPERATIONS>;
export type RecordCalls = CallsOf<typeof RECORD_OPERATIONS>;
export type DisclosureCalls = CallsOf<typeof DISCLOSURE_OPERATIONS>;

type Sent<One extends BaseApiOperation> = [...OfPath<One>, ...OfQuery<One>, ...OfBody<One>, ...OfKey<One>];

type OfPath<One> = One extends { path: infer Path; pathParameters: infer Schema extends z.ZodObject }
  ? Values<Names<Path>, z.output<Schema>>
  : [];
/** Names in a template, in their order: `/v1/a/{id}/b/{day}` has `id` and `day`. */
type Names<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? [Name, ...Names<Rest>] : [];
type Values<All extends string[], Parameters> = {
  [Index in keyof All]: All[Index] extends keyof Parameters ? Parameters[All[Index]] : never;
};

type OfQuery<One> = One extends { query: infer Schema extends z.ZodObject }
  ? Named<AsRead<z.input<Schema>, z.output<Schema>>>
  : [];
type Named<Query> = Partial<Query> extends Query ? [query?: Query] : [query: Query];
/** Values as the contract reads them (a number, though its digits go up); what has a default can be left out. */
type AsRead<Input, Output> = {
  [Name in keyof Input]: Output[Name & keyof Output] | (undefined extends Input[Name] ? undefined : never);
};

type OfBody<One> = One extends { body: infer Schema extends z.ZodType } ? [body: z.input<Schema>] : [];
/** Where a key is taken the site always sends one: a write happens once. */
type OfKey<One> = One extends { key: string } ? [idempotencyKey: string] : [];
