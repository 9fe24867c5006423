// Renders operations/settings.md from the texts of the settings (`npm run generate:settings`).
import { SETTING_GROUPS, SETTING_TEXTS, type SettingText } from "./setting-texts.ts";

/** Documented variables that this site's schema does not contain, because the runtime reads them. */
const RUNTIME_VARIABLES = ["NODE_ENV"];

/**
 * Compares the documented settings with `names`, the names of all settings. `unknown`: documented but no setting.
 * `undocumented`: a setting without documentation.
 */
export function undocumentedSettings(names: readonly string[]): {
  unknown: string[];
  undocumented: string[];
} {
  const documented = SETTING_TEXTS.flatMap((row) => row.names);
  const known = [...names, ...RUNTIME_VARIABLES];
  return {
    unknown: documented.filter((name) => !known.includes(name)),
    undocumented: known.filter((name) => !documented.includes(name)),
  };
}

/** Renders the text of operations/settings.md. */
export function settingsPage(): string {
  const row = ({ names, byDefault, means }: SettingText) =>
    `| ${names.map((name) => `\`${name}\``).join(", ")} | ${byDefault} | ${means} |`;
  const section = ([group, title]: [string, string]) => [
    `## ${title}`,
    "",
    `Group \`${group}\` of a settings file.`,
    "",
    "| Name | Default | Meaning |",
    "|---|---|---|",
    ...SETTING_TEXTS.filter((words) => words.group === group).map(row),
    "",
  ];
  return [
    "# Settings",
    "",
    "All settings are optional. They are read once at start and checked by one schema and against one another, such as a service with only some",
    "of its settings. Every error is reported at once by name, with exit code 1. An empty variable counts as not set.",
    "",
    "Settings are environment variables, or lines of one YAML file: `node build/node/server/main.js --settings site.yaml`. A variable of the",
    "environment replaces the line of the file. The file has the groups of this page, and an unknown name in it stops the start:",
    "",
    "```yaml",
    "site:",
    "  PUBLIC_ORIGIN: https://algos.example.com",
    "  SESSION_SECRETS_FILE: /run/secrets/session",
    "feeds:",
    "  MARKET_FEED_URL: [wss://feed.example.com, wss://feed-2.example.com]",
    "```",
    "",
    "Unknown variables of the environment that look like settings are logged at start. `npm run doctor` tests the settings against the real services",
    "([go-live.md](go-live.md)). This page is generated from `server/setting-texts.ts` by `npm run generate:settings`.",
    "",
    ...Object.entries(SETTING_GROUPS).flatMap(section),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}
