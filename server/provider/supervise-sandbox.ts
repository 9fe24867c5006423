// Runs the embedded sandbox as a child process and provides its address. If it exits or hangs, it is restarted, without
// limit and with growing pauses. The site stops restarting it only if it never becomes ready or refuses its folder.
import { type ChildProcess, fork } from "node:child_process";
import type { Tracer } from "../protocol/trace.ts";
import { type SandboxMessage, sandboxMessageSchema } from "./sandbox-messages.ts";
import { createSilenceTimer } from "./silence-timer.ts";

const RESTART_FIRST_MS = 200;
const HEALTHY_AFTER_MS = 10_000;
const POLL_EVERY_MS = 500;
/** Maximum number of characters that are logged per output of the sandbox. */
const OUTPUT_CHARS = 2_000;

export type SupervisorOptions = {
  entry: URL;
  dataDir: string;
  market: {
    seed: number;
    hours: "always" | "exchange";
    records: string;
    makesStudies: boolean;
    privatePostbacks: boolean;
    accountDays: number;
  };
  benchmark: { key: string; name: string };
  /**
   * True if every viewer may see backtests. Risk levels then use records; otherwise they use only the structure of the
   * algos.
   */
  ratesRecords: boolean;
  /** Number of days that requests for API access are stored. */
  enquiryDays: number;
  /** The operator's key that signs records, as PEM. If null, the sandbox generates a key and stores it. */
  recordKey: string | null;
  /** Channels for the sandbox's messages to clients. The mail server's address may contain a password. */
  notifications: {
    mail: { url: string; from: string } | null;
    push: { contact: string; services: string[] } | null;
    origin: string | null;
  };
  /** The brand's facts and texts (server/sandbox/page-texts.ts), read at each start of the process and after a reload. */
  brand: () => object;
  readyTimeoutMs: number;
  /** Time in ms without messages after which the sandbox is considered hung and is restarted. */
  silentForMs: number;
  restartMaxMs: number;
  stopTimeoutMs: number;
  /** Receives the sandbox's spans. Null if the sandbox must not send spans. */
  tracer?: Tracer | null;
  onEvent: (event: { message: string; level: "info" | "warn" | "error"; detail?: string }) => void;
};

/** Message that the sandbox sends once it listens. Its values change at every start. */
type Listening = {
  port: number;
  login: { clientId: string; token: string };
  partner: { id: string; secret: string };
};
type Vitals = { loopDelayMs: number; residentBytes: number; openFiles: number };

