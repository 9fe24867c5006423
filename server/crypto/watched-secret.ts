// A secret that may be replaced while the site runs: a file that is read again, or a fixed value.
import { readFileSync } from "node:fs";

/** Returns the current secret, read at each call. While the file cannot be read, as during a replacement, the last secret applies. */
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
