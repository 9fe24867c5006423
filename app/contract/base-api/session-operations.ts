// Base API contract: operations that read and revoke a client's sessions. Part of operations.ts.
import { z } from "zod";
import { type BaseApiOperation, INVALID_TOKEN_TEXT } from "./operation.ts";
import { endSessionsQuerySchema, sessionIdSchema, sessionListSchema, sessionSchema } from "./session.ts";

export const SESSION_OPERATIONS = {
  getSession: {
    operationId: "getSession",
    method: "get",
    path: "/v1/session",
    summary: "The client and the expiry of the token. This request does not count as use",
    isPersonal: true,
    answer: sessionSchema,
    problems: { 401: INVALID_TOKEN_TEXT },
  },
  endSession: {
    operationId: "endSession",
    method: "delete",
    path: "/v1/session",
    summary: "Revokes the access token",
    isPersonal: true,
    answer: z.null(),
    problems: { 401: INVALID_TOKEN_TEXT },
  },
  listSessions: {
    operationId: "listSessions",
    method: "get",
    path: "/v1/sessions",
    summary: "The client's active sign-ins and trading API tokens, newest first",
    isPersonal: true,
    answer: sessionListSchema,
    problems: { 401: INVALID_TOKEN_TEXT },
  },
  endSessionById: {
    operationId: "endSessionById",
    method: "delete",
    path: "/v1/sessions/{id}",
    summary: "Ends one sign-in or token",
    isPersonal: true,
    pathParameters: z.object({ id: sessionIdSchema }),
    answer: z.null(),
    problems: { 401: INVALID_TOKEN_TEXT, 404: "No session with this id was found" },
  },
  endSessions: {
    operationId: "endSessions",
    method: "delete",
    path: "/v1/sessions",
    summary: "Ends the client's sign-ins: all others, or all. Trading API tokens stay valid",
    isPersonal: true,
    query: endSessionsQuerySchema,
    answer: z.null(),
    problems: { 400: "The scope is not valid", 401: INVALID_TOKEN_TEXT },
  },
} as const satisfies Record<string, BaseApiOperation>;
