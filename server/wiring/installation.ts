// Locations of the built pages, the operators' files and the sandbox's program. They depend on whether the server runs
// from source or compiled.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Observability } from "../observe/observability.ts";
import type { Settings } from "../settings.ts";

export type Installation = {
  isDevelopment: boolean;
  /** File of the compiled pages; null in development, where Vite compiles them on request. */
  serverBuildFile: string | null;
  /** Folder of the files for browsers. */
  clientFolder: string;
  /** Folder of alerts, runbooks and manifests, which the operators' port serves. */
  operationsFolder: string;
  sandboxEntry: URL;
  /** Address of the program that exports audit trails. */
  auditEntry: URL;
};

/**
 * `main` is the URL of main.ts, or of build/node/server/main.js if the server is compiled. Throws if the pages are not
 * built.
 */
export function installationOf(main: string, isDevelopment: boolean): Installation {
  const isCompiled = main.endsWith(".js");
  const at = (path: string) => fileURLToPath(new URL(path, main));
  const buildFolder = at(isCompiled ? "../../" : "../build/");
  const serverBuildFile = isDevelopment ? null : `${buildFolder}server/index.js`;
  if (serverBuildFile !== null && !existsSync(serverBuildFile))
    throw new Error("The pages are not built. Run `npm run build` first, or `npm run dev`.");
  return {
    isDevelopment,
    serverBuildFile,
    clientFolder: `${buildFolder}client`,
    operationsFolder: at(isCompiled ? "../../operations" : "./operations"),
    auditEntry: new URL(`./operations/export-audit${isCompiled ? ".js" : ".ts"}`, main),
    sandboxEntry: new URL(`./sandbox/main${isCompiled ? ".js" : ".ts"}`, main),
  };
}

/** Objects that main passes to the program that it starts. */
export type Start = {
  settings: Settings;
  observability: Observability;
  installation: Installation;
  /** True if the output is a terminal. */
  isAtTerminal: boolean;
};
