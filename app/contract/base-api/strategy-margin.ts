// Margin that an algo's largest position requires now.
import { z } from "zod";
import { basketLegSchema } from "./deployment.ts";
import { idSchema } from "./strategy.ts";

export const strategyMarginSchema = z
  .object({
    strategyId: idSchema,
    marginPaise: z.int().nonnegative().nullable().meta({
      description:
        "Highest margin that the largest position of one multiple needs while its legs are sent in order, at today's prices and with hedges. The order window, the margin calculator and the check of orders use the same margin. Null if none of the strategy's instruments is listed",
    }),
    chargesPaise: z.int().nonnegative().nullable().meta({
      description: "Brokerage, taxes and charges of the orders that open it",
    }),
    legs: z.array(basketLegSchema).meta({ description: "The position that the margin is computed for" }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "StrategyMargin" });
export type StrategyMargin = z.infer<typeof strategyMarginSchema>;
