// A secret that may be replaced while the site runs: the content of a file, or a fixed value.
import { readFileSync } from "node:fs";

/**
 * Returns a function that returns the current secret. The file is read at each call. If it cannot be read, as while it
 * is replaced, the previous secret is returned.
 */
export function watchSecret(value: string | undefined, file: string | undefined): () => string | undefined {
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
