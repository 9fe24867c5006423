// Base API handlers of tracklists. Tracklists of other clients are not found.
import type { SandboxDatabase } from "../../store/database.ts";
import { orNotFound } from "./problems.ts";
import type { Handlers } from "./router.ts";
import { Tracklists } from "./tracklists.ts";

const TRACKLIST_OR_ALGO_NOT_FOUND = "No tracklist or no algo with this id was found.";
const ALGO_NOT_ON_TRACKLIST = "No tracklist with this id was found, or the algo is not on it.";

export function tracklistHandlers(db: SandboxDatabase, now: () => number) {
  const tracklists = new Tracklists(db, now);
  return {
    listTracklists: ({ clientId }) => ({ items: tracklists.list(clientId) }),
    createTracklist: ({ clientId, body, key }) => tracklists.create(clientId, body.name, key),
    changeTracklist: ({ clientId, path, body }) =>
      orNotFound(tracklists.change(clientId, path.id, body), TRACKLIST_OR_ALGO_NOT_FOUND),
    deleteTracklist: ({ clientId, path }) => tracklists.delete(clientId, path.id),
    restoreTracklist: ({ clientId, path }) =>
      orNotFound(tracklists.restore(clientId, path.id), TRACKLIST_OR_ALGO_NOT_FOUND),
    trackStrategy: ({ clientId, path }) =>
      orNotFound(tracklists.track(clientId, path.id, path.strategyId), TRACKLIST_OR_ALGO_NOT_FOUND),
    untrackStrategy: ({ clientId, path }) =>
      orNotFound(tracklists.untrack(clientId, path.id, path.strategyId), TRACKLIST_OR_ALGO_NOT_FOUND),
    noteStrategy: ({ clientId, path, body }) =>
      orNotFound(tracklists.note(clientId, path.id, path.strategyId, body.note), ALGO_NOT_ON_TRACKLIST),
    getSharedTracklist: ({ path }) =>
      orNotFound(tracklists.shared(path.shareId), "No tracklist is shared under this name."),
  } satisfies Partial<Handlers>;
}
