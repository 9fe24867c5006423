// Replaces texts of browser scripts with those of the brand, from the page's data block (app/ui/browser-texts.tsx).
import { type Entries, replaceTexts } from "../format/replace-texts.ts";

/** Replaces the texts of modules by those of the page's brand. The keys are names of text files. */
export function replaceBrandTexts(files: Record<string, Entries>): void {
  for (const block of document.querySelectorAll("script[data-words]"))
    replaceTexts(JSON.parse(block.textContent ?? "{}"), files);
}
