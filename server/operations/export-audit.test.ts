import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exportAudit } from "./export-audit.ts";

it("reports that a real provider keeps the audit trails, before it requires a key", async () => {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  const scope = { since: null, until: null, client: null };
  const request = { file: join(folder, "audit.jsonl"), scope, backup: folder, key: null, dataDir: folder };
  await expect(exportAudit(request)).rejects.toThrow("the provider keeps the audit trails");
  rmSync(folder, { recursive: true });
});
