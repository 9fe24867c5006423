// The base API's part on deployments, orders and trades. The client is whoever the access token says; nothing in a request
// names another.
import type { Hono } from "hono";
import {
  orderEventsQuerySchema,
  previewQuerySchema,
  recordsQuerySchema,
} from "../../../../app/wire/base-api-deployments.ts";
import {
  actionSchema,
  killSwitchChangeSchema,
  newDeploymentSchema,
  newRiskAcknowledgementSchema,
  newVersionConsentSchema,
} from "../../../../app/wire/deployment.ts";
import type { Controls } from "../../algos/deployments/controls.ts";
import type { DeploymentRows } from "../../algos/deployments/deployment-rows.ts";
import type { Deployments } from "../../algos/deployments/deployments.ts";
import type { PnlHistory } from "../../algos/deployments/pnl-history.ts";
import type { Broker } from "../../broker/broker.ts";
import { asOrder, asTrade } from "../../broker/order-store.ts";
import type { Notifications } from "../notifications/notifications.ts";
import { demandKey, found, readBody, readQuery } from "./read-body.ts";

export type Trading = {
  deployments: Deployments;
  controls: Controls;
  broker: Broker;
  rows: DeploymentRows;
  history: PnlHistory;
  notifications: Notifications;
};
type Personal = Hono<{ Variables: { clientId: string } }>;

const PAGE_DEFAULT = 50;

export function createTradingRoutes(api: Personal, { deployments, controls, broker }: Trading): void {
  api.get("/v1/deployments", (context) =>
    context.json({
      items: deployments.list(context.get("clientId")),
      asOf: new Date(broker.now()).toISOString(),
    }),
  );

  api.post("/v1/deployments", async (context) => {
    const body = await readBody(context, newDeploymentSchema);
    if (body instanceof Response) return body;
    const key = demandKey(context);
    return key instanceof Response
      ? key
      : context.json(deployments.create(context.get("clientId"), key, body));
  });

  api.get("/v1/deployments/:id", (context) =>
    found(context, deployments.detail(context.get("clientId"), context.req.param("id"))),
  );

  api.post("/v1/deployments/:id/actions", async (context) => {
    const body = await readBody(context, actionSchema);
    if (body instanceof Response) return body;
    const key = demandKey(context);
    if (key instanceof Response) return key;
    return found(context, deployments.act(context.get("clientId"), context.req.param("id"), key, body));
  });

  api.get("/v1/deployments/:id/preview", (context) => {
    const query = readQuery(context, previewQuerySchema);
    if (query instanceof Response) return query;
    return found(context, deployments.preview(context.get("clientId"), context.req.param("id"), query.verb));
  });

  api.get("/v1/deployments/:id/version", (context) =>
    found(context, deployments.difference(context.get("clientId"), context.req.param("id"))),
  );

  api.put("/v1/deployments/:id/version", async (context) => {
    const body = await readBody(context, newVersionConsentSchema);
    if (body instanceof Response) return body;
    return found(
      context,
      deployments.consentToVersion(context.get("clientId"), context.req.param("id"), body),
    );
  });

  createOrderRoutes(api, broker);
  createControlRoutes(api, controls);
}

function createOrderRoutes(api: Personal, { orders }: Broker): void {
  api.get("/v1/orders", (context) => {
    const query = readQuery(context, recordsQuerySchema);
    if (query instanceof Response) return query;
    const clientId = context.get("clientId");
    const limit = Number(query.limit ?? PAGE_DEFAULT);
    const rows = orders.list(clientId, {
      ...(query.deployment === undefined ? {} : { deploymentId: query.deployment }),
      ...(query.cursor === undefined ? {} : { before: query.cursor }),
      limit: limit + 1,
    });
    const items = rows.slice(0, limit).map(asOrder);
    return context.json({
      items,
      nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
      latest: orders.latestSequence(clientId),
    });
  });

  api.get("/v1/trades", (context) => {
    const query = readQuery(context, recordsQuerySchema);
    if (query instanceof Response) return query;
    const limit = Number(query.limit ?? PAGE_DEFAULT);
    const rows = orders.trades(context.get("clientId"), {
      ...(query.deployment === undefined ? {} : { deploymentId: query.deployment }),
      ...(query.cursor === undefined ? {} : { before: Number(query.cursor) }),
      limit: limit + 1,
    });
    const items = rows.slice(0, limit).map(asTrade);
    return context.json({ items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null });
  });

  api.get("/v1/order-events", (context) => {
    const query = readQuery(context, orderEventsQuerySchema);
    if (query instanceof Response) return query;
    const clientId = context.get("clientId");
    return context.json({
      items: orders.events(clientId, Number(query.after ?? 0), Number(query.limit ?? PAGE_DEFAULT)),
      latest: orders.latestSequence(clientId),
    });
  });
}

function createControlRoutes(api: Personal, controls: Controls): void {
  api.get("/v1/disclosures", (context) => context.json(controls.disclosures(context.get("clientId"))));

  api.put("/v1/disclosures/:id", (context) =>
    found(context, controls.requestDisclosure(context.get("clientId"), context.req.param("id"))),
  );

  api.get("/v1/funds", (context) => context.json(controls.funds(context.get("clientId"))));

  api.get("/v1/kill-switch", (context) => context.json(controls.killSwitch(context.get("clientId"))));

  api.put("/v1/kill-switch", async (context) => {
    const body = await readBody(context, killSwitchChangeSchema);
    if (body instanceof Response) return body;
    return context.json(
      controls.setKillSwitch(context.get("clientId"), body.killSwitchStatus === "ACTIVATE"),
    );
  });

  api.get("/v1/risk-acknowledgement", (context) =>
    context.json(controls.riskAcknowledgement(context.get("clientId"))),
  );

  api.put("/v1/risk-acknowledgement", async (context) => {
    const body = await readBody(context, newRiskAcknowledgementSchema);
    if (body instanceof Response) return body;
    return context.json(controls.acknowledgeRisk(context.get("clientId"), body.version));
  });
}
