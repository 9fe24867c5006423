// Starts the embedded sandbox as a process of its own, keeps it running, and says where it listens. It is restarted with a growing
// pause, for ever, also when it hangs; only a sandbox that never comes up at all, or is refused its folder, is given up.
import { type ChildProcess, fork } from "node:child_process";
import { z } from "zod";
import type { Tracer } from "../net/trace.ts";
import { createSilence } from "./silence.ts";

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(["server", "client"]),
  startMs: z.number(),
  endMs: z.number(),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])),
  isError: z.boolean(),
});

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
  /** How many of its records are made. */
  z.object({ kind: z.literal("records"), done: z.int(), total: z.int() }),
  /** Algos whose live record has left the band of their risk word, a line each. */
  z.object({ kind: z.literal("risk_flags"), lines: z.array(z.string().max(300)).max(1_000) }),
  /** Whether the copy that was asked for under this number is whole; null: it is. */
  z.object({ kind: z.literal("backed_up"), number: z.int(), fault: z.string().nullable() }),
  /** Spans of calls that were traced. */
  z.object({ kind: z.literal("span"), span: spanSchema }),
  /** Once a second, for as long as its event loop turns. */
  z.object({
    kind: z.literal("alive"),
    vitals: z.object({ loopDelayMs: z.number(), residentBytes: z.number(), openFiles: z.number() }),
  }),
  /** It cannot run here, and trying again changes nothing. */
  z.object({ kind: z.literal("refused"), text: z.string() }),
]);

const RESTART_FIRST_MS = 200;
const HEALTHY_AFTER_MS = 10_000;
const LOOK_EVERY_MS = 500;

export type SandboxSupervisor = {
  /** Resolves when the sandbox listens. Throws when it does not in time, with what it said last. */
  start(): Promise<void>;
  /** Null while it is down. */
  baseUrl(): string | null;
  /** What the sandbox's feeds let the site in with; new at every start of it. */
  feedLogin(): { clientId: string; token: string } | null;
  /** What its authentication service knows the site as; new at every start of it. */
  partner(): { id: string; secret: string } | null;
  /** How often it ended without being asked to, and how often of those it had stopped answering. */
  counters: { restarts: number; hung: number };
  /** What its process said of itself last; null while it is down. */
  vitals(): { loopDelayMs: number; residentBytes: number; openFiles: number } | null;
  /** How many of its records are made; null before it has counted them. */
  records(): { done: number; total: number } | null;
  /** Algos whose live record is in a higher band than their risk word, a line each. */
  riskFlags(): readonly string[];
  /** It copies its store and keys to a new folder. Throws with its words when it cannot, is down, or does not answer in time. */
  backUp(folder: string, withinMs: number): Promise<void>;
  stop(): Promise<void>;
};

