// The append-only audit trail of the operator console. Each action of an operator is a line with the hash of the
// previous line. Lines of other replicas are copied together with the replica's name.
import type Database from "libsql";
import { z } from "zod";
import { sha256 } from "../crypto/sha256.ts";

const lineSchema = z.object({
  id: z.string().regex(/^[\w-]{10,40}$/),
  at: z.int().nonnegative(),
  who: z.string().min(1).max(120),
  role: z.string().max(20),
  action: z.string().regex(/^[a-z_]{1,40}$/),
  detail: z.string().max(4_000),
});
export type TrailLine = z.output<typeof lineSchema>;
export type StoredLine = TrailLine & { n: number; hash: string };

const START = sha256("operator trail v1");

export type OperatorTrail = ReturnType<typeof openOperatorTrail>;

export function openOperatorTrail(db: Database.Database) {
  db.exec(`CREATE TABLE IF NOT EXISTS operator_trail (
    n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL, hash TEXT NOT NULL
  ) STRICT`);
  const insert = db.prepare("INSERT INTO operator_trail (id, document, hash) VALUES (?, ?, ?)");
  const last = db.prepare("SELECT hash FROM operator_trail ORDER BY n DESC LIMIT 1");
  const known = db.prepare("SELECT 1 FROM operator_trail WHERE id = ?");
  const newest = db.prepare("SELECT n, document, hash FROM operator_trail ORDER BY n DESC LIMIT ?");
  const ordered = db.prepare("SELECT n, document, hash FROM operator_trail ORDER BY n");
  const read = (row: unknown): StoredLine => {
    const { n, document, hash } = row as { n: number; document: string; hash: string };
    return { ...lineSchema.parse(JSON.parse(document)), n, hash };
  };

  function append(raw: TrailLine): StoredLine {
    const line = lineSchema.parse(raw);
    const document = JSON.stringify(line);
    const before = (last.get() as { hash: string } | undefined)?.hash ?? START;
    const hash = nextHash(before, document);
    const { lastInsertRowid } = insert.run(line.id, document, hash);
    return { ...line, n: Number(lastInsertRowid), hash };
  }

  return {
    /** Appends a line. Throws if it cannot be written; the caller must then not execute the action. */
    append,
    /** Appends a line of another replica. Ignores a line that exists or is invalid. */
    copy(raw: unknown) {
      const line = lineSchema.safeParse(raw);
      if (line.success && known.get(line.data.id) === undefined) append(line.data);
    },
    /** Returns the newest lines, newest first. */
    latest: (most: number): StoredLine[] => newest.all(most).map(read),
    /** Returns all lines in order. */
    *all(): Iterable<StoredLine> {
      for (const row of ordered.iterate()) yield read(row);
    },
  };
}

const nextHash = (before: string, document: string) => sha256(`${before}\n${document}`);

/** Returns the number of the first line with a wrong hash; null if there is none. */
export function firstBrokenLine(lines: Iterable<StoredLine>): number | null {
  let before = START;
  for (const { n, hash, ...line } of lines) {
    if (nextHash(before, JSON.stringify(line)) !== hash) return n;
    before = hash;
  }
  return null;
}
