// Runs all checks at the same time and renders their findings.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { withTimeLimit } from "../../app/domain/with-time-limit.ts";
import { SECRET_NAMES } from "../setting-files.ts";
import { type Environment, readSettings, type Settings, SettingsError } from "../settings.ts";
import { findUnusableFolder } from "../settings-checks.ts";
import { readSettingsFile, readSettingsFileArgument, withSettingsFile } from "../settings-file.ts";
import { type Colour, createFindingCreators, DOCTOR_TIMES, describeFault, type Finding } from "./finding.ts";
import { checkBus, checkCertificates, checkDisk, checkMail, checkPort, checkPush } from "./host-checks.ts";
import { checkBaseApi, checkClock, checkOtherServices, checkSignIn } from "./provider-checks.ts";
import { settingFindings } from "./setting-checks.ts";
import { checkFeeds, checkOrderUpdates } from "./socket-checks.ts";

/** All checks: name, setting to report if the check times out, and function that runs the check. */
const CHECKS: readonly [name: string, setting: string, run: (settings: Settings) => Promise<Finding[]>][] = [
  ["base API", "BASE_API_URL", checkBaseApi],
  ["clock", "BASE_API_URL", checkClock],
  ["sign-in", "AUTH_URL", checkSignIn],
  ["feeds", "MARKET_FEED_URL", checkFeeds],
  ["order updates", "ORDER_UPDATE_URL", checkOrderUpdates],
  ["services", "CHAT_URL", checkOtherServices],
  ["certificates", "BASE_API_URL", checkCertificates],
  ["bus", "BUS_URL", checkBus],
  ["disk", "DATA_DIR", checkDisk],
  ["port", "PORT", checkPort],
  ["mail", "SANDBOX_MAIL_URL", checkMail],
  ["push", "SANDBOX_PUSH_SERVICES", checkPush],
];

/** Tests the settings from the environment and from the settings file that `args` names. */
export async function examine(
  args: readonly string[],
  environment: Environment,
  workingDirectory: string,
): Promise<Finding[]> {
  let settings: Settings;
  let complete: Environment;
  try {
    complete = withSettingsFile(args, environment, workingDirectory);
    settings = readSettings(complete, workingDirectory, findUnusableFolder);
  } catch (fault) {
    if (!(fault instanceof SettingsError)) throw fault;
    return fault.faults.flatMap((line) => {
      const [name = "", ...text] = line.split(": ");
      return createFindingCreators("settings").red([name], text.join(": "));
    });
  }
  const findings = await Promise.all(
    CHECKS.map(([name, setting, run]) => {
      const failed = (text: string) => createFindingCreators(name).red([setting], text);
      const late = failed(`no result within ${DOCTOR_TIMES.checkTimeoutMs / 1_000} s`);
      return withTimeLimit(DOCTOR_TIMES.checkTimeoutMs, run(settings), late).catch((fault) =>
        failed(describeFault(fault)),
      );
    }),
  );
  return [
    ...settingFindings(settings, complete),
    ...fileFindings(args, workingDirectory),
    ...findings.flat(),
  ];
}

/** Reports a settings file that contains secrets and that other users of the machine can read. */
function fileFindings(args: readonly string[], workingDirectory: string): Finding[] {
  const file = readSettingsFileArgument(args);
  if (file === null) return [];
  const path = resolve(workingDirectory, file);
  const secrets = SECRET_NAMES.filter((name) => name in readSettingsFile(path).values);
  if (secrets.length === 0 || (statSync(path).mode & 0o077) === 0) return [];
  const text = `stored in a settings file that other users can read: use NAME_FILE, or run chmod 600 ${file}`;
  return createFindingCreators("settings").amber(secrets, text);
}

const MARKS: Record<Colour, { label: string; code: number }> = {
  green: { label: "GREEN", code: 32 },
  amber: { label: "AMBER", code: 33 },
  red: { label: "RED", code: 31 },
};
const COLOURS = Object.keys(MARKS) as Colour[];

/** Renders one line per finding, the worst last, and then the number of findings of each colour. */
export function renderReport(findings: readonly Finding[], isColoured: boolean): string {
  const names = (one: Finding) => one.settings.join(", ") || "-";
  const width = (text: (one: Finding) => string) => Math.max(...findings.map((one) => text(one).length));
  const [checkWidth, nameWidth] = [width(({ check }) => check), Math.min(44, width(names))];
  const lines = COLOURS.flatMap((colour) => findings.filter((one) => one.colour === colour)).map((one) => {
    const { label, code } = MARKS[one.colour];
    const mark = label.padEnd(6);
    const coloured = isColoured ? `\u001b[${code}m${mark}\u001b[0m` : mark;
    return `${coloured} ${one.check.padEnd(checkWidth)}  ${names(one).padEnd(nameWidth)}  ${one.text}`;
  });
  const counts = COLOURS.map(
    (colour) => `${findings.filter((one) => one.colour === colour).length} ${colour}`,
  );
  return [...lines, "", `${counts.join(", ")}.`, ""].join("\n");
}

export const isHealthy = (findings: readonly Finding[]) => findings.every(({ colour }) => colour !== "red");
