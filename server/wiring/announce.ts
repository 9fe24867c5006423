// Log lines and terminal output once the site answers, and the reason when it cannot start.
import { BROWSER_REFUSED_PORTS } from "../http/browser-ports.ts";
import type { Observability } from "../observe/observability.ts";
import type { Settings } from "../settings.ts";

/** `demoClient` is printed on the terminal only, never in the log. */
export function announce(options: {
  settings: Settings;
  observability: Observability;
  port: number;
  isAtTerminal: boolean;
  demoClient: { id: string; pin: string; totpSecret: string } | null;
}): void {
  const { settings, observability, port, demoClient } = options;
  const { log } = observability;
  if (BROWSER_REFUSED_PORTS.has(port))
    log.warn(
      { port },
      "browsers refuse to open this port: publish it as another one (docker run -p 8080:6000) or set PORT",
    );
  for (const { name, nearest } of settings.unknownSettings)
    log.warn({ setting: name, nearest }, "unknown setting: it has no effect");
  if (settings.isDemo)
    log.warn(
      "this is a demo: no provider is configured (BASE_API_URL), so the embedded sandbox serves invented algos, prices and accounts",
    );
  const displayedHost = ["0.0.0.0", "::", "127.0.0.1"].includes(settings.host) ? "localhost" : settings.host;
  const address = settings.publicOrigin ?? `http://${displayedHost}:${port}`;
  log.info({ address, port, host: settings.host }, "listening");
  if (!options.isAtTerminal) return;
  const signIn =
    demoClient === null
      ? ""
      : `  Sign in as client ${demoClient.id} with PIN ${demoClient.pin} (TOTP secret ${demoClient.totpSecret}).\n`;
  observability.say(`\n  ${settings.site.brand.name} is ready. Open ${address}/\n${signIn}\n`);
}

/** A fault of starting as a sentence that says what to do. */
export function whyNotStarted(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  if ("code" in fault && fault.code === "EADDRINUSE") return `${fault.message}. Set PORT to a free port.`;
  if ("code" in fault && fault.code === "EACCES")
    return `${fault.message}. Set PORT to one that this user may use.`;
  return fault.message;
}
