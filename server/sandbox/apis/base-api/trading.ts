// The base API's operations on deployments, orders and trades. Only the access token identifies the client; no other
// part of a request can.
import type { Controls } from "../../algos/deployments/controls.ts";
import type { DeploymentRows } from "../../algos/deployments/deployment-rows.ts";
import type { Deployments } from "../../algos/deployments/deployments.ts";
import type { PnlHistory } from "../../algos/deployments/pnl-history.ts";
import type { Broker } from "../../broker/broker.ts";
import { toOrder, toTrade } from "../../broker/order-rows.ts";
import type { Notifications } from "../notifications/notifications.ts";
import { requireFound } from "./problems.ts";
import type { Handlers } from "./router.ts";

export type TradingServices = {
  deployments: Deployments;
  controls: Controls;
  broker: Broker;
  rows: DeploymentRows;
  history: PnlHistory;
  notifications: Notifications;
};

const DEFAULT_PAGE_SIZE = 50;
export const NO_DEPLOYMENT = "No deployment with this id was found, or nothing awaits consent.";

export function tradingHandlers({ deployments, controls, broker }: TradingServices) {
  return {
    listDeployments: ({ clientId }) => ({
      items: deployments.list(clientId),
      asOf: new Date(broker.now()).toISOString(),
    }),
    createDeployment: ({ clientId, key, body }) => deployments.create(clientId, key, body),
    getDeployment: ({ clientId, path }) => requireFound(deployments.detail(clientId, path.id), NO_DEPLOYMENT),
    actOnDeployment: ({ clientId, path, key, body }) =>
      requireFound(deployments.act(clientId, path.id, key, body), NO_DEPLOYMENT),
    previewAction: ({ clientId, path, query }) =>
      requireFound(deployments.preview(clientId, path.id, query.verb), NO_DEPLOYMENT),
    getVersionDifference: ({ clientId, path }) =>
      requireFound(deployments.difference(clientId, path.id), NO_DEPLOYMENT),
    consentToVersion: ({ clientId, path, body }) =>
      requireFound(deployments.consentToVersion(clientId, path.id, body), NO_DEPLOYMENT),
    ...orderHandlers(broker),
    ...controlHandlers(controls),
  } satisfies Partial<Handlers>;
}

function orderHandlers({ orders }: Broker) {
  return {
    listOrders: ({ clientId, query }) => {
      const limit = query.limit ?? DEFAULT_PAGE_SIZE;
      const rows = orders.list(clientId, {
        ...(query.deployment === undefined ? {} : { deploymentId: query.deployment }),
        ...(query.cursor === undefined ? {} : { before: query.cursor }),
        limit: limit + 1,
      });
      const items = rows.slice(0, limit).map(toOrder);
      return {
        items,
        nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
        latest: orders.events.latest(clientId),
      };
    },
    listTrades: ({ clientId, query }) => {
      const limit = query.limit ?? DEFAULT_PAGE_SIZE;
      const rows = orders.trades(clientId, {
        ...(query.deployment === undefined ? {} : { deploymentId: query.deployment }),
        ...(query.cursor === undefined ? {} : { before: Number(query.cursor) }),
        limit: limit + 1,
      });
      const items = rows.slice(0, limit).map(toTrade);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
    listOrderEvents: ({ clientId, query }) => ({
      items: orders.events.after(clientId, Number(query.after ?? 0), query.limit ?? DEFAULT_PAGE_SIZE),
      latest: orders.events.latest(clientId),
    }),
  } satisfies Partial<Handlers>;
}

function controlHandlers(controls: Controls) {
  return {
    listDisclosures: ({ clientId }) => controls.disclosures(clientId),
    requestDisclosure: ({ clientId, path }) =>
      requireFound(controls.requestDisclosure(clientId, path.id), "No strategy has this id."),
    getFunds: ({ clientId }) => controls.funds(clientId),
    getKillSwitch: ({ clientId }) => controls.killSwitch(clientId),
    setKillSwitch: ({ clientId, body }) =>
      controls.setKillSwitch(clientId, body.killSwitchStatus === "ACTIVATE"),
    getRiskAcknowledgement: ({ clientId }) => controls.riskAcknowledgement(clientId),
    acknowledgeRisk: ({ clientId, body }) => controls.acknowledgeRisk(clientId, body.version),
  } satisfies Partial<Handlers>;
}
