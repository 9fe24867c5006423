// Records for tests, computed once per run by the built site, as in production. Each test that needs records starts a
// site on a copy of the run's folder. The site loads, verifies and extends the records as after any restart.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { type Site, startSite, until } from "./site.ts";

/**
 * Environment variable with the run's folder, which is created at the start of a run and removed at its end.
 */
export const MADE_RECORDS_FOLDER = "MADE_RECORDS_FOLDER";
/** Time limit for computing eight records, which takes a minute of one core, and several minutes on a busy machine. */
export const MADE_WITHIN_MS = 400_000;

const { strategies } = buildCatalogue();
const algoWithBasis = (basis: string) =>
  strategies.find(({ disclosureBasis }) => disclosureBasis === basis)?.id ?? "";
const verifiedAlgo = (isVerified: boolean) =>
  strategies.find(
    ({ disclosureBasis, verification }) =>
      disclosureBasis === "verified" && (verification !== null) === isVerified,
  )?.id ?? "";

/** One algo for each basis of disclosure, and the algos whose pages the browser tests open. */
export const WITH_RECORDS = {
  open: "ridgeline-condor",
  onRequest: algoWithBasis("one_to_one"),
  verified: verifiedAlgo(true),
  unverified: verifiedAlgo(false),
  closed: algoWithBasis("none"),
  withdrawn: "kestrel-gap-fader",
  small: "monthly-seedling",
  daily: "arclight-straddle",
};
/** Value of the site's setting SANDBOX_RECORDS, and arguments of the run's build. The site then loads these records. */
export const SANDBOX_RECORDS = Object.values(WITH_RECORDS).join(" ");

/** Creates a folder for the run's records unless the environment names one. Returns a function that removes it. */
export function openRecordsFolder(): () => void {
  if (process.env[MADE_RECORDS_FOLDER] !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), "records-"));
  process.env[MADE_RECORDS_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts a site with the run's records, and removes its data folder when it stops. Throws if the records cannot be
 * computed.
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

/**
 * Returns a data folder with all records and the day's heads. The caller must remove it. Throws if the records cannot
 * be computed.
 */
export async function folderWithRecords(): Promise<string> {
  const folder = process.env[MADE_RECORDS_FOLDER];
  if (folder === undefined) throw new Error(`${MADE_RECORDS_FOLDER} names no folder`);
  const [data, done, failed] = [join(folder, "data"), join(folder, "made"), join(folder, "failed")];
  if (isFirst(folder)) {
    try {
      await computeRecords(data);
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

/** True for the test process that computes the records; the others wait. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, "making"));
    return true;
  } catch {
    return false;
  }
}

async function computeRecords(dataDir: string): Promise<void> {
  const site = await startSite({ DATA_DIR: dataDir, SANDBOX_RECORDS });
  try {
    // Heads are published when all records exist, so this waits for the heads.
    await until(
      () => site.get("/evidence/heads/index.json").catch(() => null),
      (answer) => answer?.status === 200 && JSON.parse(answer.text).items.length > 0,
      MADE_WITHIN_MS,
    );
  } finally {
    await site.stop();
  }
}
