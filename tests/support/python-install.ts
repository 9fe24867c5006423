// Installs the Python client from the site, without a package index, and runs its documented commands. An installed
// Python provides the dependencies.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import type { Python } from "./system-tools.ts";

/** Returns null if this Python cannot create virtual environments. */
export function pythonWithoutIndex({ command, path }: Python) {
  const { status, stdout } = spawnSync(
    command,
    ["-c", "import ensurepip, venv, httpx, os; print(os.path.dirname(os.path.dirname(httpx.__file__)))"],
    { encoding: "utf8", env: { ...process.env, PYTHONPATH: path } },
  );
  if (status !== 0) return null;
  return {
    env: { PATH: `${dirname(command)}:${process.env.PATH}`, PIP_NO_DEPS: "1", PIP_NO_INDEX: "1" },
    /** Command that makes the dependencies importable for the following commands. */
    useDependencies: `export PYTHONPATH=${stdout.trim()}`,
  };
}
