// The content of each page: its introduction, the contract's operations on it, and the text next to them.

import { withoutSandbox } from "../format/without-sandbox.ts";
import { TRADING_OPERATION_LIST } from "../wire/trading-api/operations.ts";
import { annexure, instrumentFiles } from "./annexure.ts";
import { assistants } from "./assistants.ts";
import { authentication } from "./authentication.ts";
import { type Block, code, list, type Section, section, text } from "./blocks.ts";
import { changelog } from "./changelog.ts";
import { clients } from "./clients.ts";
import { commandLine } from "./command-line.ts";
import { freezeAndSlicing, marketHours, orderStates, sandboxAndLive } from "./concepts.ts";
import { errors, quickStart, rateLimits, sandbox } from "./narrative.ts";
import { operationSections } from "./operation-section.ts";
import type { DocsPage } from "./page-shape.ts";
import type { ApiPlace } from "./place.ts";
import { datedMarket, simulatedMarket } from "./simulated-market.ts";
import { depth200, liveMarketFeed, marketDepth, orderUpdate, postback } from "./streams.ts";

/** Text before the operations. */
const TOLD: Record<string, (place: ApiPlace) => Section[]> = {
  "quick-start": quickStart,
  authentication,
  "rate-limits": rateLimits,
  errors,
  sandbox: (place) => [...sandbox(place), ...simulatedMarket(), ...datedMarket()],
  assistants: ({ origin }) => assistants(origin),
  clients: ({ origin }) => clients(origin),
  "command-line": commandLine,
  "market-hours": marketHours,
  "order-states": orderStates,
  "freeze-and-slicing": freezeAndSlicing,
  "sandbox-and-live": sandboxAndLive,
  changelog,
  postback,
  "order-update": orderUpdate,
  "live-market-feed": liveMarketFeed,
  "20-market-depth": marketDepth,
  "200-market-depth": depth200,
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

/** Pages at one place; a site has one or two addresses. */
const KEPT_AT_MOST = 200;
const kept = new Map<string, Section[]>();

/** The sections of a page, computed once for each page and place. Without a sandbox, sections about it are left out. */
export function contentsOf(page: Pick<DocsPage, "id">, place: ApiPlace): Section[] {
  const key = `${page.id} ${JSON.stringify(place)}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = makeContents(page, place);
  if (kept.size >= KEPT_AT_MOST) kept.clear();
  kept.set(key, made);
  return made;
}

function makeContents(page: Pick<DocsPage, "id">, place: ApiPlace): Section[] {
  const operations = TRADING_OPERATION_LIST.filter(
    (operation) =>
      operation.page === page.id && (place.hasSandbox || !operation.path.startsWith("/sandbox/")),
  );
  const sections = [
    ...(TOLD[page.id]?.(place) ?? []),
    ...operations.flatMap((operation) => operationSections(operation, place.hasSandbox)),
  ];
  return place.hasSandbox ? sections : sections.flatMap(bare);
}

/** The section without what speaks of a sandbox; none when nothing is left. */
function bare(section: Section): Section[] {
  const title = withoutSandbox(section.title);
  const blocks = section.blocks.flatMap(bareBlock);
  if (title === "" || (blocks.length === 0 && section.blocks.length > 0)) return [];
  return [
    {
      ...section,
      title,
      blocks,
      ...(section.aside === undefined ? {} : { aside: section.aside.flatMap(bareBlock) }),
    },
  ];
}

function bareBlock(block: Block): Block[] {
  switch (block.kind) {
    case "text": {
      const words = withoutSandbox(block.text);
      return words === "" ? [] : [{ ...block, text: words }];
    }
    case "list": {
      const items = block.items.map(withoutSandbox).filter((item) => item !== "");
      return items.length === 0 ? [] : [{ ...block, items }];
    }
    case "table": {
      const kept = block.columns.flatMap((column, index) => (/sandbox/i.test(column) ? [] : [index]));
      const rows = block.rows
        .filter(([first = ""]) => !/sandbox/i.test(first))
        .map((row) => kept.map((index) => withoutSandbox(row[index] ?? "")));
      return rows.length === 0
        ? []
        : [{ ...block, columns: kept.map((index) => block.columns[index] ?? ""), rows }];
    }
    case "links": {
      const items = block.items.filter(({ title, to }) => !/sandbox|\/playground/i.test(`${title} ${to}`));
      return items.length === 0 ? [] : [{ ...block, items }];
    }
    case "code":
      return /sandbox/i.test(block.text) ? [] : [block];
    default:
      return [block];
  }
}
