// A site that all test files of a worker share, if they need no other settings. Such a file must create accounts, must
// not change data of the sandbox's clients, and must not stop the processes. Other files start a separate site.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Site, startSite } from "./site.ts";

/** Environment variable with the folder that contains a file for each shared site. */
export const SHARED_SITES_FOLDER = "SHARED_SITES_FOLDER";

/** The worker's shared site; null before its start. A worker loads this module once for all of its files. */
let started: Promise<Site> | null = null;

export function sharedSite(): Promise<Site> {
  started ??= startSite().then(registerSharedSite);
  return started;
}

/**
 * Lists a site for `stopSharedSites`. A worker has no hook at its end, so the run stops the site and removes its data.
 */
export function registerSharedSite(site: Site): Site {
  const folder = process.env[SHARED_SITES_FOLDER];
  if (folder === undefined) throw new Error(`${SHARED_SITES_FOLDER} names no folder`);
  writeFileSync(join(folder, String(site.process.pid)), site.dataDir);
  return site;
}

/** Stops the sites of a run and removes their data. */
export function stopSharedSites(folder: string): void {
  for (const pid of readdirSync(folder)) {
    try {
      process.kill(Number(pid), "SIGTERM");
    } catch {
      // The process has already ended.
    }
    rmSync(readFileSync(join(folder, pid), "utf8"), {
      recursive: true,
      force: true,
      maxRetries: 20,
      retryDelay: 100,
    });
  }
}
