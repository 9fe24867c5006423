// Entry point of the sandbox's own process. The site's server starts it (server/provider/supervise-sandbox.ts),
// receives its port over IPC, and stops it with a message or by exiting. The process ignores signals: Ctrl+C and
// service managers signal all processes of the site, but the sandbox has to respond until the site has closed its
// pages.
import { lowerOwnPriority } from "./low-priority.ts";
import { readSettings, receiveInitialMessage } from "./process-settings.ts";
import { waitUntilStopped } from "./site-messages.ts";
import { startSandbox } from "./start-sandbox.ts";

for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => {});
const settings = readSettings();
const first = receiveInitialMessage(settings);
const stopped = waitUntilStopped();
lowerOwnPriority();
// A sandbox that is stopped while it starts ends at once. Its store survives this.
const sandbox = await Promise.race([startSandbox(settings, first), stopped]);
await stopped;
await sandbox?.close();
process.exit(0);
