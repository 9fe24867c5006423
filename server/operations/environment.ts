// Environment of the operators' commands: the data folder, from the same setting as the site's.
import { resolve } from "node:path";

/** DATA_DIR as the site reads it; `data` in the working directory by default. */
export function dataDirOfEnvironment(): string {
  return resolve(process.env.DATA_DIR || "data");
}
