// `npm run downgrade`: takes the sandbox's store back by one version, for the program of the version before. How is written in the store
// itself, by the program that took it forward. Run by the newer program, on a stopped site.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import { openClaimed } from "../net/claimed-store.ts";
import { dataDirOfEnvironment } from "./environment.ts";

const CLAIM_WITHIN_MS = 500;

const USAGE = `npm run downgrade -- [--check] [--data-dir DATA_DIR]

Takes the sandbox's store back by one version, once the site is stopped. Make a backup before.
--check   says what would be lost and changes nothing`;

type Downgrade = { from: number; to: number; loses: string };

/** Throws with words for the operator, and FolderRefused while a site or a sandbox runs on the folder; nothing is changed then. */
export function downgrade(dataDir: string, { isCheck = false } = {}): Downgrade {
  const folder = join(dataDir, "sandbox");
  const file = join(folder, "sandbox.db");
  if (!existsSync(file)) throw new Error(`there is no store of a sandbox in ${dataDir}`);
  const claims = [
    openClaimed(dataDir, "site", {
      waitMs: CLAIM_WITHIN_MS,
      folderName: "DATA_DIR",
      holderName: "running site",
    }),
    openClaimed(folder, "claim", {
      waitMs: CLAIM_WITHIN_MS,
      folderName: "The sandbox's folder",
      holderName: "sandbox",
    }),
  ];
  try {
    const db = new Database(file);
    try {
      return takeBack(db, isCheck);
    } finally {
      db.close();
    }
  } finally {
    for (const claim of claims.reverse()) claim.release();
  }
}

function takeBack(db: Database.Database, isCheck: boolean): Downgrade {
  const { user_version: version } = db.prepare("PRAGMA user_version").get() as { user_version: number };
  const hasWays = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'way_back'").get() !== undefined;
  const way = hasWays
    ? (db.prepare("SELECT sql, loses FROM way_back WHERE version = ?").get(version) as
        | { sql: string; loses: string }
        | undefined)
    : undefined;
  if (way === undefined)
    throw new Error(`no way back from schema ${version} is known; restore a backup of the version before`);
  if (!isCheck) {
    db.exec("BEGIN IMMEDIATE");
    try {
      db.exec(way.sql);
      db.prepare("DELETE FROM way_back WHERE version = ?").run(version);
      db.exec(`PRAGMA user_version = ${version - 1}`);
      db.exec("COMMIT");
    } catch (fault) {
      db.exec("ROLLBACK");
      throw fault;
    }
  }
  return { from: version, to: version - 1, loses: way.loses };
}

/** The exit code. */
export function downgradeCommand(words: readonly string[], say: (line: string) => void): number {
  const rest = [...words];
  const at = rest.indexOf("--data-dir");
  const [, named] = at < 0 ? [] : rest.splice(at, 2);
  const isCheck = rest[0] === "--check";
  if ((at >= 0 && named === undefined) || rest.length > (isCheck ? 1 : 0)) {
    say(USAGE);
    return 2;
  }
  const dataDir = named === undefined ? dataDirOfEnvironment() : resolve(named);
  try {
    const { from, to, loses } = downgrade(dataDir, { isCheck });
    say(
      isCheck
        ? `${dataDir}: schema ${from} can be taken back to ${to}. That loses ${loses}.`
        : `${dataDir}: schema ${from} was taken back to ${to}. Lost are ${loses}. Start the version before now.`,
    );
    return 0;
  } catch (fault) {
    say(`Not taken back: ${fault instanceof Error ? fault.message : String(fault)}`);
    return 1;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = downgradeCommand(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
