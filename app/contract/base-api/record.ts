// A strategy's performance record in the base API: the daily results of one evidence class. Days are only appended, and
// the record is sealed as described in `record-seal.ts`. Sums are whole paise. The disclosure gate decides who may see
// a record.
import { z } from "zod";
import { recordTextsSchema } from "./disclosure-texts.ts";
import { idSchema, versionSchema } from "./strategy.ts";

/**
 * Evidence classes, which are never combined: a backtest on past prices, paper trading without money, and live trading.
 */
export const EVIDENCE_CLASSES = ["backtest", "paper", "live"] as const;
export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number];

/**
 * Start of a backtest. `own`: the start of the price history. `live`: the first day of the version's live record, with
 * the same capital.
 */
export const RECORD_STARTS = ["own", "live"] as const;
export type RecordStart = (typeof RECORD_STARTS)[number];

/**
 * Selects the part of a live record that a verification covers. It ends with the last complete month before the
 * verification, contains the trades that were open then, and has a separate seal.
 */
const verifiedPart = z.literal("verified");

/** Selects a record. The default is the current version's backtest. */
export const recordChoiceSchema = z.strictObject({
  evidence: z.enum(EVIDENCE_CLASSES).default("backtest"),
  version: versionSchema.optional(),
  start: z.enum(RECORD_STARTS).default("own").meta({
    description:
      "live: the backtest from the live record's first day, with the same payments of fresh capital",
  }),
  part: verifiedPart.optional().meta({
    description:
      "verified: the live record as it was at the end of the last complete month before its verification, with its own seal",
  }),
});
export type RecordChoice = {
  evidence: EvidenceClass;
  version?: string | undefined;
  start?: RecordStart | undefined;
  part?: "verified" | undefined;
};

/** Text without control characters, because tabs and line breaks delimit the sealed fields and lines. */
const textWithoutControls = z.string().regex(/^\P{Cc}*$/u, "text without control characters");
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const MISS_KINDS = ["refused", "away", "capital"] as const;
export const missedSignalSchema = z
  .object({
    at: z.iso.datetime(),
    kind: z.enum(MISS_KINDS).meta({
      description:
        "refused: an order was rejected; away: the algo could not reach the exchange; capital: the capital was too small",
    }),
    reason: textWithoutControls,
  })
  .meta({ id: "MissedSignal" });
export type MissedSignal = z.infer<typeof missedSignalSchema>;

const paise = z.int();
const costLines = {
  brokeragePaise: paise,
  transactionTaxPaise: paise,
  exchangePaise: paise,
  regulatorPaise: paise,
  stampDutyPaise: paise,
  gstPaise: paise,
  slippagePaise: paise,
};
export const costLinesSchema = z.object(costLines).meta({ id: "CostLines" });
export type CostLines = z.infer<typeof costLinesSchema>;

export const recordDaySchema = z
  .object({
    day: z.iso.date(),
    netPaise: paise.meta({
      description: "Net P&L from the record's start to the end of the day",
    }),
    grossPaise: paise,
    feePaise: paise.nonnegative(),
    marginPaise: paise.nonnegative(),
    trades: z.int().nonnegative().meta({ description: "Positions opened so far" }),
    benchmark: z.number().positive().meta({ description: "Close of the benchmark, at most two decimals" }),
    hash: sha256.meta({
      description: "SHA-256 of the previous hash and the day's lines, as the record format defines",
    }),
  })
  .meta({ id: "RecordDay" });
export type RecordDay = z.infer<typeof recordDaySchema>;

export const END_KINDS = ["capital", "withdrawn", "suspended", "replaced", "went_live"] as const;
export type EndKind = (typeof END_KINDS)[number];

/** A period without trades and positions. During this period only the algo's fee changes the result. */
export const idleSegmentSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    days: z.int().positive().meta({ description: "Trading days" }),
    feePaise: paise.nonnegative().meta({ description: "Fees charged in this period" }),
    signalsPassed: z
      .int()
      .nonnegative()
      .meta({ description: "Signals in this period for which the capital was too small" }),
  })
  .meta({ id: "IdleSegment" });
