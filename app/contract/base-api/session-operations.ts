// Base API contract: operations that read and revoke a client's sessions. Part of operations.ts.
import { z } from "zod";
import { personalOperations } from "./operation.ts";
import { endSessionsQuerySchema, sessionIdSchema, sessionListSchema, sessionSchema } from "./session.ts";

export const SESSION_OPERATIONS = personalOperations({
  getSession: {
    path: "/v1/session",
    summary: "The client and the expiry of the token. This request does not count as use",
    answer: sessionSchema,
  },
  endSession: {
    method: "delete",
    path: "/v1/session",
    summary: "Revokes the access token",
    answer: z.null(),
  },
  listSessions: {
    path: "/v1/sessions",
    summary: "The client's active sign-ins and trading API tokens, newest first",
    answer: sessionListSchema,
  },
  endSessionById: {
    method: "delete",
    path: "/v1/sessions/{id}",
    summary: "Ends one sign-in or token",
    pathParameters: z.object({ id: sessionIdSchema }),
    answer: z.null(),
    problems: { 404: "No session with this id was found" },
  },
  endSessions: {
    method: "delete",
    path: "/v1/sessions",
    summary: "Ends the client's sign-ins: all others, or all. Trading API tokens stay valid",
    query: endSessionsQuerySchema,
    answer: z.null(),
    problems: { 400: "The scope is not valid" },
  },
});
