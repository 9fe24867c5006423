// Records for tests, computed once per run. The built site computes them as in production. Each test that needs records
// starts a site on a copy of that folder, where they are loaded, verified and extended as after any restart.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { type Site, startSite, until } from "./site.ts";

/**
 * The environment variable that names the run's folder. The start of a run creates the folder and removes it
 * afterwards.
 */
export const MADE_RECORDS_FOLDER = "MADE_RECORDS_FOLDER";
/** A record of eight algos takes a core a minute, and a busy machine some minutes. */
export const MADE_WITHIN_MS = 400_000;

const { strategies } = buildCatalogue();
const byBasis = (basis: string) =>
  strategies.find(({ disclosureBasis }) => disclosureBasis === basis)?.id ?? "";
const ofVerified = (isThere: boolean) =>
  strategies.find(
    ({ disclosureBasis, verification }) =>
      disclosureBasis === "verified" && (verification !== null) === isThere,
  )?.id ?? "";

/** An algo of each kind of disclosure, and those whose pages the browser tests open. */
export const WITH_RECORDS = {
  open: "ridgeline-condor",
  onRequest: byBasis("one_to_one"),
  verified: ofVerified(true),
  unverified: ofVerified(false),
  closed: byBasis("none"),
  withdrawn: "kestrel-gap-fader",
  small: "monthly-seedling",
  daily: "arclight-straddle",
};
/** The value of the setting of the same name: a site on a copy finds all of these records. */
const SANDBOX_RECORDS = Object.values(WITH_RECORDS).join(" ");

/** A folder for the records of a run, named in the environment of its tests unless there is one already; returns how to remove it. */
export function openRecordsFolder(): () => void {
  if (process.env[MADE_RECORDS_FOLDER] !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), "records-"));
  process.env[MADE_RECORDS_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts a site that finds the run's records. Its data folder is removed when it stops. Throws when the records cannot
 * be made.
 */
export async function startSiteWithRecords(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = await folderWithRecords();
  const site = await startSite({ DATA_DIR: dataDir, SANDBOX_RECORDS, ...env });
  return {
    ...site,
    async stop(signal) {
      const code = await site.stop(signal);
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** A data folder with all records and the day's heads in it, for who removes it. Throws when they cannot be made. */
export async function folderWithRecords(): Promise<string> {
  const folder = process.env[MADE_RECORDS_FOLDER];
  if (folder === undefined) throw new Error(`${MADE_RECORDS_FOLDER} names no folder`);
  const [data, done, failed] = [join(folder, "data"), join(folder, "made"), join(folder, "failed")];
  if (isFirst(folder)) {
    try {
      await make(data);
      writeFileSync(done, "");
    } catch (fault) {
      writeFileSync(failed, String(fault));
      throw fault;
    }
  }
  await until(async () => existsSync(done) || existsSync(failed), Boolean, MADE_WITHIN_MS);
  if (existsSync(failed)) throw new Error("another test could not make the records");
  const copy = mkdtempSync(join(tmpdir(), "site-"));
  cpSync(data, copy, { recursive: true });
  return copy;
}

/** Tests run in processes of their own: the first of them makes the records, the others wait. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, "making"));
    return true;
  } catch {
    return false;
  }
}

async function make(dataDir: string): Promise<void> {
  const site = await startSite({ DATA_DIR: dataDir, SANDBOX_RECORDS });
  try {
    // Heads are published when every record exists.
    await until(
      () => site.get("/evidence/heads/index.json").catch(() => null),
      (answer) => answer?.status === 200 && JSON.parse(answer.text).items.length > 0,
      MADE_WITHIN_MS,
    );
  } finally {
    await site.stop();
  }
}
