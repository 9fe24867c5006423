// Writes the clients as archives with their checksums into a folder that the site serves. Part of `npm run build`.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { readContract } from "./contract.ts";
import { readPublisher } from "./publisher.ts";
import { writePythonPackage } from "./python/package-files.ts";
import { TYPESCRIPT_PACKAGE, writeTypescriptPackage } from "./typescript/package-files.ts";

/** Folder of the archives, which the site serves as `/docs/v2/clients/…`. */
const served = resolve(process.argv[2] ?? "build/client/docs/v2/clients");
/** Folder of the unpacked packages, for reading or publishing. */
const packages = resolve(process.argv[3] ?? "build/sdk");

rmSync(served, { recursive: true, force: true });
rmSync(packages, { recursive: true, force: true });
const contract = readContract();
const publisher = readPublisher(process.env);

const typescript = join(packages, "typescript");
await writeTypescriptPackage(contract, typescript, publisher);
packNpm(typescript, join(served, "typescript"), TYPESCRIPT_PACKAGE);
writePythonPackage(contract, join(packages, "python"), join(served, "python"), publisher);
writeChecksums(served);

/**
 * Writes an archive under its versioned name and under a permanent name. npm creates an identical archive from
 * identical files.
 */
function packNpm(folder: string, into: string, name: string): void {
  mkdirSync(into, { recursive: true });
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", into], {
    cwd: folder,
    encoding: "utf8",
  });
  const file = join(into, basename(packed.trim()));
  writeFileSync(join(into, `${name}.tgz`), readFileSync(file));
}

/** Writes the checksums in the format of `sha256sum -c`. */
function writeChecksums(folder: string): void {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const lines = names.map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex")}  ${name}\n`,
  );
  writeFileSync(join(folder, "SHA256SUMS.txt"), lines.join(""));
}
