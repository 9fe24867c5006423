// Stores access requests on disk before the user gets a response, loads them after a restart, and renames the files of
// requests that cannot be sent. Files are deleted after the storage period, because they contain personal data.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Enquiry, enquirySchema } from "../../app/contract/base-api/enquiry.ts";

const storedSchema = z.object({ key: z.string(), enquiry: enquirySchema });

export class EnquiryFolder {
  readonly #folder: string;
  readonly #atMost: number;

  constructor(dataDir: string, atMost: number) {
    this.#folder = join(dataDir, "enquiries");
    this.#atMost = atMost;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** Writes the request to disk before it returns. Throws if the disk is full or fails. */
  keep(key: string, enquiry: Enquiry): void {
    if (this.waiting().length >= this.#atMost) throw new Error("the outbox is full");
    const file = join(this.#folder, `${key}.json`);
    const handle = openSync(`${file}.new`, "w", 0o600);
    writeSync(handle, JSON.stringify({ key, enquiry }));
    fsyncSync(handle);
    closeSync(handle);
    renameSync(`${file}.new`, file);
    const directory = openSync(this.#folder, "r");
    fsyncSync(directory);
    closeSync(directory);
  }

  /** Returns the names of the stored requests that are to be sent. */
  waiting(): string[] {
    return readdirSync(this.#folder).filter((name) => name.endsWith(".json"));
  }

  setAsideCount(): number {
    return readdirSync(this.#folder).filter((name) => /\.(?:refused|unreadable)$/.test(name)).length;
  }

  /** Returns the stored request; null for a file that cannot be read. */
  read(name: string): { key: string; enquiry: Enquiry } | null {
    try {
      return storedSchema.parse(JSON.parse(readFileSync(join(this.#folder, name), "utf8")));
    } catch {
      return null;
    }
  }

  setAside(name: string, why: "refused" | "unreadable"): void {
    const file = join(this.#folder, name);
    renameSync(file, `${file}.${why}`);
  }

  /** Deletes all files that were written before a time, epoch ms. Returns their number. */
  removeOlderThan(before: number): number {
    const old = readdirSync(this.#folder).filter(
      (name) => statSync(join(this.#folder, name)).mtimeMs < before,
    );
    for (const name of old) this.remove(name);
    return old.length;
  }

  remove(name: string): void {
    rmSync(join(this.#folder, name));
  }
}
