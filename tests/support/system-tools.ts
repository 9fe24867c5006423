// System programs that tests start: Redis or Valkey for replicas, curl for the test that uses curl only, and Python with the packages of
// the Python client. As root on Debian, missing ones are installed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"];

function find(names: readonly string[]): string | null {
  const paths = FOLDERS.flatMap((folder) => names.map((name) => `${folder}/${name}`));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Installs packages as root on Debian; elsewhere does nothing. */
function installDebian(packages: readonly string[], reason: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`${reason}; installing Debian's ${packages.join(" ")}`);
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...packages],
  ])
    spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
}

/** Throws an error with instructions if no program is available. */
function ensure(names: readonly string[], debianPackage: string, otherwise: string): string {
  const found = find(names);
  if (found !== null) return found;
  installDebian([debianPackage], `no ${names.join(" or ")} found`);
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

/** A Python that can import the packages of the Python client; `path` adds the folder of Debian's packages. */
export type Python = { command: string; version: string; path: string; hasPandas: boolean };

const PYTHON_PACKAGES = ["python3-httpx", "python3-websockets", "python3-pandas"];
const DEBIAN_PACKAGES = "/usr/lib/python3/dist-packages";

function pythonsWith(modules: string): Python[] {
  const commands = ["/usr/bin/python3", spawnSync("which", ["python3"], { encoding: "utf8" }).stdout?.trim()];
  const pythons = [...new Set(commands)].flatMap((command): Python[] => {
    if (!command) return [];
    for (const path of ["", DEBIAN_PACKAGES]) {
      const tried = spawnSync(command, ["-c", `import ${modules}, sys; print(sys.version.split()[0])`], {
        encoding: "utf8",
        env: { ...process.env, PYTHONPATH: path },
      });
      if (tried.status !== 0) continue;
      const pandas = spawnSync(command, ["-c", "import pandas"], {
        env: { ...process.env, PYTHONPATH: path },
      });
      return [{ command, version: tried.stdout.trim(), path, hasPandas: pandas.status === 0 }];
    }
    return [];
  });
  return pythons.filter(({ version }, at) => pythons.findIndex((one) => one.version === version) === at);
}

/** Returns all Pythons of this machine that can run the Python client; empty if httpx and websockets are not available. */
export function ensurePythons(): Python[] {
  const modules = "httpx, websockets";
  if (!pythonsWith(modules).some(({ hasPandas }) => hasPandas))
    installDebian(PYTHON_PACKAGES, "no Python with httpx, websockets and pandas found");
  return pythonsWith(modules);
}
