// Environment of the operators' commands.
import { resolve } from "node:path";

/** Returns the path of the data folder: DATA_DIR, as for the site, or `data` in the working directory. */
export function dataDirOfEnvironment(): string {
  return resolve(process.env.DATA_DIR || "data");
}
