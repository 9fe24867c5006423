// Bundles the server's programs into `build/node`, and copies the files that they read. Part of `npm run build`. A
// program in a few files starts with two thirds of the CPU time of one in hundreds of modules.
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const FROM = "server";
const TO = "build/node/server";
/** Playbooks are loaded by name (sandbox/algos/playbooks/playbooks.ts), so each remains a file. */
const PLAYBOOKS = "sandbox/algos/playbooks/definitions";
const PROGRAMS = [
  "main.ts",
  "sandbox/main.ts",
  ...["build-records", "history-run"].map((name) => `sandbox/algos/backtest/${name}.ts`),
  ...["backup", "check-records", "doctor", "export-audit", "restore"].map((name) => `operations/${name}.ts`),
  ...readdirSync(`${FROM}/${PLAYBOOKS}`).map((name) => `${PLAYBOOKS}/${name}`),
];

// Removes the programs of earlier builds, because the names of shared files change with their content. The shipped
// records remain.
mkdirSync(TO, { recursive: true });
for (const name of readdirSync("build/node", { recursive: true, encoding: "utf8" }))
  if (/\.js(?:\.map)?$/.test(name)) rmSync(`build/node/${name}`);

await build({
  entryPoints: PROGRAMS.map((name) => `${FROM}/${name}`),
  outbase: FROM,
  outdir: TO,
  bundle: true,
  // Programs share modules. Shared files are placed directly in TO, so that programs.ts finds other files from there.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
  // A native module, the development server, a package that is imported on demand by its named exports, an optional
  // package of `debug` that only development installs, and packages that the built pages also load and must share.
  external: ["libsql", "vite", "redis", "supports-color", "react", "react-dom", "@remix-run/*"],
  // Bundled CommonJS packages load Node's modules with `require`.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
});

/** Copies a folder without its TypeScript files and other `excluded` files. */
function copyFolder(from: string, to: string, excluded = /\.ts$/): void {
  cpSync(from, to, { recursive: true, filter: (name) => !excluded.test(name) });
}
copyFolder(`${FROM}/brands`, `${TO}/brands`);
copyFolder(`${FROM}/operations`, "build/operations", /\.ts$|secrets|site\.env/);
