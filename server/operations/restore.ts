// `npm run restore -- FOLDER` replaces the content of DATA_DIR with a backup. The previous content is moved to another
// folder, never deleted. A site does not start on a folder after an interrupted restore.
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isStarted } from "../programs.ts";
import { openClaimed, RESTORE_MARKER } from "../storage/claimed-store.ts";
import { flush } from "../storage/store-copy.ts";
import { readFolderArguments } from "./backup.ts";
import { type Manifest, verifyBackup } from "./manifest.ts";

const CLAIM_WITHIN_MS = 500;
const STAGE = "restore.new";
const ASIDE = "before-restore-";

export const USAGE = `npm run restore -- FOLDER [--check] [--data-dir DATA_DIR]

Replaces the content of DATA_DIR by a backup. The site must be stopped. The previous content is moved to ${ASIDE}… inside DATA_DIR.
--check   verifies the backup and changes nothing`;

/**
 * Restores a backup. Returns its manifest, and the folder that now contains the previous content (null if there was
 * none). Throws BackupError for a damaged backup, and FolderError while a process uses the data folder; then nothing is
 * changed.
 */
export async function restore(
  dataDir: string,
  folder: string,
  now = () => new Date(),
): Promise<{ manifest: Manifest; aside: string | null }> {
  const manifest = await verifyBackup(folder);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const isFresh = readdirSync(dataDir).length === 0;
  if (!isFresh) refuseWhileUsed(dataDir);
  const marker = join(dataDir, RESTORE_MARKER);
  writeFileSync(marker, `${folder}\n`, { mode: 0o600 });
  flush(dataDir);
  const stage = join(dataDir, STAGE);
  rmSync(stage, { recursive: true, force: true });
  for (const { path } of manifest.files) {
    const to = join(stage, path);
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    copyFileSync(join(folder, path), to);
    flush(to);
  }
  const aside = join(dataDir, `${ASIDE}${now().toISOString().replaceAll(/[:.]/g, "-")}`);
  const previous = readdirSync(dataDir).filter(
    (name) => ![STAGE, RESTORE_MARKER].includes(name) && !name.startsWith(ASIDE),
  );
  if (previous.length > 0) mkdirSync(aside, { mode: 0o700 });
  for (const name of previous) renameSync(join(dataDir, name), join(aside, name));
  for (const name of readdirSync(stage)) renameSync(join(stage, name), join(dataDir, name));
  rmSync(stage, { recursive: true });
  flush(dataDir);
  rmSync(marker);
  flush(dataDir);
  return { manifest, aside: isFresh || previous.length === 0 ? null : aside };
}

/**
 * Throws FolderError while a process uses the data folder. Releases the locks immediately, because the restore's
 * marker file then prevents a start.
 */
function refuseWhileUsed(dataDir: string): void {
  const waitMs = CLAIM_WITHIN_MS;
  openClaimed(dataDir, "site", { waitMs, folderName: "DATA_DIR", holderName: "running site" }).release();
  if (existsSync(join(dataDir, "sandbox")))
    openClaimed(join(dataDir, "sandbox"), "claim", {
      waitMs,
      folderName: "The sandbox's folder",
      holderName: "sandbox",
    }).release();
}

/** Runs the command and returns its exit code. */
export async function restoreCommand(
  args: readonly string[],
  writeLine: (line: string) => void,
): Promise<number> {
  const parsedArguments = readFolderArguments(args, ["--check"]);
  if (parsedArguments === null) {
    writeLine(USAGE);
    return 2;
  }
  const { folder, dataDir } = parsedArguments;
  try {
    if (parsedArguments.flags.has("--check")) {
      const { madeAt, files } = await verifyBackup(folder);
      writeLine(`${folder}: complete backup of ${files.length} files, made at ${madeAt}.`);
      return 0;
    }
    const { manifest, aside } = await restore(dataDir, folder);
    writeLine(`${dataDir} was restored to its state of ${manifest.madeAt}.`);
    if (aside !== null)
      writeLine(`The previous content is in ${aside}; delete it after you have checked the restored site.`);
    return 0;
  } catch (fault) {
    writeLine(`The restore failed: ${fault instanceof Error ? fault.message : String(fault)}`);
    return 1;
  }
}

if (isStarted("operations/restore"))
  process.exitCode = await restoreCommand(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