export type IdleSegment = z.infer<typeof idleSegmentSchema>;

export const cashFlowSchema = z
  .object({
    day: z.iso.date(),
    amountPaise: paise.meta({ description: "Positive: paid in before the day opened; negative: taken out" }),
    note: textWithoutControls.max(200),
  })
  .meta({ id: "CashFlow" });
export type CashFlow = z.infer<typeof cashFlowSchema>;

export const CORPORATE_ACTIONS = ["split", "bonus", "dividend", "rights", "merger", "symbol_change"] as const;
export const corporateActionSchema = z
  .object({
    day: z.iso.date().meta({ description: "The ex-date" }),
    symbol: textWithoutControls.min(1).max(80),
    kind: z.enum(CORPORATE_ACTIONS),
    numerator: z
      .int()
      .positive()
      .meta({ description: "New shares for `denominator` old shares; otherwise 1 for 1" }),
    denominator: z.int().positive(),
    amountPaise: paise.nonnegative().meta({ description: "Dividend per share" }),
    note: textWithoutControls.max(200),
  })
  .meta({ id: "CorporateAction" });

export const recordSealSchema = z
  .object({
    format: z.literal(3),
    texts: sha256.meta({ description: "SHA-256 of the lines of the texts" }),
    head: sha256.meta({ description: "SHA-256 of the head's lines, which are signed" }),
    keyId: z.string().regex(/^[0-9a-f]{16}$/),
    signature: z.base64().meta({ description: "Ed25519, 64 bytes" }),
  })
  .meta({ id: "RecordSeal" });

export const strategyRecordSchema = z
  .object({
    strategyId: idSchema,
    version: z.string(),
    evidence: z.enum(EVIDENCE_CLASSES),
    start: z.enum(RECORD_STARTS),
    part: verifiedPart
      .optional()
      .meta({ description: "Present only in a record of the part that a verification covers" }),
    simulated: z.boolean(),
    state: z.enum(["ready", "being_made"]),
    since: z.iso
      .date()
      .meta({ description: "Start of the recorded deployment; days before `from` are not stored" }),
    from: z.iso.date().nullable().meta({ description: "Its first day; null while it is being computed" }),
    to: z.iso.date().nullable().meta({ description: "Its last day so far" }),
    endedOn: z.iso
      .date()
      .nullable()
      .meta({ description: "The last day of an ended record; null while days are added" }),
    endKind: z.enum(END_KINDS).nullable(),
    endReason: textWithoutControls.nullable().meta({ description: "Reason for its end, as a sentence" }),
    signalsPassed: z
      .int()
      .nonnegative()
      .meta({ description: "Signals for which the capital was too small, to the end of the record" }),
    signalsAfterEnd: z
      .int()
      .nonnegative()
      .meta({ description: "Signals after the record ended for lack of capital" }),
    idle: z.array(idleSegmentSchema).meta({ description: "Periods without trades or positions, by date" }),
    capitalRupees: z.int().positive(),
    feeMonthlyPaise: paise.nonnegative().meta({ description: "The manager's monthly fee, GST included" }),
    barSeconds: z.int().positive().meta({ description: "Interval at which the rules are evaluated" }),
    benchmark: textWithoutControls.min(1),
    method: z.array(textWithoutControls).meta({ description: "The method, in sentences" }),
    costs: costLinesSchema.meta({ description: "Costs of all trades" }),
    cashFlows: z.array(cashFlowSchema).meta({
      description:
        "Money paid in or taken out; not part of the result. Fresh capital after losses starts a new segment of the record",
    }),
    corporateActions: z.array(corporateActionSchema),
    genesis: sha256.meta({ description: "SHA-256 of the header's lines: the hash before the first day" }),
    days: z.array(recordDaySchema),
    trades: z.int().nonnegative(),
    missed: z.array(missedSignalSchema).meta({ description: "Signals that did not lead to an entry" }),
    madeAt: z.iso.datetime().nullable(),
    texts: recordTextsSchema.meta({ description: "Texts to be shown with its figures" }),
    seal: recordSealSchema.nullable().meta({ description: "Null while it is being computed" }),
  })
  .meta({ id: "StrategyRecord" });
