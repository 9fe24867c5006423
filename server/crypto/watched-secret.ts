// A secret that may be replaced while the site runs: from a file that is read again, or a fixed value.
import { readFileSync } from "node:fs";

/** Returns the current secret, read again at each call. While the file cannot be read, as between two versions, the last known secret remains. */
export function watchedSecret(value: string | undefined, file: string | undefined): () => string | undefined {
  if (!file) return () => value;
  let known = value;
  return () => {
    try {
      known = readFileSync(file, "utf8").trim();
    } catch {
      // The file is being replaced.
    }
    return known;
  };
}
