// Commands of an operator to the running site, received over the socket in its data folder. One command copies the
// stores for a backup or an audit export, the other stores the time of a verified backup.
import { join } from "node:path";
import { z } from "zod";
import type { Logger } from "../observe/log.ts";
import { listenForCommands } from "../operations/control-socket.ts";
import type { SandboxSupervisor } from "../provider/supervise-sandbox.ts";
import type { SiteStore } from "../state/site-store.ts";
import { copyPrivateFile, copyPrivateFiles } from "../storage/store-copy.ts";

const BACK_UP_WITHIN_MS = 4 * 60_000;
const LAST_BACKUP = "last backup";
const commandSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("back_up"), folder: z.string().startsWith("/") }),
  z.strictObject({ kind: z.literal("backed_up") }),
]);

/** Time of the last backup of this folder, epoch ms; null before the first backup. */
export function readLastBackupTime(store: SiteStore): number | null {
  const at = store.read(LAST_BACKUP);
  return typeof at === "number" ? at : null;
}

/**
 * Accepts commands. The folder must be locked. If the socket cannot be opened, the site logs this and runs without
 * commands.
 */
export async function openOperatorCommands(options: {
  dataDir: string;
  store: SiteStore;
  sandbox: SandboxSupervisor | null;
  log: Logger;
}): Promise<{ close(): Promise<void> }> {
  const { dataDir, store, sandbox, log } = options;

  async function backUp(folder: string): Promise<void> {
    store.copyTo(join(folder, "site.db"));
    copyPrivateFile(join(dataDir, "session-secret"), join(folder, "session-secret"));
    // Copies enquiries before the sandbox's store. An enquiry that is sent in between is then in both copies, and its
    // key prevents a duplicate.
    copyPrivateFiles(join(dataDir, "enquiries"), join(folder, "enquiries"), (name) => /\.json/.test(name));
    await sandbox?.backUp(join(folder, "sandbox"), BACK_UP_WITHIN_MS);
  }

  try {
    const socket = await listenForCommands(dataDir, async (raw) => {
      const command = commandSchema.parse(raw);
      if (command.kind === "backed_up") return store.keep(LAST_BACKUP, Date.now());
      const { folder } = command;
      const startedAt = performance.now();
      await backUp(folder);
      log.info({ folder, tookMs: Math.round(performance.now() - startedAt) }, "stores copied");
    });
    if (socket !== null) return socket;
    log.warn(
      "the path of DATA_DIR is too long for a socket: backups are possible only while the site is stopped",
    );
  } catch (fault) {
    log.warn(
      { err: fault },
      "the command socket could not be opened: backups are possible only while the site is stopped",
    );
  }
  return { close: async () => {} };
}
