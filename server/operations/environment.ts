// Environment of the operators' commands: the data folder, from the same setting as the site's.
import { resolve } from "node:path";

/** Returns the data folder: DATA_DIR as for the site, or `data` in the working directory. */
export function dataDirOfEnvironment(): string {
  return resolve(process.env.DATA_DIR || "data");
}
