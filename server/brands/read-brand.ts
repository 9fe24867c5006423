// Reads and checks a complete brand folder. Each error names the file, the key and the expected value.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import type { z } from "zod";
import { type BrandedSite, DEFAULT_SITE } from "../../app/contract/site/site.ts";
import type { BrandLanguage } from "../../app/format/locale.ts";
import { type BrandFiles, DEMO_BRAND_FOLDER, readDrawings, readPageTexts, readTexts } from "./brand-files.ts";
import { brandFileSchema, brandSchema } from "./brand-schemas.ts";

export type BrandFolder = { site: BrandedSite; language: BrandLanguage; files: BrandFiles };

/** Returns the path of the brand folder: `named` (BRAND_DIR) or, if it is not set, the demonstration brand. */
export function brandFolder(named: string | undefined, workingDirectory: string): string {
  return named === undefined ? DEMO_BRAND_FOLDER : resolve(workingDirectory, named);
}

/**
 * Returns the brand. If it is invalid, adds its errors to `faults` and returns null. An error has the form "BRAND_DIR:
 * brand.yaml, links.terms: expected …".
 */
export function readBrandOr(folder: string, isSimulated: boolean, faults: string[]): BrandFolder | null {
  const add = (where: string, text: string) => void faults.push(`BRAND_DIR: ${where}: ${text}`);
  const file = brandFileSchema.safeParse(readYaml(folder, "brand.yaml", add));
  if (!file.success)
    for (const { path, message } of listIssues(file.error)) add(`brand.yaml, ${path}`, message);
  const pageTexts = readPageTexts(folder, add);
  const { files, ...addresses } = readDrawings(folder, add);
  const texts = readTexts(folder, file.data ?? DEFAULT_SITE.brand, add);
  if (!file.success || faults.some((fault) => fault.startsWith("BRAND_DIR: "))) return null;
  const {
    links,
    social,
    partnerPlatforms: platforms,
    amounts,
    features,
    managers,
    language,
    menu,
    tags,
    ...facts
  } = file.data;
  // The default link opens the developer portal of the embedded sandbox.
  if (isSimulated && links.developerPortal === DEFAULT_SITE.links.developerPortal)
    links.developerPortal = "/sandbox/portal";
  // A copy of the demonstration brand names platforms of the sandbox, which do not exist with a real provider.
  const partnerPlatforms = platforms.filter(
    ({ connectUrl }) => isSimulated || !connectUrl.startsWith("/sandbox/"),
  );
  const brand = brandSchema.parse(facts);
  return {
    site: { brand, links, social, partnerPlatforms, amounts, features, managers, texts, ...addresses },
    language: { ...language, words: pageTexts, menu, tags },
    files,
  };
}

/** Returns the content of a YAML file. Adds an error and returns null if the file cannot be parsed. */
function readYaml(folder: string, name: string, add: (where: string, text: string) => void): unknown {
  try {
    return parse(readFileSync(join(folder, name), "utf8"), { uniqueKeys: true });
  } catch (fault) {
    // Uses only the first line of the message, because the other lines quote the file.
    add(name, String(fault instanceof Error ? fault.message : fault).split("\n")[0] ?? "");
    return null;
  }
}

/** Returns one path and message per invalid or unknown key. */
function listIssues(error: z.ZodError): { path: string; message: string }[] {
  return error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join("."), message: "no such key" }))
      : [{ path: issue.path.join("."), message: issue.message }],
  );
}