export type StrategyRecord = z.infer<typeof strategyRecordSchema>;

export const recordListingSchema = z
  .object({
    version: versionSchema,
    evidence: z.enum(EVIDENCE_CLASSES),
    start: z.enum(RECORD_STARTS),
    part: verifiedPart.optional(),
    state: z.enum(["ready", "being_made"]),
    from: z.iso.date(),
    to: z.iso
      .date()
      .meta({ description: "Last day of the complete record; for a current record, the last completed day" }),
    head: sha256
      .nullable()
      .meta({ description: "The seal's head, which changes whenever the record changes" }),
    digest: sha256.nullable().optional().meta({
      description: "SHA-256 of the stored record with its trades",
    }),
  })
  .meta({ id: "RecordListing" });
export type RecordListing = z.infer<typeof recordListingSchema>;
export const recordListSchema = z
  .object({
    items: z.array(recordListingSchema).meta({ description: "Newest version first" }),
    making: z
      .object({ done: z.int().nonnegative(), total: z.int().nonnegative() })
      .nullable()
      .meta({ description: "Progress while records of any strategy are being computed" }),
  })
  .meta({ id: "RecordList" });
export type RecordList = z.infer<typeof recordListSchema>;

export const recordTradeSchema = z
  .object({
    number: z.int().positive(),
    openedAt: z.iso.datetime(),
    closedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Null: open at the end of the record, valued at its last price" }),
    legs: z.array(
      z.object({
        symbol: textWithoutControls,
        side: z.enum(["BUY", "SELL"]),
        quantity: z.int().positive(),
        entryPaise: paise,
        exitPaise: paise.nullable(),
      }),
    ),
    grossPaise: paise,
    costs: costLinesSchema,
    netPaise: paise,
    favourablePaise: paise,
    adversePaise: paise,
    marginPaise: paise,
    entryReason: textWithoutControls,
    exitReason: textWithoutControls,
  })
  .meta({ id: "RecordTrade" });
export type RecordTrade = z.infer<typeof recordTradeSchema>;

export const recordTradesSchema = z
  .object({ items: z.array(recordTradeSchema).meta({ description: "Oldest first" }) })
  .meta({ id: "RecordTrades" });

const keyId = z.string().regex(/^[0-9a-f]{16}$/);
export const evidenceKeysSchema = z
  .object({
    keys: z.array(
      z.object({
        id: keyId.meta({ description: "The first 16 hex digits of the public key's SHA-256" }),
        algorithm: z.literal("Ed25519"),
        publicKey: z.base64().meta({ description: "32 bytes" }),
        since: z.iso.datetime(),
        until: z.iso.datetime().nullable().meta({ description: "Null for the key in use" }),
      }),
    ),
  })
  .meta({ id: "EvidenceKeys" });
export type EvidenceKeys = z.infer<typeof evidenceKeysSchema>;

export const evidenceHeadsSchema = z
  .object({
    format: z.literal(2),
    day: z.iso.date().meta({ description: "The last day of its records" }),
    previous: z
      .object({ day: z.iso.date(), sha256 })
      .nullable()
      .meta({ description: "The file before it, with the SHA-256 of its lines; null for the first" }),
    publishedAt: z.iso.datetime(),
    records: z.array(
      z.object({
        strategyId: idSchema,
        version: z.string(),
        evidence: z.enum(EVIDENCE_CLASSES),
        start: z.enum(RECORD_STARTS),
        part: verifiedPart.optional(),
        last: sha256.meta({ description: "The hash of the record's last day" }),
      }),
    ),
    keyId,
    signature: z.base64(),
  })
  .meta({ id: "EvidenceHeads" });
export type EvidenceHeads = z.infer<typeof evidenceHeadsSchema>;

export const evidenceIndexSchema = z
  .object({
    items: z.array(z.object({ day: z.iso.date(), sha256 })).meta({ description: "Newest first" }),
  })
  .meta({ id: "EvidenceIndex" });
export type EvidenceIndex = z.infer<typeof evidenceIndexSchema>;
