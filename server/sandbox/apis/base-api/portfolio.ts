// The base API's part on a client's account as a whole: portfolio, positions and orders of one's own, statements, events, and the change
// of a running deployment. The client is whoever the access token says.
import type { Context, Hono } from "hono";
import {
  basketWantedSchema,
  eventsQuerySchema,
  newOrderSchema,
  squareOffSchema,
  statementQuerySchema,
  termsChangeSchema,
} from "../../../../app/wire/portfolio.ts";
import { TermChanges } from "../../algos/deployments/change-terms.ts";
import { EventLog } from "../../algos/deployments/event-log.ts";
import { OwnPositions } from "../../algos/deployments/own-positions.ts";
import { Portfolio } from "../../algos/deployments/portfolio.ts";
import { Statements } from "../../algos/deployments/statements.ts";
import { asOrder, type OrderRow } from "../../broker/order-store.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { problem, refuse } from "./problems.ts";
import { demandKey, found, readBody, readQuery } from "./read-body.ts";
import type { Trading } from "./trading.ts";

export const PORTFOLIO_PATHS = [
  "/v1/portfolio",
  "/v1/positions",
  "/v1/positions/*",
  "/v1/orders/*",
  "/v1/statement",
  "/v1/events",
];
const EVENTS_DEFAULT = 50;

type Personal = Hono<{ Variables: { clientId: string } }>;

export function createPortfolioRoutes(api: Personal, db: SandboxDatabase, trading: Trading): void {
  const { broker, rows, history, deployments } = trading;
  const portfolio = new Portfolio({ db, broker, rows, history });
  const positions = new OwnPositions({ db, broker, rows });
  const statements = new Statements({ db, broker, rows });
  const events = new EventLog({ db, rows, now: broker.now });
  const terms = new TermChanges({ db, broker, rows, deployments });

  api.get("/v1/portfolio", (context) => context.json(portfolio.read(context.get("clientId"))));

  api.get("/v1/positions", (context) =>
    context.json({
      items: positions.list(context.get("clientId")),
      asOf: new Date(broker.now()).toISOString(),
    }),
  );

  api.post("/v1/positions/square-off", async (context) => {
    const body = await readBody(context, squareOffSchema);
    if (body instanceof Response) return body;
    const key = demandKey(context);
    if (key instanceof Response) return key;
    return sent(context, positions.squareOff(context.get("clientId"), key, body.refs));
  });

  api.post("/v1/orders/preview", async (context) => {
    const body = await readBody(context, newOrderSchema);
    if (body instanceof Response) return body;
    return found(context, positions.preview(context.get("clientId"), body), "There is no such position.");
  });

  api.post("/v1/orders", async (context) => {
    const body = await readBody(context, newOrderSchema);
    if (body instanceof Response) return body;
    const key = demandKey(context);
    if (key instanceof Response) return key;
    return sent(context, positions.place(context.get("clientId"), key, body));
  });

  api.get("/v1/statement", (context) => {
    const query = readQuery(context, statementQuerySchema);
    if (query instanceof Response) return query;
    return context.json(statements.read(context.get("clientId"), query.year ?? null));
  });

  api.get("/v1/events", (context) => {
    const query = readQuery(context, eventsQuerySchema);
    if (query instanceof Response) return query;
    const limit = Number(query.limit ?? EVENTS_DEFAULT);
    return context.json(events.list(context.get("clientId"), { ...query, limit }));
  });

  api.post("/v1/deployments/preview", async (context) => {
    const body = await readBody(context, basketWantedSchema);
    if (body instanceof Response) return body;
    return found(
      context,
      terms.preview(context.get("clientId"), body),
      "There is no such algo in this version.",
    );
  });

  api.put("/v1/deployments/:id/terms", async (context) => {
    const body = await readBody(context, termsChangeSchema);
    if (body instanceof Response) return body;
    const [clientId, id] = [context.get("clientId"), context.req.param("id")];
    return found(context, terms.change(clientId, id, body) ? deployments.detail(clientId, id) : null);
  });
}

function sent(context: Context, orders: OrderRow[] | null): Response {
  return orders === null
    ? refuse(problem(404, "Not found", "There is no such position."))
    : context.json({ items: orders.map(asOrder) });
}
