// The base API's contract: every operation with its path, its parameters and its answers. The OpenAPI document, the
// sandbox, the site's client and the contract tests are all checked against these shapes.
import { z } from "zod";
import { DEPLOYMENT_OPERATIONS } from "./base-api-deployments.ts";
import { MARKET_OPERATIONS } from "./base-api-market.ts";
import { PORTFOLIO_OPERATIONS } from "./base-api-portfolio.ts";
import { SESSION_OPERATIONS } from "./base-api-sessions.ts";
import { FILTER_KEYS, facetsSchema } from "./filters.ts";
import { byUuid, type Operation, SIGNED_OUT } from "./operation.ts";
import {
  evidenceHeadsSchema,
  evidenceIndexSchema,
  evidenceKeysSchema,
  recordChoiceSchema,
  recordListSchema,
  recordTradesSchema,
  strategyRecordSchema,
} from "./record.ts";
import {
  idSchema,
  instrumentSchema,
  managerSchema,
  strategySchema,
  strategySummarySchema,
} from "./strategy.ts";
import { strategyMarginSchema } from "./strategy-margin.ts";
import { strategyQuerySchema } from "./strategy-query.ts";
import { strategyStudiesSchema } from "./studies.ts";
import {
  newTracklistSchema,
  sharedTracklistSchema,
  tracklistChangeSchema,
  tracklistSchema,
  tracklistsSchema,
} from "./tracklist.ts";

export const BASE_API_VERSION = "1.6.1";

/** RFC 9457. `errors` names each parameter that was refused and what was expected. */
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
    total: z.int().nonnegative().meta({ description: "Strategies that match, on all pages" }),
    startIndex: z.int().nonnegative().meta({ description: "How many matches stand before the first item" }),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
    facets: facetsSchema.meta({
      description: "For each option of a filter: the matches if that group held only it",
    }),
    loosen: z
      .array(
        z.object({
          filter: z.enum(["q", ...FILTER_KEYS, "capital"]),
          total: z.int().positive(),
        }),
      )
      .meta({
        description: "Only when nothing matches: what would match without that one filter, most first",
      }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "StrategyPage" });
export type StrategyPage = z.infer<typeof strategyPageSchema>;

export const strategyListSchema = z
  .object({ items: z.array(strategySummarySchema) })
  .meta({ id: "StrategyList" });
export type StrategyList = z.infer<typeof strategyListSchema>;

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
const NO_TRACKLIST = "The client has no such tracklist, or there is no such strategy";

