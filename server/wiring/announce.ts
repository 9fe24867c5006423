// Log lines and terminal output once the site is ready, and the error message if it cannot start.
import type { Observability } from "../observe/observability.ts";
import type { SandboxSupervisor } from "../provider/supervise-sandbox.ts";
import type { Settings } from "../settings.ts";

const PROGRESS_EVERY_MS = 10_000;
/** Ports that browsers refuse to connect to ("bad ports" of the WHATWG Fetch standard), including 6000. */
const BROWSER_REFUSED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Reports that the site is ready. `demoClient` is shown only on the terminal and never logged. */
export function announceReady(options: {
  settings: Settings;
  observability: Observability;
  port: number;
  isAtTerminal: boolean;
  sandbox: Pick<SandboxSupervisor, "records"> | null;
  demoClient: { id: string; pin: string; totpSecret: string } | null;
}): void {
  const { settings, observability, port, demoClient, isAtTerminal, sandbox } = options;
  const { log } = observability;
  if (BROWSER_REFUSED_PORTS.has(port))
    log.warn(
      { port },
      "browsers block this port: publish it as another one (docker run -p 8080:6000) or set PORT",
    );
  for (const { name, nearest } of settings.unknownSettings)
    log.warn({ setting: name, nearest }, "unknown setting without effect");
  if (settings.isDemo && !isAtTerminal)
    log.warn(
      "this is a demo: no provider is configured (BASE_API_URL), so the embedded sandbox serves invented algos, prices and accounts",
    );
  const displayedHost = ["0.0.0.0", "::", "127.0.0.1"].includes(settings.host) ? "localhost" : settings.host;
  const address = settings.publicOrigin ?? `http://${displayedHost}:${port}`;
  log.info({ address, port, host: settings.host }, "listening");
  if (!isAtTerminal) return;
  const signIn =
    demoClient === null
      ? ""
      : `  Sign in as client ${demoClient.id} with PIN ${demoClient.pin} (TOTP secret ${demoClient.totpSecret}).\n`;
  const demo = settings.isDemo ? "  This is a demo: its algos, prices and accounts are invented.\n" : "";
  observability.say(`\n  ${settings.site.brand.name} is ready. Open ${address}/\n${demo}${signIn}\n`);
  if (sandbox !== null) reportProgress(sandbox, observability.say);
}

/** Prints the number of computed records until all are computed. Prints nothing if there are none to compute. */
function reportProgress(sandbox: Pick<SandboxSupervisor, "records">, say: (text: string) => void): void {
  const timer = setInterval(() => {
    const records = sandbox.records();
    if (records === null) return;
    const { done, total } = records;
    if (done >= total) clearInterval(timer);
    say(
      done < total
        ? `  Backtests of the algos: ${done} of ${total} done\n`
        : "  Backtests of the algos: all done\n",
    );
  }, PROGRESS_EVERY_MS);
  timer.unref();
}

/** Returns a message for a startup error that contains the action that the operator must take. */
export function startupErrorMessage(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  if ("code" in fault && fault.code === "EADDRINUSE")
    return `${fault.message}. Set PORT or ADMIN_PORT to a free port.`;
  if ("code" in fault && fault.code === "EACCES")
    return `${fault.message}. Set PORT or ADMIN_PORT to a port that this user may use.`;
  return fault.message;
}
