// Vitest's global setup: the folder of the run's records, and the list of sites that workers share.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRecordsFolder } from "./made-records.ts";
import { SHARED_SITES_FOLDER, stopSharedSites } from "./shared-site.ts";

export default function setUp(): () => void {
  const closeRecordsFolder = openRecordsFolder();
  const folder = mkdtempSync(join(tmpdir(), "shared-sites-"));
  process.env[SHARED_SITES_FOLDER] = folder;
  return () => {
    stopSharedSites(folder);
    rmSync(folder, { recursive: true, force: true });
    closeRecordsFolder();
  };
}
