// Margin that an algo's largest position requires now.
import { z } from "zod";
import { basketLegSchema } from "./deployment.ts";
import { idSchema } from "./strategy.ts";

export const strategyMarginSchema = z
  .object({
    strategyId: idSchema,
    marginPaise: z.int().nonnegative().nullable().meta({
      description:
        "Highest margin of one multiple's largest position while its legs are sent in order at today's prices, hedges included: the order window's margin, the margin calculator's, and what orders are refused by. Null when nothing that it would trade is listed",
    }),
    chargesPaise: z.int().nonnegative().nullable().meta({
      description: "Brokerage, taxes and charges of the orders that open it",
    }),
    legs: z.array(basketLegSchema).meta({ description: "The position that the margin is computed for" }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "StrategyMargin" });
export type StrategyMargin = z.infer<typeof strategyMarginSchema>;
