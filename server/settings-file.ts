// The settings file (`--settings site.yaml`): groups of settings with the names of the environment variables, which
// override the file.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { closest } from "fastest-levenshtein";
import { parse } from "yaml";
import { ALL_SETTING_NAMES, type Environment, SettingsError } from "./settings.ts";

/** Groups of a settings file, in the order of operations/settings.md. */
export const SETTING_GROUPS: readonly string[] = [
  "site",
  "brand",
  "provider",
  "feeds",
  "documentation",
  "replicas",
  "operators",
  "limits",
  "sandbox",
];

const FLAG = { type: "boolean" } as const;

/**
 * Returns the path after the argument `--settings`; null if the argument is missing. Throws SettingsError for an
 * unknown argument: with a misspelt `--settings` the site would start with the sandbox instead of the operator's
 * provider.
 */
export function readSettingsFileArgument(args: readonly string[]): string | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { settings: { type: "string" }, dev: FLAG, "sandbox-only": FLAG, json: FLAG },
    });
    return values.settings || null;
  } catch (fault) {
    const [reason = ""] = (fault instanceof Error ? fault.message : String(fault)).split(". ");
    throw new SettingsError("The arguments are invalid", [`${reason}. The settings file follows --settings`]);
  }
}

/**
 * Returns the values of the file, overridden by the environment variables. Throws SettingsError with all errors of the
 * file.
 */
export function withSettingsFile(
  args: readonly string[],
  environment: Environment,
  workingDirectory: string,
): Environment {
  const file = readSettingsFileArgument(args);
  if (file === null) return environment;
  const { values, faults } = readSettingsFile(resolve(workingDirectory, file));
  if (faults.length > 0) throw new SettingsError(`The settings file ${file} is invalid`, faults);
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== "");
  return { ...values, ...Object.fromEntries(set) };
}

/** Reads a settings file. Error messages never contain values, because these can be secrets. */
export function readSettingsFile(path: string): { values: Record<string, string>; faults: string[] } {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  let groups: unknown;
  try {
    groups = parse(readFileSync(path, "utf8"), { uniqueKeys: true }) ?? {};
  } catch (fault) {
    // Uses only the first line of the message, because the other lines quote the file.
    return {
      values,
      faults: [`${path}: ${String(fault instanceof Error ? fault.message : fault).split("\n")[0]}`],
    };
  }
  if (!isMapping(groups)) return { values, faults: [`${path}: must contain groups of settings`] };
  for (const [group, entries] of Object.entries(groups)) {
    if (!SETTING_GROUPS.includes(group))
      faults.push(`${group}: unknown group; did you mean ${closest(group, [...SETTING_GROUPS])}?`);
    else if (!isMapping(entries)) faults.push(`${group}: must contain settings as NAME: value`);
    else
      for (const [name, value] of Object.entries(entries)) {
        if (!ALL_SETTING_NAMES.includes(name))
          faults.push(`${name}: unknown setting; did you mean ${closest(name, [...ALL_SETTING_NAMES])}?`);
        else if (name in values) faults.push(`${name}: must be set only once`);
        values[name] = toText(value);
      }
  }
  return { values, faults };
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Converts a value to the form that it has in an environment variable: lists of plain values become "a,b", other
 * structures JSON, booleans "yes" or "no".
 */
function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
