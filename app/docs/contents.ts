// The content of each page: what it opens with, the operations of the contract that stand on it, and what is told beside them.
import { TRADING_OPERATION_LIST } from "../wire/trading-api/operations.ts";
import { annexure, instrumentFiles } from "./annexure.ts";
import answers from "./answers.json";
import { list, type Section, section } from "./blocks.ts";
import { authentication, changelog, errors, quickStart, rateLimits, sandbox } from "./narrative.ts";
import { operationSections } from "./operation-section.ts";
import type { DocsPage } from "./pages.ts";
import { datedMarket, simulatedMarket } from "./simulated-market.ts";
import { liveMarketFeed, marketDepth, orderUpdate, postback } from "./streams.ts";

/** Told before the operations. `base` is the site's address without a slash at the end. */
const TOLD: Record<string, (base: string) => Section[]> = {
  "quick-start": quickStart,
  authentication,
  "rate-limits": rateLimits,
  errors,
  sandbox: () => [...sandbox(), ...simulatedMarket(), ...datedMarket()],
  changelog,
  postback,
  "order-update": orderUpdate,
  "live-market-feed": liveMarketFeed,
  "20-market-depth": marketDepth,
  annexure,
  instruments: instrumentFiles,
  portfolio: () => [
    section(
      "what-is-where",
      "Holdings and positions",
      list(
        "Shares bought for delivery are a position on the day and a holding from the next trading day on.",
        "Derivatives in MARGIN stay positions until they are closed or expire.",
        "The site's own deployments of an account are counted in; exits here leave theirs alone.",
      ),
    ),
  ],
};

const recorded: Record<string, unknown> = answers;

export function contentsOf(page: Pick<DocsPage, "id">, base: string): Section[] {
  const operations = TRADING_OPERATION_LIST.filter((operation) => operation.page === page.id);
  return [
    ...(TOLD[page.id]?.(base) ?? []),
    ...operations.flatMap((operation) => {
      const answer = recorded[operation.operationId];
      return operationSections(operation, answer === undefined ? null : JSON.stringify(answer, null, 2));
    }),
  ];
}
