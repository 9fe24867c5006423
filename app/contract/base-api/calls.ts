// Types of the base API's calls, derived from its contract. The site's client implements them
// (server/provider/base-api-client.ts), and loaders receive them in their context.
import type { z } from "zod";
import type { MARKET_OPERATIONS } from "./market-operations.ts";
import type { BaseApiOperation } from "./operation.ts";
import type { ACCOUNT_OPERATIONS, CATALOGUE_OPERATIONS } from "./operations.ts";
import type { DISCLOSURE_OPERATIONS, RECORD_OPERATIONS } from "./record-operations.ts";

/**
 * Maps every operation to a method. Its arguments are the path parameters in order, the query or body, and the
 * idempotency key. It returns the parsed response, or null if the response has no body. On failure it throws a
 * `Response`: 503 if the provider is unreachable, 502 if its response is invalid, otherwise the provider's status. A
 * 401 means that the client's token is no longer valid.
 */
export type CallsOf<Operations extends Record<string, BaseApiOperation>> = {
  [Id in keyof Operations]: (...sent: MethodArguments<Operations[Id]>) => Promise<AnswerOf<Operations[Id]>>;
};

/** Type of a parsed response, from the accepted schema if the operation has one, otherwise from the contract's. */
type AnswerOf<One extends BaseApiOperation> = One extends { acceptedItemSchema: infer Item extends z.ZodType }
  ? Omit<ParsedAnswer<One>, "items"> & { items: z.output<Item>[] }
  : ParsedAnswer<One>;
type ParsedAnswer<One extends BaseApiOperation> = One extends { reading: infer Reading extends z.ZodType }
  ? z.output<Reading>
  : z.output<One["answer"]>;

export type CatalogueCalls = CallsOf<typeof CATALOGUE_OPERATIONS>;
export type MarketCalls = CallsOf<typeof MARKET_OPERATIONS>;
export type AccountCalls = CallsOf<typeof ACCOUNT_OPERATIONS>;
export type RecordCalls = CallsOf<typeof RECORD_OPERATIONS>;
export type DisclosureCalls = CallsOf<typeof DISCLOSURE_OPERATIONS>;

type MethodArguments<One extends BaseApiOperation> = [
  ...PathArguments<One>,
  ...QueryArgument<One>,
  ...BodyArgument<One>,
  ...KeyArgument<One>,
];

type PathArguments<One> = One extends { path: infer Path; pathParameters: infer Schema extends z.ZodObject }
  ? ParameterValues<ParameterNames<Path>, z.output<Schema>>
  : [];
/** Parameter names of a path template in order: `/v1/a/{id}/b/{day}` has `id` and `day`. */
type ParameterNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [Name, ...ParameterNames<Rest>]
  : [];
type ParameterValues<All extends string[], Parameters> = {
  [Index in keyof All]: All[Index] extends keyof Parameters ? Parameters[All[Index]] : never;
};

type QueryArgument<One> = One extends { query: infer Schema extends z.ZodObject }
  ? QueryTuple<ParsedQuery<z.input<Schema>, z.output<Schema>>>
  : [];
type QueryTuple<Query> = Partial<Query> extends Query ? [query?: Query] : [query: Query];
/**
 * Query values as the contract parses them, for example a number that the address contains as digits. Parameters with a
 * default are optional.
 */
type ParsedQuery<Input, Output> = {
  [Name in keyof Input]: Output[Name & keyof Output] | (undefined extends Input[Name] ? undefined : never);
};

type BodyArgument<One> = One extends { body: infer Schema extends z.ZodType } ? [body: z.input<Schema>] : [];
/** An operation with an idempotency key always requires it here, so that each write is executed once. */
type KeyArgument<One> = One extends { key: string } ? [idempotencyKey: string] : [];
