// The sandbox's part of a backup: its database by its own connection, and the keys without which that is worth little.
import { join } from "node:path";
import { copyDatabase, copyPrivateFile } from "../../storage/store-copy.ts";
import type { SandboxDatabase } from "./database.ts";

/** Writes to `to`, a folder of the backup. Throws when the files exist already or the disk is full. */
export function backUpSandbox(db: SandboxDatabase, folder: string, to: string): void {
  copyDatabase(db, join(to, "sandbox.db"));
  for (const key of ["store-key", "record-key"]) copyPrivateFile(join(folder, key), join(to, key));
}
