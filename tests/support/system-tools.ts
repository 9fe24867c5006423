// Programs of the system that tests start: a Redis or Valkey for the replicas, curl for the journey by curl alone. Run as root on
// Debian they are installed where they are missing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"];

function find(names: readonly string[]): string | null {
  const paths = FOLDERS.flatMap((folder) => names.map((name) => `${folder}/${name}`));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Throws when none can be had, and says what to do. */
function ensure(names: readonly string[], debianPackage: string, otherwise: string): string {
  const found = find(names);
  if (found !== null) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log(`no ${names.join(" or ")} found; installing Debian's ${debianPackage}`);
    for (const args of [
      ["update", "-qq"],
      ["install", "-y", "-qq", "--no-install-recommends", debianPackage],
    ])
      spawnSync("apt-get", args, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
  }
  const installed = find(names);
  if (installed === null) throw new Error(otherwise);
  return installed;
}

export function ensureRedis(): string {
  const named = process.env.REDIS_SERVER_PATH;
  if (named !== undefined && existsSync(named)) return named;
  return ensure(
    ["redis-server", "valkey-server"],
    "redis-server",
    "No Redis or Valkey server. Install redis-server, or set REDIS_SERVER_PATH to one.",
  );
}

export function ensureCurl(): string {
  return ensure(["curl"], "curl", "No curl. Install it.");
}
