// Checks that the schema of a single setting cannot express: partly configured services, and an unusable data folder.
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { FEEDS } from "./relay/prices/feeds/feeds.ts";

/** Returns errors about settings that require or exclude each other. */
export function findIncompatibleSettings(values: Record<string, string>): string[] {
  const faults: string[] = [];
  const has = (name: string) => (values[name] ?? "").trim() !== "" || values[`${name}_FILE`] !== undefined;
  const needs = (names: string[], condition: string) => {
    for (const name of names) if (!has(name)) faults.push(`${name}: required with ${condition}`);
  };
  const isSimulated = !has("BASE_API_URL");
  if (!isSimulated) needs(["BRAND_DIR"], "BASE_API_URL, so that no page shows the sample brand");
  if (has("AUTH_URL")) needs(["PARTNER_ID", "PARTNER_SECRET", "SESSION_SECRETS"], "AUTH_URL");
  else
    for (const name of ["PARTNER_ID", "PARTNER_SECRET"])
      if (has(name)) faults.push(`${name}: has no effect without AUTH_URL`);
  if (has("BASE_API_HEADER")) needs(["BASE_API_URL", "BASE_API_SECRET"], "BASE_API_HEADER");
  else if (has("BASE_API_SECRET")) faults.push("BASE_API_SECRET: has no effect without BASE_API_HEADER");
  const main = FEEDS[0].settings.urls;
  if (FEEDS.some(({ settings }) => has(settings.urls))) {
    needs(["FEED_CLIENT_ID", "FEED_ACCESS_TOKEN", main], "a feed");
    // All feeds share one login. If only some feeds were configured, the login would be sent to the sandbox's feeds
    // too.
    if (isSimulated) {
      const ofSandbox = FEEDS.slice(1).filter(({ settings }) => settings.sandboxPath !== null);
      needs(
        ofSandbox.map(({ settings }) => settings.urls),
        `${main} while the sandbox runs`,
      );
    }
  } else
    for (const name of ["FEED_CLIENT_ID", "FEED_ACCESS_TOKEN"])
      if (has(name)) faults.push(`${name}: has no effect without ${main}`);
  // Replicas seal messages with this secret. Without the setting each replica would generate a different one.
  if (has("BUS_URL")) needs(["SESSION_SECRETS"], "BUS_URL");
  if (has("CONSOLE_ISSUER")) needs(["CONSOLE_CLIENT_ID", "CONSOLE_CLIENT_SECRET"], "CONSOLE_ISSUER");
  if (has("CONSOLE_ISSUER") || has("CONSOLE_SECRETS")) needs(["ADMIN_PORT"], "the operator console");
  if (has("SANDBOX_MAIL_URL")) needs(["SANDBOX_MAIL_FROM"], "SANDBOX_MAIL_URL");
  if (has("ORDER_UPDATE_URL") && !isSimulated && !has("AUTH_URL"))
    faults.push(
      "ORDER_UPDATE_URL: requires AUTH_URL and a partner, because only signed-in clients have orders",
    );
  const isRequested = values.HSTS !== undefined && values.HSTS !== "none";
  if (isRequested && !values.PUBLIC_ORIGIN?.startsWith("https:"))
    faults.push("HSTS: requires a PUBLIC_ORIGIN that starts with https:");
  return faults;
}

/** Returns the reason why a folder cannot be used; null if it is writable or can be created. */
export function findUnusableFolder(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    try {
      if (!statSync(at).isDirectory()) return `${at} is not a folder`;
      accessSync(at, constants.W_OK | constants.X_OK);
      return null;
    } catch (fault) {
      const code = fault instanceof Error && "code" in fault ? fault.code : "";
      if (code === "ENOTDIR" || (code === "ENOENT" && at !== dirname(at))) continue;
      return `this user has no write access to ${at}`;
    }
  }
}
