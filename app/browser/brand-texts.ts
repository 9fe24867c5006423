// Replaces texts of browser scripts with those of the brand, from the page's data block (app/frame/page-files.tsx).
import { replaceTexts, type TextEntries } from "../format/replace-texts.ts";

/** `files` contains each module's texts by the name of its text file. */
export function replaceBrandTexts(files: Record<string, TextEntries>): void {
  for (const block of document.querySelectorAll("script[data-words]"))
    replaceTexts(JSON.parse(block.textContent ?? "{}"), files);
}
