// A brand's texts for browser scripts as a data block. Omitted if the brand replaces no texts.
import { brandLanguage } from "../format/locale.ts";

/** `files` are names of text files (app/words.ts). */
export function BrowserTexts({ files }: { files: readonly string[] }) {
  const { words } = brandLanguage();
  const own = files.filter((file) => words[file] !== undefined);
  if (own.length === 0) return null;
  const block = JSON.stringify(Object.fromEntries(own.map((file) => [file, words[file]])));
  return (
    <script
      type="application/json"
      data-words=""
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block requires raw HTML, and the text is escaped here
      dangerouslySetInnerHTML={{ __html: block.replace(/</g, "\\u003c") }}
    />
  );
}
