// Publishes a new version of one algo per session, so that clients can try the consent to a new version. It chooses an
// algo that a client deployed at least a minute ago. Without one, it chooses another algo after an hour. Published
// versions survive a restart.
import { isoDayOf, istDay } from "../../../../app/domain/time.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { buildCatalogue, type Catalogue } from "./build-catalogue.ts";
import { writeVersion } from "./seed-catalogue.ts";
import { NEXT_VERSIONS, nextVersion, type PublishedVersion } from "./versions.ts";

const META_KEY = "published_versions";
const POLL_EVERY_MS = 5_000;
/** Minimum age of a deployment before its manager publishes a new version. */
export const MIN_DEPLOYMENT_AGE_MS = 60_000;
/** If no algo is deployed, a version is published this long after the start of the process or of the day. */
const WITHOUT_DEPLOYMENT_AFTER_MS = 60 * 60_000;

/** Returns the published versions, oldest first. */
export function readPublished(db: SandboxDatabase): PublishedVersion[] {
  const row = db.prepare("SELECT value FROM meta WHERE key = ?").get(META_KEY) as
    | { value: string }
    | undefined;
  return row === undefined ? [] : (JSON.parse(row.value) as PublishedVersion[]);
}

type PublisherOptions = {
  db: SandboxDatabase;
  /** The publisher changes this object in place, so that all modules that share it read the published version. */
  catalogue: Catalogue;
  now: () => number;
  /** Started deployments with their start times. */
  running: () => readonly { strategy_id: string; started_at: number | null }[];
};
type OnPublished = (strategy: Catalogue["strategies"][number]) => void;

export class Publisher {
  readonly #options: PublisherOptions;
  readonly #onPublished: OnPublished;
  #published: PublishedVersion[];
  #polledAt: number;
  #dayBegunAt: number;

  constructor(options: PublisherOptions, onPublished: OnPublished) {
    this.#options = options;
    this.#onPublished = onPublished;
    this.#published = readPublished(options.db);
    this.#polledAt = options.now();
    this.#dayBegunAt = options.now();
  }

  tick(): void {
    const now = this.#options.now();
    if (Math.abs(now - this.#polledAt) < POLL_EVERY_MS) return;
    if (istDay(now) !== istDay(this.#polledAt)) this.#dayBegunAt = now;
    this.#polledAt = now;
    const today = isoDayOf(istDay(now));
    if (this.#published.some(({ on }) => on >= today)) return;
    const ready = Object.keys(NEXT_VERSIONS).filter((id) => !this.#published.some((one) => one.id === id));
    const deployed = this.#options
      .running()
      .find(
        (row) => ready.includes(row.strategy_id) && now - (row.started_at ?? now) >= MIN_DEPLOYMENT_AGE_MS,
      );
    const id =
      deployed?.strategy_id ?? (now - this.#dayBegunAt >= WITHOUT_DEPLOYMENT_AFTER_MS ? ready[0] : undefined);
    if (id !== undefined) this.#publish(id, today);
  }

  #publish(id: string, on: string): void {
    const { db, catalogue } = this.#options;
    const index = catalogue.strategies.findIndex((strategy) => strategy.id === id);
    const before = catalogue.strategies[index];
    if (before === undefined) return;
    const published = [...this.#published, { id, version: nextVersion(before.version), on }];
    const built = buildCatalogue(published);
    const [strategy, plan] = [built.strategies[index], built.plans.get(id)];
    if (strategy === undefined || plan === undefined) return;
    catalogue.strategies[index] = strategy;
    catalogue.plans.set(id, plan);
    for (const [key, former] of built.formerPlans) catalogue.formerPlans.set(key, former);
    writeVersion(db, strategy, plan);
    db.prepare(
      "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ).run(META_KEY, JSON.stringify(published));
    this.#published = published;
    this.#onPublished(strategy);
  }
}
