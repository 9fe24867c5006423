// Entry point of the sandbox's own process. The site's server starts it (server/provider/supervise-sandbox.ts),
// receives its port over IPC, and stops it.
import { lowerOwnPriority } from "./low-priority.ts";
import { readSettings, receiveFirstMessage } from "./process-settings.ts";
import { startSandbox } from "./start-sandbox.ts";

const settings = readSettings();
const first = receiveFirstMessage(settings);
lowerOwnPriority();
const sandbox = await startSandbox(settings, first);
for (const event of ["SIGTERM", "SIGINT", "disconnect"])
  process.on(event, () => void sandbox.close().then(() => process.exit(0)));
