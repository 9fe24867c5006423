// Reads the settings, opens the log, and starts the site or, with `--sandbox-only`, the sandbox without the site.
import { isatty } from "node:tty";
import { writeFinalMessage } from "./observe/log-destination.ts";
import { openObservability } from "./observe/observability.ts";
import { IS_BUILT } from "./programs.ts";
import { readSettings, type Settings, SettingsError } from "./settings.ts";
import { findUnusableFolder } from "./settings-checks.ts";
import { withSettingsFile } from "./settings-file.ts";
import { describeSettings } from "./settings-shown.ts";
import { startupErrorMessage } from "./wiring/announce.ts";
import { locateInstallation, type StartContext } from "./wiring/installation.ts";
import { openStoreAndSandbox } from "./wiring/store-and-sandbox.ts";

// React chooses its build when the pages load it, which is later.
if (IS_BUILT) process.env.NODE_ENV ||= "production";

const STDOUT = 1;
const STDERR = 2;
/** Flushes the log before the process ends, if possible. */
let flushLog: () => Promise<void> = async () => {};

function settingsOrExit(): Settings {
  try {
    const environment = withSettingsFile(process.argv.slice(2), process.env, process.cwd());
    return readSettings(environment, process.cwd(), findUnusableFolder);
  } catch (fault) {
    if (!(fault instanceof SettingsError)) throw fault;
    writeFinalMessage(STDERR, `${fault.message}\n`);
    process.exit(1);
  }
}

async function main(): Promise<void> {
  const settings = settingsOrExit();
  const { limits } = settings;
  const observability = openObservability({
    level: settings.logLevel,
    version: settings.site.buildVersion,
    limits,
  });
  flushLog = observability.flush;
  observability.log.info(describeSettings(settings), "settings");
  const start: StartContext = {
    settings,
    observability,
    installation: locateInstallation(process.argv.includes("--dev")),
    isAtTerminal: isatty(STDOUT) || process.env.npm_lifecycle_event !== undefined,
  };
  // The modules of either program are loaded only if needed, so that a separate sandbox starts faster and uses less
  // memory.
  if (process.argv.includes("--sandbox-only")) {
    await (await import("./run-sandbox.ts")).runSandbox(start);
    return;
  }
  const first = openStoreAndSandbox(start);
  await (await import("./run-site.ts")).runSite(start, first);
}

main().catch(async (fault: unknown) => {
  await flushLog();
  writeFinalMessage(STDERR, `Cannot start: ${startupErrorMessage(fault)}\n`);
  process.exit(1);
});
