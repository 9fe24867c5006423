// Reads a complete brand folder. Each error names the file, the key and the expected value.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { z } from "zod";
import { type BrandedSite, DEFAULT_SITE } from "../../app/contract/site/site.ts";
import { brandFileSchema, brandSchema } from "../../app/contract/site/site-schemas.ts";

/** The folder in BRAND_DIR, or that of the demo brand. */
export function brandFolder(named: string | undefined, workingDirectory: string): string {
  return named === undefined
    ? fileURLToPath(new URL("./meridian", import.meta.url))
    : resolve(workingDirectory, named);
}

/** Returns the brand, or null after adding its errors: "BRAND_DIR: brand.yaml, links.terms: expected …". */
export function readBrandOr(folder: string, isSimulated: boolean, faults: string[]): BrandedSite | null {
  const add = (where: string, text: string) => void faults.push(`BRAND_DIR: ${where}: ${text}`);
  const file = brandFileSchema.safeParse(readYaml(folder, "brand.yaml", add));
  if (!file.success) {
    for (const { path, message } of issuesOf(file.error)) add(`brand.yaml, ${path}`, message);
    return null;
  }
  const { links, social, partnerPlatforms, amounts, features, ...facts } = file.data;
  // The sandbox has its own developer portal.
  if (isSimulated && links.developerPortal === DEFAULT_SITE.links.developerPortal)
    links.developerPortal = "/sandbox/portal";
  return { brand: brandSchema.parse(facts), links, social, partnerPlatforms, amounts, features };
}

/** Returns null and adds an error for an unreadable file. */
function readYaml(folder: string, name: string, add: (where: string, text: string) => void): unknown {
  try {
    return parse(readFileSync(join(folder, name), "utf8"), { uniqueKeys: true });
  } catch (fault) {
    // The message is cut to its first line, because the following ones quote the file.
    add(name, String(fault instanceof Error ? fault.message : fault).split("\n")[0] ?? "");
    return null;
  }
}

/** One line per key; for an unknown key, its name. */
function issuesOf(error: z.ZodError): { path: string; message: string }[] {
  return error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join("."), message: "no such key" }))
      : [{ path: issue.path.join("."), message: issue.message }],
  );
}
