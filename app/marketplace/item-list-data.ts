// Structured data (JSON-LD) of a list of algos: only names and addresses, in order.

import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { strategyPath } from "./strategy-path.ts";

export function itemListData(origin: string, strategies: StrategySummary[]): Record<string, unknown> {
  return {
    "@type": "ItemList",
    numberOfItems: strategies.length,
    itemListElement: strategies.map((strategy, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: strategy.name,
      url: `${origin}${strategyPath(strategy)}`,
    })),
  };
}
