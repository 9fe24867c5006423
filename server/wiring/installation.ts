// Locations of the built pages, the operators' files and the programs that the site starts.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Observability } from "../observe/observability.ts";
import { IS_BUILT, programFile, serverFile } from "../programs.ts";
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

/** Returns the locations. Throws if the pages are not built. */
export function locateInstallation(isDevelopment: boolean): Installation {
  const buildFolder = fileURLToPath(serverFile(IS_BUILT ? "../../" : "../build/"));
  const serverBuildFile = isDevelopment ? null : `${buildFolder}server/index.js`;
  if (serverBuildFile !== null && !existsSync(serverBuildFile))
    throw new Error("The pages are not built. Run `npm run build` first, or `npm run dev`.");
  return {
    isDevelopment,
    serverBuildFile,
    clientFolder: `${buildFolder}client`,
    operationsFolder: fileURLToPath(serverFile(IS_BUILT ? "../../operations" : "operations")),
    auditEntry: programFile("operations/export-audit"),
    sandboxEntry: programFile("sandbox/main"),
  };
}

/** Objects that main passes to the program that it starts. */
export type StartContext = {
  settings: Settings;
  observability: Observability;
  installation: Installation;
  /** True if the output is a terminal. */
  isAtTerminal: boolean;
};
