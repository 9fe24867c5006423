// Starts the child processes of a benchmark, calls them over IPC, and stops them at its end.
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";

export type Usage = { cpu: { user: number; system: number }; rss: number; at: number };
export type Window = { frames: number; bytes: number; p50: number | null; p99: number | null; open: number };

const READY_WITHIN_MS = 60_000;
const children = new Set<ChildProcess>();

/** Starts a file of this folder as a process, and resolves when the process reports that it is ready. */
export function start(file: string, ...args: (string | number)[]): Promise<ChildProcess> {
  const child = fork(new URL(file, import.meta.url), args.map(String), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  children.add(child);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${file} ${args[0]} was not ready in time`)),
      READY_WITHIN_MS,
    );
    child.once("message", () => {
      clearTimeout(timer);
      resolve(child);
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`${file} ended with ${code}`));
    });
  });
}

export function query<T>(child: ChildProcess, question: string): Promise<T> {
  return new Promise((resolve) => {
    child.once("message", (answer) => resolve(answer as T));
    child.send(question);
  });
}

export function stop(child: ChildProcess): void {
  child.removeAllListeners("exit");
  child.kill("SIGKILL");
  children.delete(child);
}

export function stopAll(): void {
  for (const child of children) stop(child);
}

/** Returns the CPU time of all threads of a process so far, in ms; null on a system without /proc. */
export function cpuMs(pid: number | undefined): number | null {
  const TICK_MS = 10;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
