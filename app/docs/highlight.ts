// Highlights code on the server: strings, keywords, numbers, comments. The result is safe HTML, because the highlighter
// escapes the code.
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import go from "highlight.js/lib/languages/go";
import http from "highlight.js/lib/languages/http";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import { LRUCache } from "lru-cache";

const LANGUAGES = { bash, go, http, json, python, typescript };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

const CACHED_SAMPLES = 2_000;
const cached = new LRUCache<string, string>({ max: CACHED_SAMPLES });

/** Returns highlighted code as HTML. Null for an unknown language, whose code is shown without highlighting. */
export function highlightCode(language: string, code: string): string | null {
  const name = language === "curl" ? "bash" : language;
  if (!Object.hasOwn(LANGUAGES, name)) return null;
  const key = `${name}\n${code}`;
  let html = cached.get(key);
  if (html === undefined) {
    html = hljs.highlight(code, { language: name, ignoreIllegals: true }).value;
    cached.set(key, html);
  }
  return html;
}
