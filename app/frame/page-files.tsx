// Scripts and styles of the build, each with its integrity hash, and the texts of scripts. The content security policy
// allows no other scripts.
import { useContext } from "react";
import { brandLanguage } from "../format/locale.ts";
import { PageFilesContext } from "./request.ts";

type ScriptData = { readonly [name: `data-${string}`]: string };

// With a low priority, a script does not delay the stylesheet on a slow connection. React 18 supports the attribute only
// in lower case.
const LOW_PRIORITY = { fetchpriority: "low" };

/** Renders a script element without a source. `ScriptStart` loads the script. */
export function PageScript({ src, ...data }: { src: string } & ScriptData) {
  const files = useContext(PageFilesContext);
  files.hasScripts = true;
  return (
    <script
      type="module"
      data-src={src}
      data-integrity={files.integrity.get(src)}
      {...LOW_PRIORITY}
      {...data}
    />
  );
}

/**
 * Renders the script that loads all others (app/browser/start-script.ts). Must be rendered after them. Null if the page
 * has no script.
 */
export function ScriptStart({ src }: { src: string }) {
  const files = useContext(PageFilesContext);
  if (!files.hasScripts) return null;
  return <script type="module" src={src} integrity={files.integrity.get(src)} {...LOW_PRIORITY} />;
}

export function PageStyle({ href }: { href: string }) {
  const { integrity } = useContext(PageFilesContext);
  return <link rel="stylesheet" href={href} integrity={integrity.get(href)} />;
}

/**
 * Renders a brand's texts for browser scripts as a data block; null if the brand replaces none. `files` are names of text
 * files (app/words.ts).
 */
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
