// The operations files on the operators' port: alerts and runbooks, for operators who do not have the repository. They
// are loaded once at the start; no other file is served.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { escapeHtml } from "./escape-html.ts";

const VIEWABLE_FILES = /\.(?:md|ya?ml|json|cfg|sh)$/;
const TITLES: Record<string, string> = { md: "text/markdown", json: "application/json" };

export type OperationsFiles = ReturnType<typeof readOperations>;

/** Loads the runbooks and other operations files. Empty if the folder was not deployed. */
export function readOperations(folder: string) {
  const files = new Map<string, string>();
  let names: string[] = [];
  try {
    names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      VIEWABLE_FILES.test(name),
    );
  } catch {
    // If the folder is missing, the list stays empty.
  }
  for (const name of names.sort())
    files.set(name.replaceAll("\\", "/"), readFileSync(join(folder, name), "utf8"));
  return {
    /** Returns a page that lists files and runbooks. */
    page(): string {
      const runbooks = files.get("runbooks.md") ?? "";
      const sections = runbooks.split(/^## /m).slice(1);
      return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Operations</title><style>body{font:14px/1.5 system-ui,sans-serif;margin:2rem;max-width:60rem;color-scheme:light dark}p{white-space:pre-line}</style><h1>Operations</h1><p><a href="/status">Status</a> <a href="/metrics">Metrics</a></p><h2>Files</h2><ul>${[...files.keys()].map((name) => `<li><a href="/operations/${escapeHtml(name)}">${escapeHtml(name)}</a></li>`).join("")}</ul><h2>Runbooks</h2>${sections
        .map((section) => {
          const [title = "", ...rest] = section.split("\n");
          return `<h3 id="${escapeHtml(title.toLowerCase())}">${escapeHtml(title)}</h3><p>${escapeHtml(rest.join("\n").trim())}</p>`;
        })
        .join("")}</html>\n`;
    },
    /** Returns a file; null for an unknown path. */
    file(path: string): { type: string; text: string } | null {
      const text = files.get(path);
      const kind = path.split(".").at(-1) ?? "";
      return text === undefined ? null : { type: `${TITLES[kind] ?? "text/plain"}; charset=utf-8`, text };
    },
  };
}
