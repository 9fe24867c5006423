// Reads the files in a brand folder other than brand.yaml. A missing text is replaced by that of the demonstration
// brand, which names no broker. The demonstration brand's drawings and theme are never used for another brand.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import {
  type Brand,
  type BrandTexts,
  DEFAULT_SITE,
  LEGAL_IDS,
  type Site,
} from "../../app/contract/site/site.ts";
import { CONSENT_LINES } from "../../app/deploying/consent-text.ts";
import { findTextFaults, TEXT_FILES } from "../../app/words.ts";
import { serverFile } from "../programs.ts";
import { headedTexts, readConsent, readHome, readRiskDisclosure } from "./headed-texts.ts";
import { createSocialCard } from "./social-card.ts";
import { findSvgFault } from "./svg.ts";
import { findThemeFaults, themeAccent } from "./theme.ts";

export const DEMO_BRAND_FOLDER = fileURLToPath(serverFile("brands/meridian"));
const CARD_BYTES_MAX = 1_000_000;
const PNG_START = "89504e470d0a1a0a";

export type AddFault = (where: string, text: string) => void;
/** File contents by their public path. */
export type BrandFiles = Map<string, Buffer>;

/**
 * Returns the text of a file, without a byte order mark and with "\n" as line breaks. Adds an error and returns null if
 * the file cannot be read.
 */
function readText(folder: string, name: string, add: AddFault): string | null {
  const own = join(folder, name);
  try {
    const text = readFileSync(existsSync(own) ? own : join(DEMO_BRAND_FOLDER, name), "utf8");
    return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  } catch (fault) {
    add(name, String(fault instanceof Error ? fault.message : fault));
    return null;
  }
}

/** Returns the texts of the brand, with its values in place of placeholders such as `{name}` and `{legalName}`. */
export function readTexts(folder: string, brand: Brand, add: AddFault): BrandTexts {
  const read = <Value>(name: string, shape: (text: string) => Value, missing: Value): Value => {
    const text = readText(folder, name, add);
    if (text === null) return missing;
    try {
      return fillPlaceholders(shape(text), brand);
    } catch (fault) {
      add(name, typeof fault === "string" ? fault : "expected Markdown with a version");
      return missing;
    }
  };
  return {
    legal: Object.fromEntries(
      LEGAL_IDS.map((id) => [id, read(`legal/${id}.md`, headedTexts, [])]),
    ) as BrandTexts["legal"],
    faq: read("faq.md", headedTexts, []),
    consent: read("consent.md", readConsent, { version: "", sections: [] }),
    riskDisclosure: read("risk-disclosure.md", readRiskDisclosure, {
      version: "",
      title: "",
      points: [],
      source: "",
    }),
  };
}

const FACTS = Object.keys(DEFAULT_SITE.brand)
  .map((name) => `{${name}}`)
  .join(", ");
/** Paragraphs that the consent replaces by lines about the order. */
const CONSENT_PARAGRAPHS: readonly string[] = CONSENT_LINES.map((name) => `{${name}}`);

/** Replaces placeholders by the brand's facts. Throws the error as a string if there is no such fact. */
function fillPlaceholders<Value>(value: Value, brand: Brand): Value {
  if (typeof value === "string") {
    const paragraphs = value.split("\n\n").map((paragraph) =>
      CONSENT_PARAGRAPHS.includes(paragraph)
        ? paragraph
        : paragraph.replace(/\{(\w+)\}/g, (_, key: string) => {
            if (!Object.hasOwn(DEFAULT_SITE.brand, key)) throw `no value {${key}}; there are ${FACTS}`;
            return brand[key as keyof Brand];
          }),
    );
    return paragraphs.join("\n\n") as Value;
  }
  if (Array.isArray(value)) return value.map((one) => fillPlaceholders(one, brand)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, fillPlaceholders(one, brand)]),
  ) as Value;
}

