// Time of the last backup, as the site stores it for the alert BackupOld.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { openSiteStore } from "../state/site-store.ts";
import { openOperatorCommands, readLastBackupTime } from "../wiring/operator-commands.ts";
import { backUpCommand } from "./backup.ts";
import { exportAudit } from "./export-audit.ts";

it("stores the time of a verified backup, but not of a failed audit export", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "last-backup-"));
  const store = openSiteStore({ dataDir, onFault() {} });
  const commands = await openOperatorCommands({
    dataDir,
    store,
    sandbox: null,
    log: pino({ level: "silent" }),
  });
  try {
    const scope = { since: null, until: null, client: null };
    const file = join(dataDir, "audit.jsonl");
    await expect(exportAudit({ file, scope, backup: null, key: null, dataDir })).rejects.toThrow();
    expect(readLastBackupTime(store)).toBeNull();
    writeFileSync(join(dataDir, "session-secret"), "secret");
    const at = join(dataDir, "copy");
    expect(await backUpCommand([at, "--data-dir", dataDir], () => {})).toBe(0);
    expect(readLastBackupTime(store)).toBeGreaterThan(0);
  } finally {
    await commands.close();
    store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
