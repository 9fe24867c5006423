// Bundles the server's programs and copies the files that they read. Part of `npm run build`. A program is one file and
// some shared ones instead of 600 modules. Measured: loading takes a third of the processor time.
import { cpSync, readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const OUTPUT = "build/node";
const PLAYBOOKS = "server/sandbox/algos/playbooks/definitions";

/** Modules that are started as a process, or that are read by name while the server runs. */
const entryPoints = [
  "server/main.ts",
  // In `server` itself, because its URL locates all other files.
  "server/programs.ts",
  "server/sandbox/main.ts",
  "server/sandbox/algos/backtest/history-run.ts",
  ...["backup", "check-records", "doctor", "export-audit", "restore"].map(
    (name) => `server/operations/${name}.ts`,
  ),
  ...readdirSync(PLAYBOOKS)
    .filter((name) => /^[a-z-]+\.ts$/.test(name))
    .map((name) => `${PLAYBOOKS}/${name}`),
];

rmSync(OUTPUT, { recursive: true, force: true });
await build({
  entryPoints,
  outdir: OUTPUT,
  outbase: ".",
  bundle: true,
  splitting: true,
  chunkNames: "server/shared-[hash]",
  platform: "node",
  format: "esm",
  target: "node20",
  logLevel: "warning",
  // React and Remix are shared with the built pages. libsql and pino read files of their own package. Redis and Vite
  // are loaded only if they are used.
  external: ["react", "react-dom", "@remix-run/*", "libsql", "pino", "redis", "vite"],
  // Libraries in the older module format call `require`.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
});
copyFiles("server/brands", `${OUTPUT}/server/brands`, /\.ts$/);
copyFiles("server/operations", "build/operations", /\.ts$|secrets|site\.env/);

function copyFiles(from: string, to: string, isExcluded: RegExp): void {
  cpSync(from, to, { recursive: true, filter: (name) => !isExcluded.test(name) });
}
