// Base API handlers of tracklists. Tracklists of other clients are not found.
import type { SandboxDatabase } from "../../store/database.ts";
import { orMissing } from "./problems.ts";
import type { Handlers } from "./router.ts";
import { Tracklists } from "./tracklists.ts";

const MISSING = "No tracklist or no algo with this id was found.";
const NOT_ON_IT = "No tracklist with this id was found, or the algo is not on it.";

export function tracklistHandlers(db: SandboxDatabase, now: () => number) {
  const tracklists = new Tracklists(db, now);
  return {
    listTracklists: ({ clientId }) => ({ items: tracklists.list(clientId) }),
    createTracklist: ({ clientId, body, key }) => tracklists.create(clientId, body.name, key),
    changeTracklist: ({ clientId, path, body }) =>
      orMissing(tracklists.change(clientId, path.id, body), MISSING),
    deleteTracklist: ({ clientId, path }) => tracklists.delete(clientId, path.id),
    restoreTracklist: ({ clientId, path }) => orMissing(tracklists.restore(clientId, path.id), MISSING),
    trackStrategy: ({ clientId, path }) =>
      orMissing(tracklists.track(clientId, path.id, path.strategyId), MISSING),
    untrackStrategy: ({ clientId, path }) =>
      orMissing(tracklists.untrack(clientId, path.id, path.strategyId), MISSING),
    noteStrategy: ({ clientId, path, body }) =>
      orMissing(tracklists.note(clientId, path.id, path.strategyId, body.note), NOT_ON_IT),
    getSharedTracklist: ({ path }) =>
      orMissing(tracklists.shared(path.shareId), "No tracklist is shared under this name."),
  } satisfies Partial<Handlers>;
}
