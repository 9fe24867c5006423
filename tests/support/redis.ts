// Which Redis or Valkey the replicas' test starts: the system's. Run as root on Debian it installs one when there is none.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PATHS = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].flatMap((folder) => [
  `${folder}/redis-server`,
  `${folder}/valkey-server`,
]);

export function findRedis(): string | null {
  const named = process.env.REDIS_SERVER_PATH;
  if (named !== undefined && existsSync(named)) return named;
  return PATHS.find((path) => existsSync(path)) ?? null;
}

/** Throws when none can be had, and says what to do. */
export function ensureRedis(): string {
  const found = findRedis();
  if (found !== null) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("no Redis found; installing Debian's redis-server");
    for (const args of [
      ["update", "-qq"],
      ["install", "-y", "-qq", "--no-install-recommends", "redis-server"],
    ])
      spawnSync("apt-get", args, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
  }
  const installed = findRedis();
  if (installed === null)
    throw new Error("No Redis or Valkey server. Install redis-server, or set REDIS_SERVER_PATH to one.");
  return installed;
}
