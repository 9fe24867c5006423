// Installation instructions of each language's official client, and the command that runs a sample.
import type { Language } from "./blocks.ts";

export type ClientSetUp = { install: string; file: string; run: string };

/** Null for a language without an official client. `origin` is the site's address without a trailing slash. */
export function clientSetUp(language: Language, origin: string): ClientSetUp | null {
  const clients = `${origin}/docs/v2/clients`;
  if (language === "typescript")
    return {
      install: `npm install ${clients}/typescript/trading-api-client.tgz`,
      file: "order.mjs",
      run: "node order.mjs",
    };
  if (language === "python")
    return {
      // Debian, Ubuntu and Homebrew reject installations outside a virtual environment (PEP 668).
      install: `python3 -m venv .venv && . .venv/bin/activate\npip install "trading-api-client @ ${clients}/python/trading-api-client.tar.gz"`,
      file: "order.py",
      run: "python order.py",
    };
  return null;
}
