// The base API's contract: every operation with its path, parameters and responses. The OpenAPI document, the sandbox,
// the site's client and the contract tests are derived from it. The accepted schemas also admit responses that deviate
// from the contract but can still be shown.
import { z } from "zod";
import { FILTER_KEYS, facetsSchema } from "../../domain/filters.ts";
import { DEPLOYMENT_OPERATIONS } from "./deployment-operations.ts";
import { MARKET_OPERATIONS } from "./market-operations.ts";
import { type BaseApiOperation, baseApiOperations } from "./operation.ts";
import { PORTFOLIO_OPERATIONS } from "./portfolio-operations.ts";
import { DISCLOSURE_OPERATIONS, RECORD_OPERATIONS } from "./record-operations.ts";
import { SESSION_OPERATIONS } from "./session-operations.ts";
import {
  acceptedSummarySchema,
  idSchema,
  instrumentSchema,
  lenientStrategySchema,
  managerSchema,
  type StrategySummary,
  strategySchema,
  strategySummarySchema,
} from "./strategy.ts";
import { strategyMarginSchema } from "./strategy-margin.ts";
import { cursorSchema, strategyQuerySchema } from "./strategy-query.ts";
import { sharedTracklistSchema } from "./tracklist.ts";
import { TRACKLIST_OPERATIONS } from "./tracklist-operations.ts";

export const BASE_API_VERSION = "1.13.0";

/** Problem details (RFC 9457). `errors` lists the rejected parameters with the expected values. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(z.object({ parameter: z.string(), expected: z.string() })).optional(),
  })
  .meta({ id: "Problem" });
export type ApiProblem = z.infer<typeof problemSchema>;

export const strategyPageSchema = z
  .object({
    items: z.array(strategySummarySchema),
    total: z.int().nonnegative().meta({ description: "Number of matching strategies on all pages" }),
    startIndex: z.int().nonnegative().meta({ description: "Number of matches before the first item" }),
    nextCursor: cursorSchema.nullable(),
    previousCursor: cursorSchema.nullable(),
    facets: facetsSchema.meta({
      description:
        "Number of matches for each option of a filter, as if it were the only option chosen in its group",
    }),
    loosen: z
      .array(
        z.object({
          filter: z.enum(["q", ...FILTER_KEYS, "capital"]),
          total: z.int().positive(),
        }),
      )
      .meta({
        description:
          "Present only if nothing matches: number of matches without one of the filters, largest number first",
      }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "StrategyPage" });
/**
 * A page of algos as the site accepts it. Each item is parsed separately, facets and suggestions of filters to remove
 * are optional, and the time may have any offset. A page with an invalid cursor is still accepted.
 */
const acceptedPageSchema = strategyPageSchema.extend({
  items: z.array(z.unknown()),
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
  facets: facetsSchema.catch({}),
  loosen: strategyPageSchema.shape.loosen.catch([]),
  asOf: z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString()),
});
export type StrategyPage = Omit<z.output<typeof acceptedPageSchema>, "items"> & { items: StrategySummary[] };

export const strategyListSchema = z
  .object({ items: z.array(strategySummarySchema) })
  .meta({ id: "StrategyList" });
const acceptedListSchema = z.object({ items: z.array(z.unknown()) });
export type StrategyList = { items: StrategySummary[] };

export const managerListSchema = z.object({ items: z.array(managerSchema) }).meta({ id: "ManagerList" });
export type ManagerList = z.infer<typeof managerListSchema>;

export const instrumentListSchema = z
  .object({
    items: z.array(instrumentSchema).min(1).max(60),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "InstrumentList" });
export type InstrumentList = z.infer<typeof instrumentListSchema>;

export const healthSchema = z
  .object({ status: z.literal("ok"), strategies: z.int().nonnegative(), simulated: z.boolean() })
  .meta({ id: "Health" });

export const suggestQuerySchema = z.object({ text: z.string().trim().min(1).max(120) });

const byId = z.object({ id: idSchema });

/**
 * Public operations on the catalogue. Performance records have separate operations, because only the disclosure gate
 * may load them.
 */
export const CATALOGUE_OPERATIONS = baseApiOperations({
  listStrategies: {
    path: "/v1/strategies",
    summary: "Strategies by discover query, filters, search text, order and cursor",
    query: z.object(strategyQuerySchema.shape),
    answer: strategyPageSchema,
    reading: acceptedPageSchema,
    acceptedItemSchema: acceptedSummarySchema,
    problems: { 400: "A parameter is not valid; `errors` names each invalid parameter" },
  },
  getStrategy: {
    path: "/v1/strategies/{id}",
    summary: "One strategy with all data of its page; withdrawn strategies remain available",
    pathParameters: byId,
    answer: strategySchema,
    reading: lenientStrategySchema,
    problems: { 404: "No strategy has this id" },
  },
  listSimilarStrategies: {
    path: "/v1/strategies/{id}/similar",
    summary: "Up to six similar strategies of other managers, most similar first",
    pathParameters: byId,
    answer: strategyListSchema,
    reading: acceptedListSchema,
    acceptedItemSchema: acceptedSummarySchema,
    problems: { 404: "No strategy has this id" },
  },
  listStrategyInstruments: {
    path: "/v1/strategies/{id}/instruments",
    summary:
      "Instruments that a strategy watches and would trade now; for options, the contracts nearest to the money",
    pathParameters: byId,
    answer: instrumentListSchema,
    problems: { 404: "No strategy has this id" },
  },
  getStrategyMargin: {
    path: "/v1/strategies/{id}/margin",
    summary: "Margin of a strategy's largest position at today's prices, for one multiple",
    pathParameters: byId,
    answer: strategyMarginSchema,
    problems: { 404: "No strategy has this id" },
  },
  suggestStrategies: {
    path: "/v1/suggestions",
    summary: "Up to six strategies with names similar to a misspelt text",
    query: suggestQuerySchema,
    answer: strategyListSchema,
    reading: acceptedListSchema,
    acceptedItemSchema: acceptedSummarySchema,
    problems: { 400: "The text is missing or longer than 120 characters" },
  },
  listManagers: {
    path: "/v1/managers",
    summary: "All managers",
    answer: managerListSchema,
    reading: acceptedListSchema,
    acceptedItemSchema: managerSchema,
  },
  getManager: {
    path: "/v1/managers/{id}",
    summary: "One manager",
    pathParameters: byId,
    answer: managerSchema,
    problems: { 404: "No manager has this id" },
  },
  getSharedTracklist: {
    path: "/v1/shared-tracklists/{shareId}",
    summary: "A shared tracklist, for anyone who has its address",
    pathParameters: z.object({ shareId: z.string().max(60) }),
    answer: sharedTracklistSchema,
    reading: sharedTracklistSchema.extend({ items: z.array(z.unknown()) }),
    acceptedItemSchema: acceptedSummarySchema,
    problems: { 404: "No tracklist is shared under this name" },
  },
});

/** Operations for the signed-in client. */
export const ACCOUNT_OPERATIONS = {
  ...SESSION_OPERATIONS,
  ...TRACKLIST_OPERATIONS,
  ...DEPLOYMENT_OPERATIONS,
  ...PORTFOLIO_OPERATIONS,
};

export const BASE_API_OPERATIONS = {
  ...CATALOGUE_OPERATIONS,
  ...RECORD_OPERATIONS,
  ...DISCLOSURE_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...MARKET_OPERATIONS,
  ...baseApiOperations({
    getHealth: {
      path: "/v1/health",
      summary: "Health of the base API",
      answer: healthSchema,
    },
  }),
} satisfies Record<string, BaseApiOperation>;
