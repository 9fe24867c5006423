// `npm run doctor`: tests the settings against the real services before the site starts. Exits with 1 if a finding is
// red.
import { isatty } from "node:tty";
import { parseArgs } from "node:util";
import { examine, isHealthy, renderReport } from "../doctor/examine.ts";
import { isStarted } from "../programs.ts";

export const USAGE = `npm run doctor -- [--settings FILE] [--json]

Tests the settings of the environment and of a settings file against the configured services: base API, sign-in, feeds, order updates,
chat, enquiries, order window, bus, mail, push; and this machine's disk, port, file handles and clock. Changes nothing.
Run it in the environment of the site. It takes at most 15 seconds.
--json  prints the findings as JSON`;

const STDOUT = 1;

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const { values } = parseArgs({
    args,
    options: { settings: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const findings = await examine(args, process.env, process.cwd());
  process.stdout.write(
    values.json ? `${JSON.stringify(findings, null, 2)}\n` : renderReport(findings, isatty(STDOUT)),
  );
  process.exitCode = isHealthy(findings) ? 0 : 1;
}

if (isStarted("operations/doctor"))
  main()
    .catch((fault: unknown) => {
      process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n${USAGE}\n`);
      process.exitCode = 2;
    })
    // Exits explicitly, because open sockets to an unresponsive service would keep the process alive.
    .finally(() => process.exit());
