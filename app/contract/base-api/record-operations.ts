// Base API contract: operations on performance records, their proofs, and clients' requests for records. Part of
// operations.ts. Only the disclosure gate may call these operations.
import { z } from "zod";
import { baseApiOperations, personalOperations } from "./operation.ts";
import {
  evidenceHeadsSchema,
  evidenceIndexSchema,
  evidenceKeysSchema,
  recordChoiceSchema,
  recordListSchema,
  recordTradesSchema,
  strategyRecordSchema,
} from "./record.ts";
import { idSchema } from "./strategy.ts";
import { strategyStudiesSchema } from "./studies.ts";

const byId = z.object({ id: idSchema });

export const disclosuresSchema = z
  .object({ items: z.array(z.object({ strategyId: idSchema, at: z.iso.datetime() })) })
  .meta({ id: "Disclosures" });

export const RECORD_OPERATIONS = baseApiOperations({
  listStrategyRecords: {
    path: "/v1/strategies/{id}/records",
    summary: "The records of a strategy, by version and evidence class",
    pathParameters: byId,
    answer: recordListSchema,
    problems: { 404: "No strategy has this id" },
  },
  getStrategyRecord: {
    path: "/v1/strategies/{id}/record",
    summary: "One record of a strategy, day by day; empty while it is being computed",
    pathParameters: byId,
    query: recordChoiceSchema,
    answer: strategyRecordSchema,
    problems: {
      400: "The class or version does not exist",
      404: "No strategy has this id, or it does not have this record",
    },
  },
  listRecordTrades: {
    path: "/v1/strategies/{id}/record/trades",
    summary: "The trades of the record, oldest first",
    pathParameters: byId,
    query: recordChoiceSchema,
    answer: recordTradesSchema,
    problems: {
      400: "The class or version does not exist",
      404: "No strategy has this id, or it does not have this record",
    },
  },
  getStrategyStudies: {
    path: "/v1/strategies/{id}/studies",
    summary:
      "Results of a strategy's backtest with other costs, parameters and capital; empty while they are being computed",
    pathParameters: byId,
    answer: strategyStudiesSchema,
    problems: { 404: "No strategy has this id" },
  },
  getEvidenceKeys: {
    path: "/v1/evidence/keys",
    summary: "The operator's public keys for records, newest first, retired ones included",
    answer: evidenceKeysSchema,
  },
  listEvidenceHeads: {
    path: "/v1/evidence/heads",
    summary: "The days for which the heads of all records were published, newest first",
    answer: evidenceIndexSchema,
  },
  getEvidenceHeads: {
    path: "/v1/evidence/heads/{day}",
    summary:
      "The last hash of every record as published on that day. The file is signed and contains the hash of the previous day's file",
    pathParameters: z.object({ day: z.iso.date() }),
    answer: evidenceHeadsSchema,
    problems: { 404: "Nothing was published that day" },
  },
});

export const DISCLOSURE_OPERATIONS = personalOperations({
  listDisclosures: {
    path: "/v1/disclosures",
    summary: "The strategies whose record the client has requested individually",
    answer: disclosuresSchema,
  },
  requestDisclosure: {
    method: "put",
    path: "/v1/disclosures/{id}",
    summary: "Stores the client's individual request for a strategy's record, with its time",
    pathParameters: byId,
    answer: disclosuresSchema,
    problems: { 404: "No strategy has this id" },
  },
});
