// Base API contract: operations on deployments, orders, trades and their controls; part of operations.ts.
import { z } from "zod";
import { VERBS } from "../../domain/deployment-states.ts";
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
import { type BaseApiOperation, byUuid, pageSize, SIGNED_OUT } from "./operation.ts";
import { orderEventsSchema, orderPageSchema, tradePageSchema } from "./order.ts";

const NO_DEPLOYMENT = "The client has no such deployment";
/** Pagination of a client's orders or trades; the cursor is from the previous page. */
export const recordsQuerySchema = z.object({
  deployment: z.uuid().optional(),
  cursor: z
    .string()
    .regex(/^\d{1,24}$/, "a cursor from an earlier answer")
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
export const previewQuerySchema = z.object({ verb: z.enum(VERBS) });

export const DEPLOYMENT_OPERATIONS = {
  listDeployments: {
    operationId: "listDeployments",
    method: "get",
    path: "/v1/deployments",
    summary: "The client's deployments with their state and result",
    isPersonal: true,
    answer: deploymentListSchema,
    problems: { 401: SIGNED_OUT },
  },
  createDeployment: {
    operationId: "createDeployment",
    method: "post",
    path: "/v1/deployments",
    summary:
      "Asks for a deployment. It waits at the order window, or starts at once if it is on paper and has no consent; sent again with the same Idempotency-Key it answers with the first one",
    isPersonal: true,
    key: "needed",
    body: newDeploymentSchema,
    answer: deploymentSchema,
    problems: {
      401: SIGNED_OUT,
      409: "The algo, its version, the kill switch, the risk disclosure or another deployment stands against it",
      422: "A term is not accepted",
    },
  },
  getDeployment: {
    operationId: "getDeployment",
    method: "get",
    path: "/v1/deployments/{id}",
    summary: "One deployment with positions, open orders, audit trail and the text that was consented to",
    isPersonal: true,
    pathParameters: byUuid,
    answer: deploymentDetailSchema,
    problems: { 401: SIGNED_OUT, 404: NO_DEPLOYMENT },
  },
  actOnDeployment: {
    operationId: "actOnDeployment",
    method: "post",
    path: "/v1/deployments/{id}/actions",
    summary: "Pause, resume, exit, hand over or stop; the same Idempotency-Key does it once",
    isPersonal: true,
    key: "needed",
    pathParameters: byUuid,
    body: actionSchema,
    answer: deploymentSchema,
    problems: {
      401: SIGNED_OUT,
      404: NO_DEPLOYMENT,
      409: "Its state does not allow that now",
      422: "The action is not accepted",
    },
  },
  previewAction: {
    operationId: "previewAction",
    method: "get",
    path: "/v1/deployments/{id}/preview",
    summary: "What an action would cancel and send at this moment",
    isPersonal: true,
    pathParameters: byUuid,
    query: previewQuerySchema,
    answer: previewSchema,
    problems: { 400: "The verb was not understood", 401: SIGNED_OUT, 404: NO_DEPLOYMENT },
  },
  getVersionDifference: {
    operationId: "getVersionDifference",
    method: "get",
    path: "/v1/deployments/{id}/version",
    summary: "What is different in the version that waits for consent",
    isPersonal: true,
    pathParameters: byUuid,
    answer: versionDifferenceSchema,
    problems: { 401: SIGNED_OUT, 404: "The client has no such deployment, or no version waits" },
  },
  consentToVersion: {
    operationId: "consentToVersion",
    method: "put",
    path: "/v1/deployments/{id}/version",
    summary: "Consents to the version that waits; the deployment stays paused until it is resumed",
    isPersonal: true,
    pathParameters: byUuid,
    body: newVersionConsentSchema,
    answer: deploymentSchema,
    problems: {
      401: SIGNED_OUT,
      404: NO_DEPLOYMENT,
      409: "Another version waits",
      422: "The consent is not accepted",
    },
  },
  listOrders: {
    operationId: "listOrders",
    method: "get",
    path: "/v1/orders",
    summary: "The client's orders, newest first; of one deployment when it is named",
    isPersonal: true,
    query: recordsQuerySchema,
    answer: orderPageSchema,
    problems: { 400: "A parameter was not understood", 401: SIGNED_OUT },
  },
  listTrades: {
    operationId: "listTrades",
    method: "get",
    path: "/v1/trades",
    summary: "The client's trades, newest first; of one deployment when it is named",
    isPersonal: true,
    query: recordsQuerySchema,
    answer: tradePageSchema,
    problems: { 400: "A parameter was not understood", 401: SIGNED_OUT },
  },
  listOrderEvents: {
    operationId: "listOrderEvents",
    method: "get",
    path: "/v1/order-events",
    summary: "Changes of the client's orders after a sequence number, oldest first, without holes",
    isPersonal: true,
    query: orderEventsQuerySchema,
    answer: orderEventsSchema,
    problems: { 400: "A parameter was not understood", 401: SIGNED_OUT },
  },
  getFunds: {
    operationId: "getFunds",
    method: "get",
    path: "/v1/funds",
    summary: "What the client's account holds, blocks and has free",
    isPersonal: true,
    answer: fundsSchema,
    problems: { 401: SIGNED_OUT },
  },
  getKillSwitch: {
    operationId: "getKillSwitch",
    method: "get",
    path: "/v1/kill-switch",
    summary: "Whether the client's kill switch is on, and from when it can be lifted",
    isPersonal: true,
    answer: killSwitchSchema,
    problems: { 401: SIGNED_OUT },
  },
  setKillSwitch: {
    operationId: "setKillSwitch",
    method: "put",
    path: "/v1/kill-switch",
    summary:
      "On: nothing new is opened and every deployment stops, its positions closed. It holds for the rest of the day",
    isPersonal: true,
    body: killSwitchChangeSchema,
    answer: killSwitchSchema,
    problems: { 401: SIGNED_OUT, 409: "It cannot be lifted yet", 422: "The status is not accepted" },
  },
  getRiskAcknowledgement: {
    operationId: "getRiskAcknowledgement",
    method: "get",
    path: "/v1/risk-acknowledgement",
    summary: "Which version of the risk disclosure on derivatives the client acknowledged last",
    isPersonal: true,
    answer: riskAcknowledgementSchema,
    problems: { 401: SIGNED_OUT },
  },
  acknowledgeRisk: {
    operationId: "acknowledgeRisk",
    method: "put",
    path: "/v1/risk-acknowledgement",
    summary: "Notes that the client has read a version of the risk disclosure",
    isPersonal: true,
    body: newRiskAcknowledgementSchema,
    answer: riskAcknowledgementSchema,
    problems: { 401: SIGNED_OUT, 422: "The version is not accepted" },
  },
} as const satisfies Record<string, BaseApiOperation>;
