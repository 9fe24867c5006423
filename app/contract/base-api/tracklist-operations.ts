// Base API contract: operations on a client's tracklists. Part of operations.ts.
import { z } from "zod";
import { personalOperations, uuidPathSchema } from "./operation.ts";
import { idSchema } from "./strategy.ts";
import {
  newTracklistSchema,
  strategyNoteSchema,
  tracklistChangeSchema,
  tracklistSchema,
  tracklistsSchema,
} from "./tracklist.ts";

const TRACKLIST_NOT_FOUND = "The client has no such tracklist, or there is no such strategy";

export const TRACKLIST_OPERATIONS = personalOperations({
  listTracklists: {
    path: "/v1/tracklists",
    summary: "The client's tracklists, by name",
    answer: tracklistsSchema,
  },
  createTracklist: {
    method: "post",
    path: "/v1/tracklists",
    summary: "Creates an empty tracklist. The same Idempotency-Key returns the first one",
    key: "optional",
    body: newTracklistSchema,
    answer: tracklistSchema,
    problems: {
      409: "A tracklist has this name, or the client has the maximum number of tracklists",
      422: "The name is not accepted",
    },
  },
  changeTracklist: {
    method: "patch",
    path: "/v1/tracklists/{id}",
    summary: "Renames a tracklist, or starts or stops sharing it",
    pathParameters: uuidPathSchema,
    body: tracklistChangeSchema,
    answer: tracklistSchema,
    problems: {
      404: TRACKLIST_NOT_FOUND,
      409: "Another tracklist has this name",
      422: "The name is not accepted",
    },
  },
  deleteTracklist: {
    method: "delete",
    path: "/v1/tracklists/{id}",
    summary: "Deletes a tracklist, which can be restored for a day",
    pathParameters: uuidPathSchema,
    answer: z.null(),
    problems: { 404: TRACKLIST_NOT_FOUND },
  },
  restoreTracklist: {
    method: "put",
    path: "/v1/tracklists/{id}/restored",
    summary: "Restores a deleted tracklist",
    pathParameters: uuidPathSchema,
    answer: tracklistSchema,
    problems: {
      404: TRACKLIST_NOT_FOUND,
      409: "Another tracklist has this name now",
    },
  },
  trackStrategy: {
    method: "put",
    path: "/v1/tracklists/{id}/strategies/{strategyId}",
    summary: "Adds a strategy to a tracklist, if it is not on it",
    pathParameters: uuidPathSchema.extend({ strategyId: idSchema }),
    answer: tracklistSchema,
    problems: { 404: TRACKLIST_NOT_FOUND, 409: "The tracklist is full" },
  },
  untrackStrategy: {
    method: "delete",
    path: "/v1/tracklists/{id}/strategies/{strategyId}",
    summary: "Removes a strategy from a tracklist, if it is on it",
    pathParameters: uuidPathSchema.extend({ strategyId: idSchema }),
    answer: tracklistSchema,
    problems: { 404: TRACKLIST_NOT_FOUND },
  },
  noteStrategy: {
    method: "put",
    path: "/v1/tracklists/{id}/strategies/{strategyId}/note",
    summary: "Stores the client's note on a strategy of the list; an empty text removes it",
    pathParameters: uuidPathSchema.extend({ strategyId: idSchema }),
    body: strategyNoteSchema,
    answer: tracklistSchema,
    problems: {
      404: "No tracklist with this id was found, or the strategy is not on it",
      422: "The note is not accepted",
    },
  },
});
