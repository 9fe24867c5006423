// System programs that tests start: Redis or Valkey for replicas, curl for the test that only uses curl, and Python
// with the packages of the Python client. As root on Debian, missing programs are installed.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const BIN_FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"];

function find(names: readonly string[]): string | null {
  const paths = BIN_FOLDERS.flatMap((folder) => names.map((name) => `${folder}/${name}`));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Installs packages if this process is root on Debian; otherwise does nothing. */
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

/** Returns the first available program. Throws an error with instructions if there is none. */
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

/** A Python that can import the packages of the Python client. `path` is the value of PYTHONPATH. */
export type Python = { command: string; version: string; path: string; hasPandas: boolean };

const PYTHON_PACKAGES = ["python3-httpx", "python3-websockets", "python3-pandas"];
const DEBIAN_PACKAGES = "/usr/lib/python3/dist-packages";

/** Minor version of the oldest Python that the client supports. */
const OLDEST_PYTHON = 9;
const PYTHON_MINORS = Array.from({ length: 8 }, (_, index) => OLDEST_PYTHON + index);

/** Returns the commands of all installed Python versions: the system's, those on PATH, and those of pyenv. */
function pythonCommands(): string[] {
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), ".pyenv"), "versions");
  const ofPyenv = existsSync(versions)
    ? readdirSync(versions).map((name) => join(versions, name, "bin/python3"))
    : [];
  return ["/usr/bin/python3", "python3", ...PYTHON_MINORS.map((minor) => `python3.${minor}`), ...ofPyenv];
}

const minorOf = ({ version }: Pick<Python, "version">) => Number(version.split(".")[1]);

/** Imports the modules and prints the version. Prints nothing if a command before has the same minor version. */
const probeOf = (modules: string) => `import sys
if str(sys.version_info[1]) not in sys.argv[1:]:
    import ${modules}
    print(sys.version.split()[0])`;

/** Returns the first Python that can import the modules, and the oldest and newest supported ones. */
function pythonsWith(modules: string): Python[] {
  const pythons: Omit<Python, "hasPandas">[] = [];
  for (const command of pythonCommands())
    for (const path of ["", DEBIAN_PACKAGES]) {
      const tried = spawnSync(
        command,
        ["-c", probeOf(modules), ...pythons.map((one) => String(minorOf(one)))],
        {
          encoding: "utf8",
          env: { ...process.env, PYTHONPATH: path },
        },
      );
      if (tried.status !== 0) continue;
      const version = tried.stdout.trim();
      if (version !== "") pythons.push({ command, version, path });
      break;
    }
  const byAge = pythons
    .filter((one) => minorOf(one) >= OLDEST_PYTHON)
    .sort((a, b) => minorOf(a) - minorOf(b));
  const chosen = [pythons[0], byAge[0], byAge.at(-1)].filter((one) => one !== undefined);
  return [...new Set(chosen)].map((one) => {
    const env = { ...process.env, PYTHONPATH: one.path };
    return { ...one, hasPandas: spawnSync(one.command, ["-c", "import pandas"], { env }).status === 0 };
  });
}

/** The result of the first call, because the search takes seconds. */
let installedPythons: Python[] | null = null;

/**
 * Returns all installed Python versions that can run the Python client; empty if httpx and websockets are not available.
 */
export function ensurePythons(): Python[] {
  if (installedPythons !== null) return installedPythons;
  const modules = "httpx, websockets";
  let found = pythonsWith(modules);
  if (!found.some(({ hasPandas }) => hasPandas)) {
    installDebian(PYTHON_PACKAGES, "no Python with httpx, websockets and pandas found");
    found = pythonsWith(modules);
  }
  installedPythons = found;
  return found;
}
