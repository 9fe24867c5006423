// Base API contract: operations on a client's account (portfolio, positions and orders, statements, events, changes of
// a running deployment). Part of operations.ts.

import { accountLimitsChangeSchema, accountLimitsSchema } from "./account-limits.ts";
import { basketSchema, deploymentSchema } from "./deployment.ts";
import {
  newPushDeviceSchema,
  notificationChangeSchema,
  notificationSettingsSchema,
  testNotificationSchema,
} from "./notifications.ts";
import { personalOperations, uuidPathSchema } from "./operation.ts";
import {
  accountEventsSchema,
  basketRequestSchema,
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

const POSITION_NOT_FOUND = "The client has no such position";

export const PORTFOLIO_OPERATIONS = personalOperations({
  getPortfolio: {
    path: "/v1/portfolio",
    summary: "Totals for live and paper, P&L by day, and the curve of each deployment",
    answer: portfolioSchema,
  },
  getAccountLimits: {
    path: "/v1/account-limits",
    summary:
      "The client's limits over all algos, separately for live and paper, and how much of each is used today",
    answer: accountLimitsSchema,
  },
  setAccountLimits: {
    method: "put",
    path: "/v1/account-limits",
    summary:
      "Sets the limits over all algos of one mode. When one is reached, all positions of these algos are closed and the algos are paused; the trader can resume them from the next day",
    body: accountLimitsChangeSchema,
    answer: accountLimitsSchema,
    problems: { 422: "A limit is not accepted" },
  },
  listPositions: {
    path: "/v1/positions",
    summary: "Open positions of the account and of paper deployments, and who manages each",
    answer: heldPositionsSchema,
  },
  squareOffPositions: {
    method: "post",
    path: "/v1/positions/square-off",
    summary:
      "Closes positions at market, once for each Idempotency-Key; a running algo's other positions stay open",
    key: "required",
    body: squareOffSchema,
    answer: sentOrdersSchema,
    problems: {
      404: POSITION_NOT_FOUND,
      409: "The position cannot be closed now, or the key was used for other positions",
      422: "The request is not accepted",
    },
  },
  previewOrder: {
    method: "post",
    path: "/v1/orders/preview",
    summary:
      "Margin and charges of an order for a position, and whether it would be accepted now; nothing is sent",
    body: newOrderSchema,
    answer: orderPreviewSchema,
    problems: {
      404: POSITION_NOT_FOUND,
      409: "The position cannot be traded now",
      422: "The order is not accepted",
    },
  },
  placeOrder: {
    method: "post",
    path: "/v1/orders",
    summary:
      "Sends an order for a position, once for each Idempotency-Key; a running algo's position is closed completely, at market",
    key: "required",
    body: newOrderSchema,
    answer: sentOrdersSchema,
    problems: {
      404: POSITION_NOT_FOUND,
      409: "The order does not close the position, a running algo manages it, or the key was used for another position",
      422: "The order is not accepted",
    },
  },
  getStatement: {
    path: "/v1/statement",
    summary:
      "Realised P&L of one financial year, live only, with charges by line; the default is the current year",
    query: statementQuerySchema,
    answer: statementSchema,
    problems: { 400: "The year is not valid" },
  },
  listAccountEvents: {
    path: "/v1/events",
    summary: "Orders, rejects, risk limits, managers' notices and changes of state, newest first",
    query: eventsQuerySchema,
    answer: accountEventsSchema,
    problems: { 400: "A parameter is not valid" },
  },
  getNotificationSettings: {
    path: "/v1/notifications",
    summary: "The events that the client is notified of, the channels, and quiet hours",
    answer: notificationSettingsSchema,
  },
  changeNotificationSettings: {
    method: "put",
    path: "/v1/notifications",
    summary: "Sets the channels for each class of events, and quiet hours",
    body: notificationChangeSchema,
    answer: notificationSettingsSchema,
    problems: { 422: "A setting is not valid" },
  },
  addPushDevice: {
    method: "post",
    path: "/v1/notifications/devices",
    summary: "Adds a browser for Web Push, by its subscription, or renews it",
    body: newPushDeviceSchema,
    answer: notificationSettingsSchema,
    problems: {
      409: "Web Push is not offered, or there are too many browsers",
      422: "The subscription is not accepted",
    },
  },
  removePushDevice: {
    method: "delete",
    path: "/v1/notifications/devices/{id}",
    summary: "Removes a browser",
    pathParameters: uuidPathSchema,
    answer: notificationSettingsSchema,
    problems: { 404: "No browser with this id was found" },
  },
  testNotification: {
    method: "post",
    path: "/v1/notifications/test",
    summary:
      "Sends a test message to every browser and the e-mail address, regardless of the chosen channels",
    answer: testNotificationSchema,
    problems: { 409: "A test message was sent a short time ago" },
  },
  previewDeployment: {
    method: "post",
    path: "/v1/deployments/preview",
    summary: "Margin and charges of a deployment on these terms, before consent",
    body: basketRequestSchema,
    answer: basketSchema,
    problems: {
      404: "There is no such algo in this version",
      422: "A term is not accepted",
    },
  },
  changeTerms: {
    method: "put",
    path: "/v1/deployments/{id}/terms",
    summary:
      "Changes capital and risk limits of a running deployment, with a new consent; earlier consents stay stored",
    key: "optional",
    pathParameters: uuidPathSchema,
    body: termsChangeSchema,
    answer: deploymentSchema,
    problems: {
      404: "No deployment with this id was found",
      409: "Its state, a new version, the kill switch or the available margin does not allow it",
      422: "A term is not accepted",
    },
  },
});