export class SandboxSupervisor {
  readonly #options: SupervisorOptions;
  readonly #backUps = createRequests();
  readonly #silence = createSilenceTimer({ now: () => performance.now(), pollEveryMs: POLL_EVERY_MS });
  readonly #pollTimer: NodeJS.Timeout;
  #child: ChildProcess | null = null;
  #pauseMs = RESTART_FIRST_MS;
  #restartTimer: NodeJS.Timeout | undefined;
  #isStopping = false;
  #isRefused = false;
  #lastOutput = "";
  #onReady: () => void = () => {};
  #onRefused: () => void = () => {};
  /** Number of unexpected exits, and how many of them followed a hang. */
  readonly counters = { restarts: 0, hung: 0 };
  #listening: Listening | null = null;
  #records: { done: number; total: number } | null = null;
  #vitals: Vitals | null = null;
  #riskFlags: readonly string[] = [];

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#pollTimer = setInterval(() => this.#poll(), POLL_EVERY_MS);
    this.#pollTimer.unref();
  }

  /** Returns the sandbox's address; null while the sandbox is down. */
  baseUrl(): string | null {
    return this.#listening === null ? null : `http://127.0.0.1:${this.#listening.port}`;
  }

  /** Returns the site's login for the sandbox's feeds; new at every start. */
  feedLogin(): Listening["login"] | null {
    return this.#listening?.login ?? null;
  }

  /** Returns the site's partner id and secret for the sandbox's authentication service; new at every start. */
  partner(): Listening["partner"] | null {
    return this.#listening?.partner ?? null;
  }

  /** Returns the last report of the sandbox's process; null while it is down. */
  vitals(): Vitals | null {
    return this.#vitals;
  }

  /** Returns the numbers of computed records and of all records; null before the first message. */
  records(): { done: number; total: number } | null {
    return this.#records;
  }

  /** Returns the algos with a live record in a higher risk band than their risk level, one per line. */
  riskFlags(): readonly string[] {
    return this.#riskFlags;
  }

  /** Resolves when the sandbox listens. Throws with the sandbox's last output after the time limit. */
  async start(): Promise<void> {
    const { readyTimeoutMs } = this.#options;
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The sandbox did not start within ${readyTimeoutMs} ms. ${this.#lastOutput}`)),
        readyTimeoutMs,
      );
      this.#onReady = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#onRefused = () => {
        clearTimeout(timer);
        reject(new Error(this.#lastOutput));
      };
    });
    this.#run();
    try {
      await ready;
    } catch (fault) {
      await this.stop();
      throw fault;
    }
  }

  /** Stops the sandbox. It is killed if it has not exited within this time, in ms. */
  stop(withinMs = this.#options.stopTimeoutMs): Promise<void> {
    return new Promise((resolve) => {
      this.#isStopping = true;
      clearInterval(this.#pollTimer);
      clearTimeout(this.#restartTimer);
      const running = this.#child;
      if (running === null) return resolve();
      const force = setTimeout(() => running.kill("SIGKILL"), withinMs);
      running.once("exit", () => {
        clearTimeout(force);
        resolve();
      });
      if (running.connected) running.send({ kind: "stop" });
    });
  }

  /** Sends the brand after a reload. A sandbox that is down receives it at its next start. */
  replaceBrand(): void {
    if (this.#child?.connected) this.#child.send({ kind: "brand", brand: this.#options.brand() });
  }

  /**
   * Requests a copy of the sandbox's store and keys in a new folder. Throws with a message if this fails, the sandbox
   * is down, or the time limit passes.
   */
  backUp(folder: string, withinMs: number): Promise<void> {
    const running = this.#child;
    if (running === null || this.#listening === null) return Promise.reject(new Error("the sandbox is down"));
    return this.#backUps.open(withinMs, (number) => running.send({ kind: "back_up", number, folder }));
  }

  /** Kills a sandbox that hangs. Its exit starts a new one. */
  #poll(): void {
    const { readyTimeoutMs, silentForMs, onEvent } = this.#options;
    const silentMs = this.#silence.poll();
    // A starting sandbox sends nothing until its catalogue is loaded.
    const allowedMs = this.#listening === null ? readyTimeoutMs : silentForMs;
    if (this.#child === null || this.#isStopping || silentMs <= allowedMs) return;
    this.counters.hung += 1;
    onEvent({
      message: "sandbox does not respond and will be killed",
      level: "error",
      detail: `process ${this.#child.pid}, silent for ${Math.round(silentMs / 1_000)} s`,
    });
    this.#silence.noteMessage();
    this.#child.kill("SIGKILL");
  }

  #run(): void {
    const { entry, onEvent } = this.#options;
    const startedAt = Date.now();
    this.#silence.noteMessage();
    // Both output streams are read here, so that a full or closed stdout of the site does not affect the sandbox.
    const process = fork(entry, [settingsJson(this.#options)], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
    this.#child = process;
    process.send(firstMessage(this.#options));
    process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      onEvent({ message: "sandbox output", level: "info", detail: text.trim().slice(-OUTPUT_CHARS) });
    });
    process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#lastOutput = text.trim().slice(-OUTPUT_CHARS);
      onEvent({ message: "sandbox output", level: "warn", detail: this.#lastOutput });
    });
    process.on("message", (raw) => {
      const message = sandboxMessageSchema.safeParse(raw);
      if (!message.success) return;
      this.#silence.noteMessage();
      this.#handleMessage(message.data, process.pid);
    });
    process.on("error", (fault) =>
      onEvent({ message: "sandbox process error", level: "error", detail: fault.message }),
    );
    process.on("exit", (code, signal) => this.#ended(signal ?? `code ${code}`, Date.now() - startedAt));
  }

  #handleMessage(message: SandboxMessage, pid: number | undefined): void {
    const { tracer, onEvent } = this.#options;
    switch (message.kind) {
      case "alive":
        this.#vitals = message.vitals;
        break;
      case "span":
        tracer?.end(message.span);
        break;
      case "backed_up":
        this.#backUps.settle(message.number, message.fault);
        break;
      case "records":
        this.#records = { done: message.done, total: message.total };
        break;
      case "risk_flags":
        this.#riskFlags = message.lines;
        break;
      case "log":
        this.#lastOutput = message.text;
        onEvent({ message: "sandbox fault", level: "error", detail: message.text });
        break;
      case "refused":
        this.#lastOutput = message.text;
        this.#isRefused = true;
        break;
      case "listening": {
        const { port, partnerId, partnerSecret, feedClientId, feedToken } = message;
        const partner = { id: partnerId, secret: partnerSecret };
        this.#listening = { port, partner, login: { clientId: feedClientId, token: feedToken } };
        onEvent({
          message: "sandbox is listening",
          level: "info",
          detail: `127.0.0.1:${port}, process ${pid}`,
        });
        this.#onReady();
      }
    }
  }

  /** Restarts the sandbox after a growing pause, unless it was stopped or refused to run. */
  #ended(how: string, afterMs: number): void {
    const { restartMaxMs, onEvent } = this.#options;
    this.#listening = null;
    this.#child = null;
    this.#vitals = null;
    this.#backUps.settleAll("the sandbox has stopped");
    if (this.#isStopping) return;
    if (this.#isRefused) {
      onEvent({
        message: "sandbox cannot run and will not be restarted",
        level: "error",
        detail: this.#lastOutput,
      });
      this.#onRefused();
      return;
    }
    this.counters.restarts += 1;
    this.#pauseMs = afterMs > HEALTHY_AFTER_MS ? RESTART_FIRST_MS : Math.min(this.#pauseMs * 2, restartMaxMs);
    onEvent({
      message: "sandbox exited and will be restarted",
      level: "warn",
      detail: `${how}, in ${this.#pauseMs} ms`,
    });
    this.#restartTimer = setTimeout(() => this.#run(), this.#pauseMs);
  }
}

/**
 * Returns the first message to the sandbox. It contains the secrets, because every user of the machine can read a
 * process's arguments.
 */
function firstMessage({ recordKey, notifications: { mail }, brand }: SupervisorOptions) {
  return { recordKey, mailUrl: mail?.url ?? null, brand: brand() };
}

function settingsJson({ dataDir, market, benchmark, notifications, ...options }: SupervisorOptions): string {
  const { mail } = notifications;
  return JSON.stringify({
    dataDir,
    port: 0,
    marketSeed: market.seed,
    marketHours: market.hours,
    privatePostbacks: market.privatePostbacks,
    unusedDays: market.accountDays,
    benchmark,
    ratesRecords: options.ratesRecords,
    enquiryDays: options.enquiryDays,
    isTraced: options.tracer != null,
    makesStudies: market.makesStudies,
    notifications: { ...notifications, mail: mail === null ? null : { from: mail.from } },
    hasFirstMessage: true,
    records: market.records === "all" ? "all" : recordIds(market.records),
  });
}

/** Creates the list of pending requests to the sandbox's process, by number. */
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
        const timer = setTimeout(() => settle(number, `no response within ${withinMs / 1_000} s`), withinMs);
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