export function superviseSandbox(options: {
  entry: URL;
  dataDir: string;
  market: {
    seed: number;
    hours: "always" | "exchange";
    records: string;
    makesStudies: boolean;
    privatePostbacks: boolean;
  };
  benchmark: { key: string; name: string };
  /** Whether backtests may be shown to everybody; else risk words come from structure alone. */
  ratesRecords: boolean;
  /** The operator's key that signs records, as PEM; null: the sandbox makes one and keeps it. */
  recordKey: string | null;
  /** Ways out for its messages to clients. The mail server's address may hold a password. */
  notifications: {
    mail: { url: string; from: string } | null;
    push: { contact: string; services: string[] } | null;
    brand: string;
    origin: string | null;
  };
  readyWithinMs: number;
  /** A sandbox that has said nothing for this long hangs. */
  silentForMs: number;
  restartMaxMs: number;
  stopWithinMs: number;
  /** Takes the sandbox's spans; null: it is asked for none. */
  tracer?: Tracer | null;
  onEvent: (event: { message: string; level: "info" | "warn" | "error"; detail?: string }) => void;
}): SandboxSupervisor {
  let child: ChildProcess | null = null;
  let port: number | null = null;
  let login: { clientId: string; token: string } | null = null;
  let partner: { id: string; secret: string } | null = null;
  let pauseMs = RESTART_FIRST_MS;
  let isStopping = false;
  let isRefused = false;
  let lastWords = "";
  let restartTimer: NodeJS.Timeout | undefined;
  let onReady: () => void = () => {};
  let onRefused: () => void = () => {};
  let progress: { done: number; total: number } | null = null;
  let vitals: ReturnType<SandboxSupervisor["vitals"]> = null;
  let riskFlags: readonly string[] = [];
  const counters = { restarts: 0, hung: 0 };
  const backUps = createRequests();
  const silence = createSilence({ now: () => performance.now(), lookEveryMs: LOOK_EVERY_MS });

  const looking = setInterval(() => {
    const silentMs = silence.look();
    // A sandbox that is starting says nothing until its catalogue is in place.
    const allowedMs = port === null ? options.readyWithinMs : options.silentForMs;
    if (child === null || isStopping || silentMs <= allowedMs) return;
    counters.hung += 1;
    options.onEvent({
      message: "sandbox hangs; it is ended",
      level: "error",
      detail: `process ${child.pid}, silent for ${Math.round(silentMs / 1_000)} s`,
    });
    silence.heard();
    child.kill("SIGKILL");
  }, LOOK_EVERY_MS);
  looking.unref();

  const secrets =
    options.recordKey === null && options.notifications.mail === null
      ? null
      : { recordKey: options.recordKey, mailUrl: options.notifications.mail?.url ?? null };

  function settingsJson(): string {
    return JSON.stringify({
      dataDir: options.dataDir,
      port: 0,
      marketSeed: options.market.seed,
      marketHours: options.market.hours,
      privatePostbacks: options.market.privatePostbacks,
      benchmark: options.benchmark,
      ratesRecords: options.ratesRecords,
      isTraced: options.tracer != null,
      makesStudies: options.market.makesStudies,
      notifications: {
        ...options.notifications,
        mail: options.notifications.mail === null ? null : { from: options.notifications.mail.from },
      },
      bringsSecrets: secrets !== null,
      records: options.market.records === "all" ? "all" : recordIds(options.market.records),
    });
  }

  function hear(raw: unknown, pid: number | undefined): void {
    const message = messageSchema.safeParse(raw);
    if (!message.success) return;
    silence.heard();
    const { data } = message;
    if (data.kind === "alive") {
      vitals = data.vitals;
      return;
    }
    if (data.kind === "span") options.tracer?.end(data.span);
    else if (data.kind === "backed_up") backUps.settle(data.number, data.fault);
    else if (data.kind === "records") progress = { done: data.done, total: data.total };
    else if (data.kind === "risk_flags") riskFlags = data.lines;
    else if (data.kind === "log") {
      lastWords = data.text;
      options.onEvent({ message: "sandbox fault", level: "error", detail: data.text });
    } else if (data.kind === "refused") {
      lastWords = data.text;
      isRefused = true;
    } else {
      port = data.port;
      partner = { id: data.partnerId, secret: data.partnerSecret };
      login = { clientId: data.feedClientId, token: data.feedToken };
      options.onEvent({
        message: "sandbox listens",
        level: "info",
        detail: `127.0.0.1:${port}, process ${pid}`,
      });
      onReady();
    }
  }

  function run(): void {
    const startedAt = Date.now();
    silence.heard();
    // Both of its streams are read here: a stdout of ours that is full or closed is none of its business.
    const process = fork(options.entry, [settingsJson()], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
    child = process;
    // Not among its arguments, which anybody on this machine can read.
    if (secrets !== null) process.send(secrets);
    process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      options.onEvent({ message: "sandbox says", level: "info", detail: text.trim().slice(-2_000) });
    });
    process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      lastWords = text.trim().slice(-2_000);
      options.onEvent({ message: "sandbox says", level: "warn", detail: lastWords });
    });
    process.on("message", (raw) => hear(raw, process.pid));
    process.on("error", (fault) =>
      options.onEvent({ message: "sandbox process fault", level: "error", detail: fault.message }),
    );
    process.on("exit", (code, signal) => {
      port = null;
      login = null;
      partner = null;
      child = null;
      vitals = null;
      backUps.settleAll("the sandbox ended meanwhile");
      if (isStopping) return;
      if (isRefused) {
        options.onEvent({ message: "sandbox cannot run; it stays down", level: "error", detail: lastWords });
        onRefused();
        return;
      }
      counters.restarts += 1;
      pauseMs =
        Date.now() - startedAt > HEALTHY_AFTER_MS
          ? RESTART_FIRST_MS
          : Math.min(pauseMs * 2, options.restartMaxMs);
      options.onEvent({
        message: "sandbox ended; it is started again",
        level: "warn",
        detail: `${signal ?? `code ${code}`}, in ${pauseMs} ms`,
      });
      restartTimer = setTimeout(run, pauseMs);
    });
  }

  function stop(): Promise<void> {
    return new Promise((resolve) => {
      isStopping = true;
      clearInterval(looking);
      clearTimeout(restartTimer);
      const running = child;
      if (running === null) return resolve();
      const force = setTimeout(() => running.kill("SIGKILL"), options.stopWithinMs);
      running.once("exit", () => {
        clearTimeout(force);
        resolve();
      });
      running.kill("SIGTERM");
    });
  }

  async function start(): Promise<void> {
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The sandbox did not start within ${options.readyWithinMs} ms. ${lastWords}`)),
        options.readyWithinMs,
      );
      onReady = () => {
        clearTimeout(timer);
        resolve();
      };
      onRefused = () => {
        clearTimeout(timer);
        reject(new Error(lastWords));
      };
    });
    run();
    try {
      await ready;
    } catch (fault) {
      await stop();
      throw fault;
    }
  }

  return {
    start,
    baseUrl: () => (port === null ? null : `http://127.0.0.1:${port}`),
    feedLogin: () => login,
    partner: () => partner,
    counters,
    records: () => progress,
    vitals: () => vitals,
    riskFlags: () => riskFlags,
    backUp(folder, withinMs) {
      const running = child;
      if (running === null || port === null) return Promise.reject(new Error("the sandbox is down"));
      return backUps.open(withinMs, (number) => running.send({ kind: "back_up", number, folder }));
    },
    stop,
  };
}

/** What was asked of the other process and not answered yet, by number. */
function createRequests() {
  const waiting = new Map<number, (fault: string | null) => void>();
  let last = 0;
  function settle(number: number, fault: string | null): void {
    waiting.get(number)?.(fault);
    waiting.delete(number);
  }
  return {
    settle,
    settleAll(fault: string): void {
      for (const number of [...waiting.keys()]) settle(number, fault);
    },
    open(withinMs: number, send: (number: number) => void): Promise<void> {
      last += 1;
      const number = last;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle(number, `no answer within ${withinMs / 1_000} s`), withinMs);
        waiting.set(number, (fault) => {
          clearTimeout(timer);
          if (fault === null) resolve();
          else reject(new Error(fault));
        });
        send(number);
      });
    },
  };
}

function recordIds(text: string): string[] {
  return text === "none" ? [] : text.split(/[\s,]+/);
}
