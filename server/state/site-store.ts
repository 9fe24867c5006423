// The site's store, DATA_DIR/site.db. It contains data that must survive a restart, and locks the folder, which only
// one site may use.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../app/domain/parse-json.ts";
import type { Limiter } from "../rate-limits/limiter.ts";
import { FolderError, openClaimed, RESTORE_MARKER } from "../storage/claimed-store.ts";
import { copyDatabase } from "../storage/store-copy.ts";
import { type OperatorTrail, openOperatorTrail } from "./operator-trail.ts";

export type SiteStore = {
  /** Returns a stored value; null if it is missing. */
  read(name: string): unknown;
  keep(name: string, value: unknown): void;
  /**
   * Restores the counts of these limiters from the previous run. Counts are then saved at most once a second, outside
   * of requests. Callers must use the returned limiters instead of their own.
   */
  persistLimiters<Name extends string>(limiters: Record<Name, Limiter>): Record<Name, Limiter>;
  /** Audit trail of the operator console. */
  readonly trail: OperatorTrail;
  /** Writes pending changes, then copies the store to a new file. */
  copyTo(file: string): void;
  /** Writes pending changes, and unlocks the folder. */
  close(): void;
};

const WRITE_EVERY_MS = 1_000;
/** Time limit for a process that is ending to unlock the folder. */
const WAIT_MS = 500;

/**
 * Opens the store and locks its folder. Throws FolderError if another process owns the folder or it cannot be
 * written.
 */
export function openSiteStore(options: {
  dataDir: string;
  onFault(fault: unknown): void;
  writeEveryMs?: number;
}): SiteStore {
  const { db, release } = openClaimed(options.dataDir, "site", {
    waitMs: WAIT_MS,
    folderName: "DATA_DIR",
    holderName: "running site",
  });
  // A restore writes the marker before it moves files, so the marker is checked only after locking.
  if (existsSync(join(options.dataDir, RESTORE_MARKER))) {
    release();
    throw new FolderError(
      `A restore of DATA_DIR ${options.dataDir} was interrupted. Run npm run restore again with the same backup.`,
    );
  }
  db.exec("CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT");
  const select = db.prepare("SELECT value FROM kept WHERE name = ?");
  const insert = db.prepare("INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)");
  const changed = new Map<string, Limiter>();

  function write(): void {
    for (const [key, limiter] of changed) {
      changed.delete(key);
      try {
        store.keep(key, limiter.snapshot());
      } catch (fault) {
        // If the disk is full, the counts stay in memory and are written after the next change.
        options.onFault(fault);
      }
    }
  }
  const writing = setInterval(write, options.writeEveryMs ?? WRITE_EVERY_MS);
  writing.unref();

  const store: SiteStore = {
    trail: openOperatorTrail(db),
    read(name) {
      const row = select.get(name) as { value: string } | undefined;
      if (row === undefined) return null;
      return parseJson(row.value) ?? null;
    },
    keep: (name, value) => void insert.run(name, JSON.stringify(value)),
    persistLimiters<Name extends string>(limiters: Record<Name, Limiter>) {
      const watched = Object.entries<Limiter>(limiters).map(([name, limiter]): [string, Limiter] => {
        const key = `limiter ${name}`;
        const before = store.read(key);
        if (isSnapshot(before)) limiter.restore(before);
        const take = (who: string) => {
          changed.set(key, limiter);
          return limiter.take(who);
        };
        return [name, { ...limiter, take }];
      });
      return Object.fromEntries(watched) as Record<Name, Limiter>;
    },
    copyTo(file) {
      write();
      copyDatabase(db, file);
    },
    close() {
      clearInterval(writing);
      write();
      release();
    },
  };
  return store;
}

function isSnapshot(value: unknown): value is [string, number[]][] {
  return (
    Array.isArray(value) &&
    value.every(
      (entry) =>
        Array.isArray(entry) &&
        typeof entry[0] === "string" &&
        Array.isArray(entry[1]) &&
        entry[1].every((time) => typeof time === "number"),
    )
  );
}
