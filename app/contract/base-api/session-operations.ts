// Base API contract: operations on sessions (the caller, the client's sessions, and their revocation).
import { z } from "zod";
import { type BaseApiOperation, SIGNED_OUT } from "./operation.ts";
import { endSessionsQuerySchema, sessionIdSchema, sessionListSchema, sessionSchema } from "./session.ts";

export const SESSION_OPERATIONS = {
  getSession: {
    operationId: "getSession",
    method: "get",
    path: "/v1/session",
    summary: "Whose token this is and until when it lives. Asking does not count as use",
    isPersonal: true,
    answer: sessionSchema,
    problems: { 401: SIGNED_OUT },
  },
  endSession: {
    operationId: "endSession",
    method: "delete",
    path: "/v1/session",
    summary: "Ends the access token: nothing accepts it any more",
    isPersonal: true,
    answer: z.null(),
    problems: { 401: SIGNED_OUT },
  },
  listSessions: {
    operationId: "listSessions",
    method: "get",
    path: "/v1/sessions",
    summary: "The client's living sign-ins and tokens of the trading API, newest first",
    isPersonal: true,
    answer: sessionListSchema,
    problems: { 401: SIGNED_OUT },
  },
  endSessionById: {
    operationId: "endSessionById",
    method: "delete",
    path: "/v1/sessions/{id}",
    summary: "Ends one of them",
    isPersonal: true,
    pathParameters: z.object({ id: sessionIdSchema }),
    answer: z.null(),
    problems: { 401: SIGNED_OUT, 404: "The client has no such session" },
  },
  endSessions: {
    operationId: "endSessions",
    method: "delete",
    path: "/v1/sessions",
    summary: "Ends the client's sign-ins: all others, or all. Tokens of the trading API live on",
    isPersonal: true,
    query: endSessionsQuerySchema,
    answer: z.null(),
    problems: { 400: "The scope was not understood", 401: SIGNED_OUT },
  },
} as const satisfies Record<string, BaseApiOperation>;
