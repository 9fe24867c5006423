// Starts the embedded sandbox as a process of its own, keeps it running, and says where it listens. It is restarted
// with a growing pause, for ever; only a sandbox that never comes up at all is a fault of the start.
import { type ChildProcess, fork } from "node:child_process";
import { z } from "zod";

const messageSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("listening"),
    port: z.int(),
    feedClientId: z.string(),
    feedToken: z.string(),
    partnerId: z.string(),
    partnerSecret: z.string(),
  }),
  z.object({ kind: z.literal("log"), level: z.literal("error"), text: z.string() }),
]);

const RESTART_FIRST_MS = 200;
const HEALTHY_AFTER_MS = 10_000;

export type SandboxSupervisor = {
  /** Null while it is down. */
  baseUrl(): string | null;
  /** What the sandbox's feeds let the site in with; new at every start of it. */
  feedLogin(): { clientId: string; token: string } | null;
  /** What its authentication service knows the site as; new at every start of it. */
  partner(): { id: string; secret: string } | null;
  stop(): Promise<void>;
};

/** Resolves when the sandbox listens. Throws when it does not within `readyWithinMs`, with what it said last. */
export async function superviseSandbox(options: {
  entry: URL;
  dataDir: string;
  market: { seed: number; hours: "always" | "exchange"; records: string; privatePostbacks: boolean };
  readyWithinMs: number;
  restartMaxMs: number;
  stopWithinMs: number;
  onEvent: (event: { message: string; level: "info" | "warn" | "error"; detail?: string }) => void;
}): Promise<SandboxSupervisor> {
  let child: ChildProcess | null = null;
  let port: number | null = null;
  let login: { clientId: string; token: string } | null = null;
  let partner: { id: string; secret: string } | null = null;
  let pauseMs = RESTART_FIRST_MS;
  let isStopping = false;
  let lastWords = "";
  let restartTimer: NodeJS.Timeout | undefined;
  let onReady: () => void = () => {};

  function start(): void {
    const startedAt = Date.now();
    const settings = {
      dataDir: options.dataDir,
      port: 0,
      marketSeed: options.market.seed,
      marketHours: options.market.hours,
      privatePostbacks: options.market.privatePostbacks,
      records: options.market.records === "all" ? "all" : recordIds(options.market.records),
    };
    const process = fork(options.entry, [JSON.stringify(settings)], {
      stdio: ["ignore", "inherit", "pipe", "ipc"],
    });
    child = process;
    process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      lastWords = text.trim().slice(-2_000);
      options.onEvent({ message: "sandbox says", level: "warn", detail: lastWords });
    });
    process.on("message", (raw) => {
      const message = messageSchema.safeParse(raw);
      if (!message.success) return;
      if (message.data.kind === "log") {
        lastWords = message.data.text;
        options.onEvent({ message: "sandbox fault", level: "error", detail: message.data.text });
        return;
      }
      port = message.data.port;
      partner = { id: message.data.partnerId, secret: message.data.partnerSecret };
      login = { clientId: message.data.feedClientId, token: message.data.feedToken };
      options.onEvent({
        message: "sandbox listens",
        level: "info",
        detail: `127.0.0.1:${port}, process ${process.pid}`,
      });
      onReady();
    });
    process.on("error", (fault) =>
      options.onEvent({ message: "sandbox process fault", level: "error", detail: fault.message }),
    );
    process.on("exit", (code, signal) => {
      port = null;
      login = null;
      partner = null;
      child = null;
      if (isStopping) return;
      pauseMs =
        Date.now() - startedAt > HEALTHY_AFTER_MS
          ? RESTART_FIRST_MS
          : Math.min(pauseMs * 2, options.restartMaxMs);
      options.onEvent({
        message: "sandbox ended; it is started again",
        level: "warn",
        detail: `${signal ?? `code ${code}`}, in ${pauseMs} ms`,
      });
      restartTimer = setTimeout(start, pauseMs);
    });
  }

  const supervisor: SandboxSupervisor = {
    baseUrl: () => (port === null ? null : `http://127.0.0.1:${port}`),
    feedLogin: () => login,
    partner: () => partner,
    stop: () =>
      new Promise((resolve) => {
        isStopping = true;
        clearTimeout(restartTimer);
        const running = child;
        if (running === null) return resolve();
        const force = setTimeout(() => running.kill("SIGKILL"), options.stopWithinMs);
        running.once("exit", () => {
          clearTimeout(force);
          resolve();
        });
        running.kill("SIGTERM");
      }),
  };

  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The sandbox did not start within ${options.readyWithinMs} ms. ${lastWords}`)),
      options.readyWithinMs,
    );
    onReady = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  start();
  try {
    await ready;
  } catch (fault) {
    await supervisor.stop();
    throw fault;
  }
  return supervisor;
}

function recordIds(text: string): string[] {
  return text === "none" ? [] : text.split(/[\s,]+/);
}
