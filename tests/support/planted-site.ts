// Starts the site on a store of generated records (planted-records.ts). All test files of a worker that only read share
// the site of `sharedPlantedSite`. A file that changes the store must start a separate site.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plantRecords } from "./planted-records.ts";
import { registerSharedSite } from "./shared-site.ts";
import { type Site, send, startSite } from "./site.ts";

/** Last day of the generated records: yesterday, as days since 1970. */
const LAST_DAY = Math.floor(Date.now() / 86_400_000) - 1;
/** Minimum number of records; with fewer, the tests would compare almost nothing. */
const RECORDS_MIN = 150;

/** Starts a site. The caller must stop it and remove its `dataDir`. */
export async function startPlantedSite(): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), "planted-"));
  const planted = plantRecords(dataDir, LAST_DAY);
  if (planted <= RECORDS_MIN) throw new Error(`only ${planted} records were generated`);
  return startSite({ DATA_DIR: dataDir, SANDBOX_RECORDS: "none" });
}

/** The worker's shared site; null before its start. A worker loads this module once for all of its files. */
let started: Promise<Site> | null = null;

export function sharedPlantedSite(): Promise<Site> {
  started ??= startPlantedSite().then(registerSharedSite);
  return started;
}

/** Returns the sandbox's response to a path of the base API. Throws if its status is not 200. */
export async function fromBaseApi<T>(site: Site, path: string): Promise<T> {
  const answer = await send(site.sandboxPort(), { method: "GET", path });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return JSON.parse(answer.text) as T;
}
