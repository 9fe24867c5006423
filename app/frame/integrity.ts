// Subresource integrity: every script and style that a page loads from us names the hash of the file it was built with, so that a
// file which was changed on its way (by a cache, a mirror) is not run.

/** Path of a file → its hash, as the attribute takes it. */
export type Integrity = ReadonlyMap<string, string>;

const TAG = /<(?:script|link)\b[^>]*>/g;
const LOADS = /\b(?:src|href)="([^"]+)"/;
const STYLE_OR_MODULE = /\brel="(?:stylesheet|modulepreload)"/;

/** React escapes what it prints, so nothing but a tag looks like one. */
export function withIntegrity(html: string, integrity: Integrity): string {
  return html.replaceAll(TAG, (tag) => {
    const hash = integrity.get(LOADS.exec(tag)?.[1] ?? "");
    if (hash === undefined || (tag.startsWith("<link") && !STYLE_OR_MODULE.test(tag))) return tag;
    return tag.replace(/\s*\/?>$/, (end) => ` integrity="${hash}"${end}`);
  });
}
