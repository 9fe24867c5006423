// The base API's contract on a client's account as a whole: portfolio, positions and orders of one's own, statements, events, and the
// change of a running deployment; part of base-api.ts.
import { basketSchema, deploymentSchema } from "./deployment.ts";
import { byUuid, type Operation, SIGNED_OUT } from "./operation.ts";
import {
  accountEventsSchema,
  basketWantedSchema,
  eventsQuerySchema,
  heldPositionsSchema,
  newOrderSchema,
  orderPreviewSchema,
  portfolioSchema,
  sentOrdersSchema,
  squareOffSchema,
  statementQuerySchema,
  statementSchema,
  termsChangeSchema,
} from "./portfolio.ts";

const NO_POSITION = "The client has no such position";

export const PORTFOLIO_OPERATIONS = {
  getPortfolio: {
    operationId: "getPortfolio",
    method: "get",
    path: "/v1/portfolio",
    summary: "Totals for live and paper, P&L by day, and the curve of each deployment",
    isPersonal: true,
    answer: portfolioSchema,
    problems: { 401: SIGNED_OUT },
  },
  listPositions: {
    operationId: "listPositions",
    method: "get",
    path: "/v1/positions",
    summary: "Open positions of the account and of paper deployments, with who manages each",
    isPersonal: true,
    answer: heldPositionsSchema,
    problems: { 401: SIGNED_OUT },
  },
  squareOffPositions: {
    operationId: "squareOffPositions",
    method: "post",
    path: "/v1/positions/square-off",
    summary: "Closes positions at market that no running algo manages; the same Idempotency-Key does it once",
    isPersonal: true,
    body: squareOffSchema,
    answer: sentOrdersSchema,
    problems: {
      401: SIGNED_OUT,
      404: NO_POSITION,
      409: "A running algo manages the position",
      422: "The request is not accepted",
    },
  },
  previewOrder: {
    operationId: "previewOrder",
    method: "post",
    path: "/v1/orders/preview",
    summary:
      "Margin and charges of an order for a position, and whether it would be taken now; nothing is sent",
    isPersonal: true,
    body: newOrderSchema,
    answer: orderPreviewSchema,
    problems: {
      401: SIGNED_OUT,
      404: NO_POSITION,
      409: "A running algo manages the position",
      422: "The order is not accepted",
    },
  },
  placeOrder: {
    operationId: "placeOrder",
    method: "post",
    path: "/v1/orders",
    summary:
      "Sends an order for a position that no running algo manages; the same Idempotency-Key does it once",
    isPersonal: true,
    body: newOrderSchema,
    answer: sentOrdersSchema,
    problems: {
      401: SIGNED_OUT,
      404: NO_POSITION,
      409: "A running algo manages the position",
      422: "The order is not accepted",
    },
  },
  getStatement: {
    operationId: "getStatement",
    method: "get",
    path: "/v1/statement",
    summary:
      "Realised P&L of one financial year, live only, with charges by line; without a year the present one",
    isPersonal: true,
    query: statementQuerySchema,
    answer: statementSchema,
    problems: { 400: "The year was not understood", 401: SIGNED_OUT },
  },
  listAccountEvents: {
    operationId: "listAccountEvents",
    method: "get",
    path: "/v1/events",
    summary: "Orders, rejects, risk limits, managers' notices and changes of state, newest first",
    isPersonal: true,
    query: eventsQuerySchema,
    answer: accountEventsSchema,
    problems: { 400: "A parameter was not understood", 401: SIGNED_OUT },
  },
  previewDeployment: {
    operationId: "previewDeployment",
    method: "post",
    path: "/v1/deployments/preview",
    summary: "What a deployment on these terms would block and cost now, before anything is consented to",
    isPersonal: true,
    body: basketWantedSchema,
    answer: basketSchema,
    problems: {
      401: SIGNED_OUT,
      404: "There is no such algo in this version",
      422: "A term is not accepted",
    },
  },
  changeTerms: {
    operationId: "changeTerms",
    method: "put",
    path: "/v1/deployments/{id}/terms",
    summary:
      "Changes capital and risk limits of a running deployment, with the new consent; earlier consents are kept",
    isPersonal: true,
    pathParameters: byUuid,
    body: termsChangeSchema,
    answer: deploymentSchema,
    problems: {
      401: SIGNED_OUT,
      404: "The client has no such deployment",
      409: "Its state, the kill switch or the available margin does not allow it",
      422: "A term is not accepted",
    },
  },
} as const satisfies Record<string, Operation>;
