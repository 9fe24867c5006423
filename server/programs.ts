// Finds the server's programs and files from their path in `server`, both in the sources and in the build.
import { pathToFileURL } from "node:url";

/** True if the server runs from `build`, false if it runs from its sources. */
export const IS_BUILT = import.meta.url.endsWith(".js");

/** Returns a file or folder; `path` is its path in `server`, such as `brands/meridian`. */
export function serverFile(path: string): URL {
  return new URL(path, import.meta.url);
}

/** Returns the file of a program; `name` is its path in `server` without extension, such as `sandbox/main`. */
export function programFile(name: string): URL {
  return serverFile(`${name}.${IS_BUILT ? "js" : "ts"}`);
}

/** True if this process was started with the program; false if another program or a test imports its module. */
export function isStarted(name: string): boolean {
  const started = process.argv[1];
  return started !== undefined && pathToFileURL(started).href === programFile(name).href;
}
