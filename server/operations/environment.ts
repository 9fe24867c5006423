// What an operator's command is told beside its arguments: the data folder, by the same setting as the site's.
import { resolve } from "node:path";

/** DATA_DIR as the site reads it: `data` in the working directory where it is not set. */
export function dataDirOfEnvironment(): string {
  return resolve(process.env.DATA_DIR || "data");
}
