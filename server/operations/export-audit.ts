// `npm run export:audit -- FILE` writes the audit trails to a file for a regulator, chained and signed; `--check`
// verifies a file. The command reads a backup. If the site is running, it requests one first.
import { createPrivateKey, type KeyObject } from "node:crypto";
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import Database from "libsql";
import { z } from "zod";
import { evidenceKeysSchema } from "../../app/contract/base-api/record.ts";
import { DAY_MS, dayOfIso, istDayStart } from "../../app/domain/time.ts";
import { isStarted } from "../programs.ts";
import { AuditWriter, checkAudit } from "./audit-file.ts";
import { type AuditScope, auditRecords } from "./audit-records.ts";
import { backUp } from "./backup.ts";
import { dataDirOfEnvironment } from "./environment.ts";

const WRITE_BYTES = 1 << 20;

export const USAGE = `npm run export:audit -- FILE [--from DAY] [--to DAY] [--client ID] [--backup FOLDER] [--key FILE] [--data-dir DATA_DIR]
npm run export:audit -- --check FILE --keys keys.json

Exports all consents, orders, trades, money movements and deployment events as JSON Lines. Each line contains the hash of the previous line;
the last one is signed with the operator's key. --from and --to are days in Indian time such as 2026-11-20, both inclusive.
--backup  reads this backup instead of the site's data
--key     the operator's PEM-encoded Ed25519 key; required if RECORD_KEY is set and DATA_DIR contains no key
--check   verifies a file with the operator's public keys, as published under /evidence/keys.json`;

const day = z.iso.date("must be a day such as 2026-11-20");

type ExportRequest = {
  file: string;
  scope: AuditScope;
  backup: string | null;
  key: string | null;
  dataDir: string;
};

/** Writes the file and returns its final hash. Throws with a message for the operator. */
export async function exportAudit(
  request: ExportRequest,
  now = () => new Date(),
): Promise<{ lines: number; last: string }> {
  if (request.backup !== null) return writeAudit(request, request.backup, now());
  const copy = mkdtempSync(join(request.dataDir, "audit-"));
  try {
    await backUp(request.dataDir, copy);
    return writeAudit(request, copy, now());
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function writeAudit({ file, scope, key }: ExportRequest, folder: string, madeAt: Date) {
  const store = join(folder, "sandbox", "sandbox.db");
  if (!existsSync(store))
    throw new Error(
      "the data folder has no sandbox store: with a real provider, the provider keeps the audit trails",
    );
  const signingKey = loadKey(key, folder);
  const db = new Database(store, { readonly: true, fileMustExist: true });
  const handle = openSync(file, "wx", 0o600);
  let waiting = "";
  const write = (text: string) => {
    writeSync(handle, text);
    waiting = "";
  };
  try {
    const writer = new AuditWriter(
      {
        madeAt: madeAt.toISOString(),
        from: toIsoTime(scope.since),
        until: toIsoTime(scope.until),
        clientId: scope.client,
      },
      (line) => {
        waiting += line;
        if (waiting.length > WRITE_BYTES) write(waiting);
      },
    );
    for (const record of auditRecords(db, scope)) writer.add(record);
    const end = writer.close(signingKey);
    write(waiting);
    fsyncSync(handle);
    return end;
  } catch (fault) {
    rmSync(file);
    throw fault;
  } finally {
    closeSync(handle);
    db.close();
  }
}

const toIsoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function loadKey(file: string | null, folder: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(file ?? join(folder, "sandbox", "record-key")));
  } catch {
    throw new Error(
      file === null
        ? "no signing key was found: pass the operator's key with --key"
        : `${file} is not a PEM-encoded Ed25519 key`,
    );
  }
}

/** Parses the command's arguments; null if they are invalid. */
function readRequest(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        from: text,
        to: text,
        client: text,
        backup: text,
        key: text,
        keys: text,
        "data-dir": text,
        check: { type: "boolean" },
      },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0 || (values.check === true && values.keys === undefined))
      return null;
    const startOf = (value: string | undefined) =>
      value === undefined ? null : istDayStart(dayOfIso(day.parse(value)));
    const to = startOf(values.to);
    return {
      file: resolve(file),
      check: values.check === true,
      keys: values.keys,
      scope: {
        since: startOf(values.from),
        until: to === null ? null : to + DAY_MS,
        client: values.client ?? null,
      },
      backup: values.backup === undefined ? null : resolve(values.backup),
      key: values.key ?? null,
      dataDir: values["data-dir"] === undefined ? dataDirOfEnvironment() : resolve(values["data-dir"]),
    };
  } catch {
    return null;
  }
}

/** Exports or checks an audit file and returns the exit code. */
export async function auditCommand(
  args: readonly string[],
  writeLine: (line: string) => void,
): Promise<number> {
  const exportRequest = readRequest(args);
  if (exportRequest === null) {
    writeLine(USAGE);
    return 2;
  }
  try {
    if (!exportRequest.check) {
      const { lines, last } = await exportAudit(exportRequest);
      writeLine(
        `${exportRequest.file}: ${lines} lines, last hash ${last}. The file contains client ids: protect it.`,
      );
      return 0;
    }
    const { keys } = evidenceKeysSchema.parse(JSON.parse(readFileSync(exportRequest.keys ?? "", "utf8")));
    const found = await checkAudit(createInterface({ input: createReadStream(exportRequest.file) }), keys);
    writeLine(
      `${exportRequest.file}: hash chain verified: ${found.lines} lines, last hash ${found.last}; signed by the operator's key ${found.keyId}, made at ${found.head.madeAt}.`,
    );
    return 0;
  } catch (fault) {
    const what = exportRequest.check ? "Verification failed" : "The export failed";
    writeLine(`${what}: ${fault instanceof Error ? fault.message : String(fault)}`);
    return 1;
  }
}

if (isStarted("operations/export-audit"))
  process.exitCode = await auditCommand(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
