// Base API contract: operations on deployments, orders, trades and their controls. Part of operations.ts.
import { z } from "zod";
import { TRADER_ACTIONS } from "../../domain/deployment-states.ts";
import {
  actionSchema,
  deploymentDetailSchema,
  deploymentListSchema,
  deploymentSchema,
  fundsSchema,
  killSwitchChangeSchema,
  killSwitchSchema,
  newDeploymentSchema,
  newRiskAcknowledgementSchema,
  newVersionConsentSchema,
  previewSchema,
  riskAcknowledgementSchema,
  versionDifferenceSchema,
} from "./deployment.ts";
import { pageSize, personalOperations, uuidPathSchema } from "./operation.ts";
import { orderEventsSchema, orderPageSchema, tradePageSchema } from "./order.ts";

const DEPLOYMENT_NOT_FOUND = "No deployment with this id was found";
/** Pagination of a client's orders or trades. The cursor is a value of the previous page. */
export const recordsQuerySchema = z.object({
  deployment: z.uuid().optional(),
  cursor: z
    .string()
    .regex(/^\d{1,24}$/, "a cursor from an earlier response")
    .optional(),
  limit: pageSize,
});
export const orderEventsQuerySchema = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/, "a sequence number")
    .optional(),
  limit: pageSize,
});
export const previewQuerySchema = z.object({ verb: z.enum(TRADER_ACTIONS) });

export const DEPLOYMENT_OPERATIONS = personalOperations({
  listDeployments: {
    path: "/v1/deployments",
    summary: "The client's deployments with their state and result",
    answer: deploymentListSchema,
  },
  createDeployment: {
    method: "post",
    path: "/v1/deployments",
    summary:
      "Creates a deployment. It waits for the order window, or starts at once if it is on paper without a consent. The same Idempotency-Key returns the first deployment",
    key: "required",
    body: newDeploymentSchema,
    answer: deploymentSchema,
    problems: {
      409: "Prevented by the algo's state, its version, the kill switch, the risk disclosure or another deployment",
      422: "A term is not accepted",
    },
  },
  getDeployment: {
    path: "/v1/deployments/{id}",
    summary: "One deployment with positions, open orders, audit trail and the text that was consented to",
    pathParameters: uuidPathSchema,
    answer: deploymentDetailSchema,
    problems: { 404: DEPLOYMENT_NOT_FOUND },
  },
  actOnDeployment: {
    method: "post",
    path: "/v1/deployments/{id}/actions",
    summary: "Pauses, resumes, exits, hands over or stops a deployment, once for each Idempotency-Key",
    key: "required",
    pathParameters: uuidPathSchema,
    body: actionSchema,
    answer: deploymentSchema,
    problems: {
      404: DEPLOYMENT_NOT_FOUND,
      409: "The deployment's state does not allow the action, or the key was used for another deployment",
      422: "The action is not accepted",
    },
  },
  previewAction: {
    path: "/v1/deployments/{id}/preview",
    summary: "The orders that an action would cancel and send now",
    pathParameters: uuidPathSchema,
    query: previewQuerySchema,
    answer: previewSchema,
    problems: { 400: "The action is not valid", 404: DEPLOYMENT_NOT_FOUND },
  },
  getVersionDifference: {
    path: "/v1/deployments/{id}/version",
    summary: "The changes in a version that needs consent",
    pathParameters: uuidPathSchema,
    answer: versionDifferenceSchema,
    problems: {
      404: "No deployment with this id was found, or no version needs consent",
    },
  },
  consentToVersion: {
    method: "put",
    path: "/v1/deployments/{id}/version",
    summary: "Consents to the new version; the deployment stays paused until it is resumed",
    pathParameters: uuidPathSchema,
    body: newVersionConsentSchema,
    answer: deploymentSchema,
    problems: {
      404: DEPLOYMENT_NOT_FOUND,
      409: "Another version needs consent",
      422: "The consent is not accepted",
    },
  },
  listOrders: {
    path: "/v1/orders",
    summary: "The client's orders, newest first, optionally of one deployment",
    query: recordsQuerySchema,
    answer: orderPageSchema,
    problems: { 400: "A parameter is not valid" },
  },
  listTrades: {
    path: "/v1/trades",
    summary: "The client's trades, newest first, optionally of one deployment",
    query: recordsQuerySchema,
    answer: tradePageSchema,
    problems: { 400: "A parameter is not valid" },
  },
  listOrderEvents: {
    path: "/v1/order-events",
    summary: "Changes of the client's orders after a sequence number, oldest first, without gaps",
    query: orderEventsQuerySchema,
    answer: orderEventsSchema,
    problems: { 400: "A parameter is not valid" },
  },
  getFunds: {
    path: "/v1/funds",
    summary: "Balance, blocked margin and available margin of the client's account",
    answer: fundsSchema,
  },
  getKillSwitch: {
    path: "/v1/kill-switch",
    summary: "State of the client's kill switch, and when it can be lifted",
    answer: killSwitchSchema,
  },
  setKillSwitch: {
    method: "put",
    path: "/v1/kill-switch",
    summary:
      "Sets the kill switch. When on, it stops every deployment, closes their positions and blocks new positions until it is lifted, from the next day at the earliest",
    body: killSwitchChangeSchema,
    answer: killSwitchSchema,
    problems: { 409: "It cannot be lifted yet", 422: "The status is not accepted" },
  },
  getRiskAcknowledgement: {
    path: "/v1/risk-acknowledgement",
    summary: "The version of the risk disclosure on derivatives that the client acknowledged last",
    answer: riskAcknowledgementSchema,
  },
  acknowledgeRisk: {
    method: "put",
    path: "/v1/risk-acknowledgement",
    summary: "Records that the client has read a version of the risk disclosure",
    body: newRiskAcknowledgementSchema,
    answer: riskAcknowledgementSchema,
    problems: { 422: "The version is not accepted" },
  },
});
