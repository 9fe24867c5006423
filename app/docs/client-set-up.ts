// Set-up before a code sample runs: a sandbox account, the official client of the language, and the command.
import { shellArgument } from "../format/literals.ts";
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

/** Returns shell commands that create a sandbox account and set the environment variables of samples. `rest` is the API's base address, `https://…/sandbox/v2`. */
export function accountCommands(rest: string): string[] {
  return [
    `curl -sS -X POST -H "Accept: application/json" ${shellArgument(`${new URL(rest).origin}/sandbox/portal/accounts`)} -o account.json`,
    `export BASE_URL=${shellArgument(rest)}`,
    `export ACCESS_TOKEN=$(sed -n 's/.*"accessToken":"\\([^"]*\\)".*/\\1/p' account.json)`,
    `export CLIENT_ID=$(sed -n 's/.*"dhanClientId":"\\([0-9]*\\)".*/\\1/p' account.json)`,
  ];
}
