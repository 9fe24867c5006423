// A secret that may be replaced while the site runs: the content of a file, or a fixed value.
import { readFileSync } from "node:fs";

/**
 * Returns a function that reads the current secret at each call. While the file cannot be read, as during a
 * replacement, it returns the previous secret.
 */
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