export const BASE_API_OPERATIONS = {
  listStrategies: {
    operationId: "listStrategies",
    method: "get",
    path: "/v1/strategies",
    summary: "Strategies by discover query, filters, search text, order and cursor",
    query: z.object(strategyQuerySchema.shape),
    answer: strategyPageSchema,
    problems: { 400: "A parameter was not understood; `errors` names each" },
  },
  getStrategy: {
    operationId: "getStrategy",
    method: "get",
    path: "/v1/strategies/{id}",
    summary: "One strategy with everything its page shows; withdrawn ones stay readable",
    pathParameters: byId,
    answer: strategySchema,
    problems: { 404: "No strategy has this id" },
  },
  listSimilarStrategies: {
    operationId: "listSimilarStrategies",
    method: "get",
    path: "/v1/strategies/{id}/similar",
    summary: "Up to six strategies of other managers that trade alike, the most alike first",
    pathParameters: byId,
    answer: strategyListSchema,
    problems: { 404: "No strategy has this id" },
  },
  listStrategyInstruments: {
    operationId: "listStrategyInstruments",
    method: "get",
    path: "/v1/strategies/{id}/instruments",
    summary:
      "What a strategy watches and would trade at this moment: its instruments, and for options the contracts nearest to the money",
    pathParameters: byId,
    answer: instrumentListSchema,
    problems: { 404: "No strategy has this id" },
  },
  getStrategyMargin: {
    operationId: "getStrategyMargin",
    method: "get",
    path: "/v1/strategies/{id}/margin",
    summary: "What a strategy's largest position blocks at today's prices, for one multiple",
    pathParameters: byId,
    answer: strategyMarginSchema,
    problems: { 404: "No strategy has this id" },
  },
  listStrategyRecords: {
    operationId: "listStrategyRecords",
    method: "get",
    path: "/v1/strategies/{id}/records",
    summary: "Which records a strategy has, by version and evidence class",
    pathParameters: byId,
    answer: recordListSchema,
    problems: { 404: "No strategy has this id" },
  },
  getStrategyRecord: {
    operationId: "getStrategyRecord",
    method: "get",
    path: "/v1/strategies/{id}/record",
    summary: "One record of a strategy, day by day; empty while it is being made",
    pathParameters: byId,
    query: recordChoiceSchema,
    answer: strategyRecordSchema,
    problems: { 400: "No such class or version", 404: "No strategy has this id, or it has no such record" },
  },
  listRecordTrades: {
    operationId: "listRecordTrades",
    method: "get",
    path: "/v1/strategies/{id}/record/trades",
    summary: "The trades that the record is made of, oldest first",
    pathParameters: byId,
    query: recordChoiceSchema,
    answer: recordTradesSchema,
    problems: { 400: "No such class or version", 404: "No strategy has this id, or it has no such record" },
  },
  getStrategyStudies: {
    operationId: "getStrategyStudies",
    method: "get",
    path: "/v1/strategies/{id}/studies",
    summary:
      "What a strategy's backtest comes to with other costs, parameters and capital; empty while it is computed",
    pathParameters: byId,
    answer: strategyStudiesSchema,
    problems: { 404: "No strategy has this id" },
  },
  getEvidenceKeys: {
    operationId: "getEvidenceKeys",
    method: "get",
    path: "/v1/evidence/keys",
    summary: "The operator's public keys that sign records, the newest first; retired ones stay",
    answer: evidenceKeysSchema,
    problems: {},
  },
  listEvidenceHeads: {
    operationId: "listEvidenceHeads",
    method: "get",
    path: "/v1/evidence/heads",
    summary: "The days of which the heads of all records were published, the newest first",
    answer: evidenceIndexSchema,
    problems: {},
  },
  getEvidenceHeads: {
    operationId: "getEvidenceHeads",
    method: "get",
    path: "/v1/evidence/heads/{day}",
    summary:
      "The last hash of every record as it was published that day, signed, and linked to the day before",
    pathParameters: z.object({ day: z.iso.date() }),
    answer: evidenceHeadsSchema,
    problems: { 404: "Nothing was published that day" },
  },
  suggestStrategies: {
    operationId: "suggestStrategies",
    method: "get",
    path: "/v1/suggestions",
    summary: "Up to six strategies whose name looks like a misspelt text",
    query: suggestQuerySchema,
    answer: strategyListSchema,
    problems: { 400: "The text is missing or longer than 120 characters" },
  },
  listManagers: {
    operationId: "listManagers",
    method: "get",
    path: "/v1/managers",
    summary: "All managers",
    answer: managerListSchema,
    problems: {},
  },
  getManager: {
    operationId: "getManager",
    method: "get",
    path: "/v1/managers/{id}",
    summary: "One manager",
    pathParameters: byId,
    answer: managerSchema,
    problems: { 404: "No manager has this id" },
  },
  ...SESSION_OPERATIONS,
  listTracklists: {
    operationId: "listTracklists",
    method: "get",
    path: "/v1/tracklists",
    summary: "The client's tracklists, by name",
    isPersonal: true,
    answer: tracklistsSchema,
    problems: { 401: SIGNED_OUT },
  },
  createTracklist: {
    operationId: "createTracklist",
    method: "post",
    path: "/v1/tracklists",
    summary: "A new, empty tracklist. Sent again with the same Idempotency-Key it answers with the first one",
    isPersonal: true,
    key: "taken",
    body: newTracklistSchema,
    answer: tracklistSchema,
    problems: {
      401: SIGNED_OUT,
      409: "There is one of this name, or the client has as many as there may be",
      422: "The name is not accepted",
    },
  },
  changeTracklist: {
    operationId: "changeTracklist",
    method: "patch",
    path: "/v1/tracklists/{id}",
    summary: "Renames a tracklist, or shares it and stops sharing it",
    isPersonal: true,
    pathParameters: byUuid,
    body: tracklistChangeSchema,
    answer: tracklistSchema,
    problems: {
      401: SIGNED_OUT,
      404: NO_TRACKLIST,
      409: "There is another one of this name",
      422: "The name is not accepted",
    },
  },
  deleteTracklist: {
    operationId: "deleteTracklist",
    method: "delete",
    path: "/v1/tracklists/{id}",
    summary: "Deletes a tracklist; for a day it can be restored",
    isPersonal: true,
    pathParameters: byUuid,
    answer: z.null(),
    problems: { 401: SIGNED_OUT, 404: NO_TRACKLIST },
  },
  restoreTracklist: {
    operationId: "restoreTracklist",
    method: "put",
    path: "/v1/tracklists/{id}/restored",
    summary: "Takes a deletion back",
    isPersonal: true,
    pathParameters: byUuid,
    answer: tracklistSchema,
    problems: { 401: SIGNED_OUT, 404: NO_TRACKLIST, 409: "There is one of this name again" },
  },
  trackStrategy: {
    operationId: "trackStrategy",
    method: "put",
    path: "/v1/tracklists/{id}/strategies/{strategyId}",
    summary: "Puts a strategy on a tracklist; already there, nothing changes",
    isPersonal: true,
    pathParameters: byUuid.extend({ strategyId: idSchema }),
    answer: tracklistSchema,
    problems: { 401: SIGNED_OUT, 404: NO_TRACKLIST, 409: "The tracklist is full" },
  },
  untrackStrategy: {
    operationId: "untrackStrategy",
    method: "delete",
    path: "/v1/tracklists/{id}/strategies/{strategyId}",
    summary: "Takes a strategy off a tracklist; not there, nothing changes",
    isPersonal: true,
    pathParameters: byUuid.extend({ strategyId: idSchema }),
    answer: tracklistSchema,
    problems: { 401: SIGNED_OUT, 404: NO_TRACKLIST },
  },
  getSharedTracklist: {
    operationId: "getSharedTracklist",
    method: "get",
    path: "/v1/shared-tracklists/{shareId}",
    summary: "A tracklist that its owner shares, for anybody who has its address",
    pathParameters: z.object({ shareId: z.string().max(60) }),
    answer: sharedTracklistSchema,
    problems: { 404: "No tracklist is shared under this name" },
  },
  ...DEPLOYMENT_OPERATIONS,
  ...PORTFOLIO_OPERATIONS,
  ...MARKET_OPERATIONS,
  getHealth: {
    operationId: "getHealth",
    method: "get",
    path: "/v1/health",
    summary: "Whether the base API can answer",
    answer: healthSchema,
    problems: {},
  },
} as const satisfies Record<string, Operation>;
