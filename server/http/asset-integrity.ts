// Hashes of all scripts and styles of the build, computed when the server starts. Pages contain these hashes, so that
// browsers reject altered files.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns hashes by path: `/assets/name.js` → `sha256-…`. Empty in development, where Vite compiles on request. */
export function assetIntegrity(clientFolder: string, isDevelopment: boolean): ReadonlyMap<string, string> {
  const folder = join(clientFolder, "assets");
  if (isDevelopment || !existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder)
      .filter((name) => /\.(?:js|css)$/.test(name))
      .map((name) => [
        `/assets/${name}`,
        `sha256-${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("base64")}`,
      ]),
  );
}
