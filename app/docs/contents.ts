// The content of each page: what it opens with, the operations of the contract that stand on it, and what is told beside them.
import { TRADING_OPERATION_LIST } from "../wire/trading-api/operations.ts";
import { annexure, instrumentFiles } from "./annexure.ts";
import answers from "./answers.json";
import { assistants } from "./assistants.ts";
import { code, list, type Section, section, text } from "./blocks.ts";
import { clients } from "./clients.ts";
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
  assistants,
  clients,
  changelog,
  postback,
  "order-update": orderUpdate,
  "live-market-feed": liveMarketFeed,
  "20-market-depth": marketDepth,
  annexure,
  instruments: instrumentFiles,
  funds: () => [
    section(
      "how-funds-add-up",
      "How funds add up",
      text("After every order, fill, conversion and fee, to the paisa:"),
      code(
        "text",
        "availabelBalance = sodLimit + realizedProfit + collateralAmount + receiveableAmount - utilizedAmount",
      ),
      list(
        "sodLimit: cash at the start of the day, what carried contracts had cost, and money added today.",
        "realizedProfit: the day's realised P&L over all positions (realizedProfit of each in GET /positions), less charges and fees. The sandbox adds this field.",
        "receiveableAmount: what shares had cost that were held at the start of the day and sold today.",
        "utilizedAmount: the margin of positions with the loss made on them so far, the margin of pending orders with their charges, and what was bought today for delivery. A gain that is not realised adds nothing.",
        "Each pending order counts at its own price, an order at market at its protected limit. A pending buy and a pending sell never offset each other; only what closes a position that is held blocks nothing.",
        "The margin calculator, the order window and the broker's refusal use the same function, so what one says the other does.",
      ),
    ),
  ],
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