/** Returns the page texts that the brand replaces, from `words/*.yaml` and home.md. */
export function readPageTexts(folder: string, add: AddFault): Record<string, unknown> {
  const textsByFile: Record<string, Record<string, unknown>> = {};
  const textFolder = join(folder, "words");
  const names = existsSync(textFolder)
    ? readdirSync(textFolder).filter((name) => name.endsWith(".yaml"))
    : [];
  for (const name of names) {
    const file = name.replace(/\.yaml$/, "");
    const known = Object.hasOwn(TEXT_FILES, file) ? TEXT_FILES[file] : undefined;
    if (known === undefined) {
      add(`words/${name}`, `unknown file; the known files are ${Object.keys(TEXT_FILES).join(", ")}`);
      continue;
    }
    try {
      const read = parse(readFileSync(join(textFolder, name), "utf8"), { uniqueKeys: true }) ?? {};
      const faults = findTextFaults(read, known);
      for (const fault of faults) add(`words/${name}`, fault);
      if (faults.length === 0) textsByFile[file] = read as Record<string, unknown>;
    } catch (fault) {
      add(`words/${name}`, String(fault instanceof Error ? fault.message : fault).split("\n")[0] ?? "");
    }
  }
  // Without this file, the page's texts or those of words/frame.yaml apply.
  const home = existsSync(join(folder, "home.md")) ? readText(folder, "home.md", add) : null;
  try {
    if (home !== null)
      textsByFile.frame = {
        ...textsByFile.frame,
        home: { ...(textsByFile.frame?.home as object), ...readHome(home) },
      };
  } catch (fault) {
    add("home.md", String(fault));
  }
  return textsByFile;
}

/** File names and public paths of the drawings. logo.svg replaces a missing logo-dark.svg or favicon.svg. */
const DRAWINGS = [
  ["logo.svg", "/brand/logo.svg"],
  ["logo-dark.svg", "/brand/logo-dark.svg"],
  ["favicon.svg", "/favicon.svg"],
] as const;

/** Returns the files of drawings, theme and social card, and the addresses under which pages load them. */
export function readDrawings(
  folder: string,
  add: AddFault,
): Pick<Site, "logo" | "themeHref"> & { files: BrandFiles } {
  const files: BrandFiles = new Map();
  for (const [name, path] of DRAWINGS) {
    const used = existsSync(join(folder, name)) ? name : "logo.svg";
    const svg = existsSync(join(folder, used)) ? readFileSync(join(folder, used), "utf8") : "";
    const fault = findSvgFault(svg);
    if (fault !== null && (used === name || name === "logo.svg")) add(name, fault);
    files.set(path, Buffer.from(svg));
  }
  // Some browsers request this path. They accept SVG too.
  files.set("/favicon.ico", files.get("/favicon.svg") ?? Buffer.alloc(0));
  const theme = existsSync(join(folder, "theme.css"))
    ? readFileSync(join(folder, "theme.css"), "utf8")
    : null;
  if (theme !== null) {
    for (const fault of findThemeFaults(theme)) add("theme.css", fault);
    files.set("/brand/theme.css", Buffer.from(theme));
  }
  files.set("/social-card.png", socialCard(folder, theme, add));
  const href = (path: string) => {
    const digest = createHash("sha256").update(files.get(path) ?? "");
    return `${path}?v=${digest.digest("hex").slice(0, 10)}`;
  };
  return {
    files,
    themeHref: theme === null ? null : href("/brand/theme.css"),
    logo: { light: href("/brand/logo.svg"), dark: href("/brand/logo-dark.svg") },
  };
}

function socialCard(folder: string, theme: string | null, add: AddFault): Buffer {
  const path = join(folder, "social-card.png");
  if (!existsSync(path)) return createSocialCard(theme === null ? null : themeAccent(theme));
  const png = readFileSync(path);
  const [width, height] = [16, 20].map((at) => (png.length > 24 ? png.readUInt32BE(at) : 0));
  if (png.subarray(0, 8).toString("hex") !== PNG_START || width !== 1200 || height !== 630)
    add("social-card.png", "expected a PNG of 1200 × 630");
  if (png.length > CARD_BYTES_MAX) add("social-card.png", `expected at most ${CARD_BYTES_MAX} bytes`);
  return png;
}
