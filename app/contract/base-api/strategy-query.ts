// Query that selects strategies: for items of the Discover menu, for the named lists (`field_name`), and for the
// marketplace's filters. operation.ts encodes a query; the base API decodes it with `decodeStrategyQuery`.
import { z } from "zod";
import { FILTER_KEYS, filterShape } from "../../domain/filters.ts";
import { LISTED_STATES, NAMED_LISTS, RISKS, SORTS, STRATEGY_STATES, TAGS } from "../../domain/vocabulary.ts";
import {
  AMOUNT_MAX_RUPEES,
  CURSOR_MAX_CHARS,
  CURSOR_PATTERN,
  PAGE_SIZE_MAX,
  SEARCH_TEXT_MAX_CHARS,
} from "./limits.ts";
import { idSchema } from "./strategy.ts";

const amount = z.int().positive().max(AMOUNT_MAX_RUPEES);

/** Query of an item in the Discover menu. */
export const discoverQuerySchema = z.object({
  tags: z.array(z.enum(TAGS)).max(TAGS.length).optional(),
  tags_match_type: z.enum(["all", "any"]).optional(),
  min_amount: amount.optional(),
  min_amount_val: z.enum(["Lower", "Greater"]).optional().meta({
    description: "Lower: strictly below min_amount. Greater: at or above it.",
  }),
  risk: z.enum(RISKS).optional(),
  partner_name: z.string().min(1).max(80).optional(),
  field_name: z.enum(NAMED_LISTS).optional(),
});
export type DiscoverQuery = z.infer<typeof discoverQuerySchema>;

export const cursorSchema = z
  .string()
  .max(CURSOR_MAX_CHARS)
  .regex(CURSOR_PATTERN, "a cursor from an earlier response");

export const strategyQuerySchema = discoverQuerySchema
  .extend({
    ...filterShape,
    capital: amount.optional().meta({ description: "Highest minimum amount of a strategy, in rupees" }),
    q: z.string().trim().min(1).max(SEARCH_TEXT_MAX_CHARS).optional(),
    id: z.array(idSchema).max(PAGE_SIZE_MAX).optional(),
    state: z
      .array(z.enum(STRATEGY_STATES))
      .max(STRATEGY_STATES.length)
      .optional()
      .meta({
        description: `Default: ${LISTED_STATES.join(", ")}`,
      }),
    sort: z.enum(SORTS).optional(),
    limit: z.int().min(0).max(PAGE_SIZE_MAX).optional(),
    cursor: cursorSchema.optional(),
  })
  .refine((query) => (query.min_amount === undefined) === (query.min_amount_val === undefined), {
    message: "min_amount and min_amount_val must be sent together",
    path: ["min_amount_val"],
  });
export type StrategyQuery = z.infer<typeof strategyQuerySchema>;

const LIST_KEYS = new Set<string>(["tags", ...FILTER_KEYS, "id", "state"]);
const NUMBER_KEYS = new Set(["min_amount", "capital", "limit"]);

/** Decodes a query. Unknown keys are rejected, so that a misspelled filter is not ignored silently. */
export function decodeStrategyQuery(params: URLSearchParams) {
  const raw: Record<string, unknown> = {};
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key);
    if (LIST_KEYS.has(key)) raw[key] = values;
    else if (values.length > 1) raw[key] = values;
    else if (NUMBER_KEYS.has(key))
      raw[key] = /^\d{1,12}$/.test(values[0] ?? "") ? Number(values[0]) : values[0];
    else raw[key] = values[0];
  }
  return strictQuerySchema.safeParse(raw);
}

const strictQuerySchema = z.strictObject(strategyQuerySchema.shape).superRefine((query, context) => {
  if ((query.min_amount === undefined) !== (query.min_amount_val === undefined))
    context.addIssue({
      code: "custom",
      path: ["min_amount_val"],
      message: "min_amount and min_amount_val must be sent together",
    });
});
