// The sandbox's part of a backup: a copy of its database, and the keys that the copy requires.
import { join } from "node:path";
import { copyDatabase, copyPrivateFile } from "../../storage/store-copy.ts";
import type { SandboxDatabase } from "./database.ts";

/** Copies the database and its keys to the folder `to`. Throws if the files already exist or the disk is full. */
export function backUpSandbox(db: SandboxDatabase, folder: string, to: string): void {
  copyDatabase(db, join(to, "sandbox.db"));
  for (const key of ["store-key", "record-key"]) copyPrivateFile(join(folder, key), join(to, key));
}
