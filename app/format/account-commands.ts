// Shell commands that create a sandbox account and set the environment variables of code samples.
import { shellArgument } from "./literals.ts";

/** Returns the commands. `rest` is the API's base address, `https://…/sandbox/v2`. */
export function accountCommands(rest: string): string[] {
  return [
    `curl -sS -X POST -H "Accept: application/json" ${shellArgument(`${new URL(rest).origin}/sandbox/portal/accounts`)} -o account.json`,
    `export BASE_URL=${shellArgument(rest)}`,
    `export ACCESS_TOKEN=$(sed -n 's/.*"accessToken":"\\([^"]*\\)".*/\\1/p' account.json)`,
    `export CLIENT_ID=$(sed -n 's/.*"dhanClientId":"\\([0-9]*\\)".*/\\1/p' account.json)`,
  ];
}
