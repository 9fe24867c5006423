// `npm run backup -- FOLDER` copies everything in DATA_DIR that cannot be regenerated to a folder, with a list of
// checksums. The site may be running or stopped. If the site runs, it creates the copy itself, because only the
// connection that owns a store may read it.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import Database from "libsql";
import { isStarted } from "../programs.ts";
import { openClaimed } from "../storage/claimed-store.ts";
import { copyDatabase, copyPrivateFile, copyPrivateFiles } from "../storage/store-copy.ts";
import { sendCommand } from "./control-socket.ts";
import { dataDirOfEnvironment } from "./environment.ts";
import { type Manifest, writeManifest } from "./manifest.ts";

const ANSWER_WITHIN_MS = 5 * 60_000;
/** Time limit for locking the folder, for example while a site shuts down. */
const CLAIM_WITHIN_MS = 500;

export const USAGE = `npm run backup -- FOLDER [--data-dir DATA_DIR]

Copies the site's stores, keys and pending requests to a new folder, with checksums. The site may be running.`;

/**
 * Creates the backup and returns its manifest. Throws with a message for the operator if the folder is in use or not
 * empty, or if the site does not respond. Removes a partial copy.
 */
export async function backUp(dataDir: string, folder: string, now = () => new Date()): Promise<Manifest> {
  if (!existsSync(dataDir)) throw new Error(`DATA_DIR ${dataDir} does not exist`);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  const isNew = !existsSync(folder);
  try {
    const isRunning = await sendCommand(dataDir, { kind: "back_up", folder }, ANSWER_WITHIN_MS);
    if (!isRunning) copyAtRest(dataDir, folder);
    return await writeManifest(folder, now());
  } catch (fault) {
    if (isNew) rmSync(folder, { recursive: true, force: true });
    else for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    throw fault;
  }
}

/** Copies the folder of a stopped site while its stores are locked. Throws FolderError. */
function copyAtRest(dataDir: string, folder: string): void {
  const options = { waitMs: CLAIM_WITHIN_MS, folderName: "DATA_DIR", holderName: "running site" };
  const site = openClaimed(dataDir, "site", options);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    copyDatabase(site.db, join(folder, "site.db"));
    copyPrivateFile(join(dataDir, "session-secret"), join(folder, "session-secret"));
    copyPrivateFiles(join(dataDir, "enquiries"), join(folder, "enquiries"), (name) => /\.json/.test(name));
    if (existsSync(join(dataDir, "sandbox", "sandbox.db"))) copySandboxAtRest(dataDir, folder);
  } finally {
    site.release();
  }
}

function copySandboxAtRest(dataDir: string, folder: string): void {
  const from = join(dataDir, "sandbox");
  const claim = openClaimed(from, "claim", {
    waitMs: CLAIM_WITHIN_MS,
    folderName: "The sandbox's folder",
    holderName: "sandbox",
  });
  try {
    const db = new Database(join(from, "sandbox.db"));
    try {
      copyDatabase(db, join(folder, "sandbox", "sandbox.db"));
    } finally {
      db.close();
    }
    for (const key of ["store-key", "record-key"])
      copyPrivateFile(join(from, key), join(folder, "sandbox", key));
  } finally {
    claim.release();
  }
}

/** Returns the target folder and the data folder; null for invalid arguments. */
export function readFolderArguments(
  args: readonly string[],
  flags: readonly string[] = [],
): { folder: string; dataDir: string; flags: Set<string> } | null {
  const rest = [...args];
  const at = rest.indexOf("--data-dir");
  const [, dataDir] = at < 0 ? [] : rest.splice(at, 2);
  if (at >= 0 && dataDir === undefined) return null;
  const flagArguments = rest.filter((arg) => arg.startsWith("--"));
  const [folder, ...more] = rest.filter((arg) => !arg.startsWith("--"));
  if (folder === undefined || more.length > 0 || flagArguments.some((flag) => !flags.includes(flag)))
    return null;
  return {
    folder: resolve(folder),
    dataDir: dataDir === undefined ? dataDirOfEnvironment() : resolve(dataDir),
    flags: new Set(flagArguments),
  };
}

/** Runs the command and returns its exit code. */
export async function backUpCommand(
  args: readonly string[],
  writeLine: (line: string) => void,
): Promise<number> {
  const parsedArguments = readFolderArguments(args);
  if (parsedArguments === null) {
    writeLine(USAGE);
    return 2;
  }
  try {
    const { files } = await backUp(parsedArguments.dataDir, parsedArguments.folder);
    // Lets the site store the time of the backup, because the copy is now verified. Temporary copies for audit exports
    // do not reach this line.
    await sendCommand(parsedArguments.dataDir, { kind: "backed_up" }, ANSWER_WITHIN_MS);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    writeLine(
      `${parsedArguments.folder}: ${files.length} files, ${bytes} bytes, verified. The backup contains secret keys: protect it.`,
    );
    return 0;
  } catch (fault) {
    writeLine(`The backup failed: ${fault instanceof Error ? fault.message : String(fault)}`);
    return 1;
  }
}

if (isStarted("operations/backup"))
  process.exitCode = await backUpCommand(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
