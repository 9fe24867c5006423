// Base API contract: operations on a client's tracklists; part of operations.ts.
import { z } from "zod";
import { type BaseApiOperation, byUuid, SIGNED_OUT } from "./operation.ts";
import { idSchema } from "./strategy.ts";
import {
  newTracklistSchema,
  strategyNoteSchema,
  tracklistChangeSchema,
  tracklistSchema,
  tracklistsSchema,
} from "./tracklist.ts";

const NO_TRACKLIST = "The client has no such tracklist, or there is no such strategy";

export const TRACKLIST_OPERATIONS = {
  listTracklists: {
    operationId: "listTracklists",
    method: "get",
    path: "/v1/tracklists",
    summary: "The client's tracklists, by name",
    isPersonal: true,
    answer: tracklistsSchema,
    problems: { 401: SIGNED_OUT },
  },
  createTracklist: {
    operationId: "createTracklist",
    method: "post",
    path: "/v1/tracklists",
    summary: "A new, empty tracklist. Sent again with the same Idempotency-Key it answers with the first one",
    isPersonal: true,
    key: "taken",
    body: newTracklistSchema,
    answer: tracklistSchema,
    problems: {
      401: SIGNED_OUT,
      409: "There is one of this name, or the client has as many as there may be",
      422: "The name is not accepted",
    },
  },
  changeTracklist: {
    operationId: "changeTracklist",
    method: "patch",
    path: "/v1/tracklists/{id}",
    summary: "Renames a tracklist, or shares it and stops sharing it",
    isPersonal: true,
    pathParameters: byUuid,
    body: tracklistChangeSchema,
    answer: tracklistSchema,
    problems: {
      401: SIGNED_OUT,
      404: NO_TRACKLIST,
      409: "There is another one of this name",
      422: "The name is not accepted",
    },
  },
  deleteTracklist: {
    operationId: "deleteTracklist",
    method: "delete",
    path: "/v1/tracklists/{id}",
    summary: "Deletes a tracklist; for a day it can be restored",
    isPersonal: true,
    pathParameters: byUuid,
    answer: z.null(),
    problems: { 401: SIGNED_OUT, 404: NO_TRACKLIST },
  },
  restoreTracklist: {
    operationId: "restoreTracklist",
    method: "put",
    path: "/v1/tracklists/{id}/restored",
    summary: "Takes a deletion back",
    isPersonal: true,
    pathParameters: byUuid,
    answer: tracklistSchema,
    problems: { 401: SIGNED_OUT, 404: NO_TRACKLIST, 409: "There is one of this name again" },
  },
  trackStrategy: {
    operationId: "trackStrategy",
    method: "put",
    path: "/v1/tracklists/{id}/strategies/{strategyId}",
    summary: "Puts a strategy on a tracklist; already there, nothing changes",
    isPersonal: true,
    pathParameters: byUuid.extend({ strategyId: idSchema }),
    answer: tracklistSchema,
    problems: { 401: SIGNED_OUT, 404: NO_TRACKLIST, 409: "The tracklist is full" },
  },
  untrackStrategy: {
    operationId: "untrackStrategy",
    method: "delete",
    path: "/v1/tracklists/{id}/strategies/{strategyId}",
    summary: "Takes a strategy off a tracklist; not there, nothing changes",
    isPersonal: true,
    pathParameters: byUuid.extend({ strategyId: idSchema }),
    answer: tracklistSchema,
    problems: { 401: SIGNED_OUT, 404: NO_TRACKLIST },
  },
  noteStrategy: {
    operationId: "noteStrategy",
    method: "put",
    path: "/v1/tracklists/{id}/strategies/{strategyId}/note",
    summary: "Keeps the client's note beside a strategy of the list; an empty one takes it away",
    isPersonal: true,
    pathParameters: byUuid.extend({ strategyId: idSchema }),
    body: strategyNoteSchema,
    answer: tracklistSchema,
    problems: {
      401: SIGNED_OUT,
      404: "The client has no such tracklist, or the strategy is not on it",
      422: "The note is not accepted",
    },
  },
} as const satisfies Record<string, BaseApiOperation>;
