// Subresource integrity: every script and style that a page loads from us names the hash of the file it was built with, so that a
// file which was changed on its way (by a cache, a mirror) is not run.

/** Path of a file → its hash, as the attribute takes it. */
export type Integrity = ReadonlyMap<string, string>;

const BEGINS = ["<script", "<link"];
const LOADS = /\b(?:src|href)="([^"]+)"/;
const STYLE_OR_MODULE = /\brel="(?:stylesheet|modulepreload)"/;

/** React escapes what it prints, so nothing but a tag looks like one. */
export function withIntegrity(html: string, integrity: Integrity): string {
  // A dozen tags in a long page: a search for plain words finds them faster than a pattern that looks at every tag.
  const starts = BEGINS.flatMap((begin) => startsOf(html, begin)).sort((a, b) => a - b);
  let page = "";
  let from = 0;
  for (const start of starts) {
    const end = html.indexOf(">", start);
    if (end === -1) break;
    const tag = html.slice(start, end + 1);
    const hash = integrity.get(LOADS.exec(tag)?.[1] ?? "");
    if (hash === undefined || (tag.startsWith("<link") && !STYLE_OR_MODULE.test(tag))) continue;
    page += html.slice(from, start) + tag.replace(/\s*\/?>$/, (close) => ` integrity="${hash}"${close}`);
    from = end + 1;
  }
  return page + html.slice(from);
}

function startsOf(html: string, begin: string): number[] {
  const starts: number[] = [];
  for (let at = html.indexOf(begin); at !== -1; at = html.indexOf(begin, at + 1)) starts.push(at);
  return starts;
}
