// The base API's operations on a client's account: portfolio, own positions and orders, statements, events, and changes
// of a running deployment. The access token identifies the client.
import { AccountLimits } from "../../algos/deployments/account-limits.ts";
import { TermChanges } from "../../algos/deployments/change-terms.ts";
import { EventLog } from "../../algos/deployments/event-log.ts";
import { OwnPositions } from "../../algos/deployments/own-positions.ts";
import { Portfolio } from "../../algos/deployments/portfolio.ts";
import { Statements } from "../../algos/deployments/statements.ts";
import { type OrderRow, toOrder } from "../../broker/order-rows.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { requireFound } from "./problems.ts";
import type { Handlers } from "./router.ts";
import { NO_DEPLOYMENT, type TradingServices } from "./trading.ts";

const NO_POSITION = "No position with this id was found.";
const DEFAULT_EVENT_COUNT = 50;

export function portfolioHandlers(db: SandboxDatabase, trading: TradingServices) {
  const { broker, rows, history, deployments } = trading;
  const portfolio = new Portfolio({ db, broker, rows, history });
  const limits = new AccountLimits({ db, broker, rows });
  const positions = new OwnPositions({ db, broker, rows });
  const statements = new Statements({ db, broker, rows });
  const events = new EventLog({ db, rows, now: broker.now });
  const terms = new TermChanges({ db, broker, rows, deployments });

  return {
    getPortfolio: ({ clientId }) => portfolio.read(clientId),
    getAccountLimits: ({ clientId }) => limits.read(clientId),
    setAccountLimits: ({ clientId, body }) => limits.set(clientId, body),
    listPositions: ({ clientId }) => ({
      items: positions.list(clientId),
      asOf: new Date(broker.now()).toISOString(),
    }),
    squareOffPositions: ({ clientId, key, body }) =>
      ordersResponse(positions.squareOff(clientId, key, body.refs)),
    previewOrder: ({ clientId, body }) => requireFound(positions.preview(clientId, body), NO_POSITION),
    placeOrder: ({ clientId, key, body }) => ordersResponse(positions.place(clientId, key, body)),
    getStatement: ({ clientId, query }) => statements.read(clientId, query.year ?? null),
    listAccountEvents: ({ clientId, query }) =>
      events.list(clientId, { ...query, limit: query.limit ?? DEFAULT_EVENT_COUNT }),
    previewDeployment: ({ clientId, body }) =>
      requireFound(terms.preview(clientId, body), "This algo does not exist in this version."),
    changeTerms: ({ clientId, path, body }) =>
      requireFound(
        terms.change(clientId, path.id, body) ? deployments.detail(clientId, path.id) : null,
        NO_DEPLOYMENT,
      ),
  } satisfies Partial<Handlers>;
}

const ordersResponse = (orders: OrderRow[] | null) => ({
  items: requireFound(orders, NO_POSITION).map(toOrder),
});
