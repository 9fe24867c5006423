// Threads that put pages together, so that the loop that answers requests and relays prices is held up by none. A page's loaders are done
// on the loop; what they found goes to a thread, and the page comes back. A machine with two processors has none
// by default, and none is needed: whatever threads cannot do is done on the loop.
import { Worker } from "node:worker_threads";
import type { PageWork } from "../../app/wire/page-work.ts";
import type { ThreadAnswer, ThreadJob, ThreadReady, ThreadStart } from "./render-thread.ts";

export type RenderThreadsOptions = ThreadStart & {
  /** Number of threads. */
  count: number;
  /** A page that takes longer has failed, and its thread with it. */
  withinMs: number;
  /** Memory of one thread's heap, in MiB. */
  heapMib: number;
  /** Heap of the young generation, MiB. */
  newMib: number;
  /** Pause before a thread that ended is replaced, ms. */
  againAfterMs: number;
  /** A thread ended that was not told to, or a page could not be handed to it. */
  onFault(fault: unknown): void;
};

export type RenderThreads = {
  /** Resolves to null if no thread is available; rejects with the page's error. */
  render(work: PageWork): Promise<string | null>;
  /** Threads that are ready. */
  ready(): number;
  close(): Promise<void>;
};

type Thread = { worker: Worker; isReady: boolean; jobs: Map<number, Job> };
type Job = { resolve(html: string | null): void; reject(fault: unknown): void; timer: NodeJS.Timeout };

/** Most characters of a thread's message in the log. */
const SAID_CHARS = 2_000;

export function createRenderThreads(options: RenderThreadsOptions): RenderThreads {
  const { count, withinMs, heapMib, newMib, againAfterMs, onFault, ...start } = options;
  const threads = new Set<Thread>();
  const waits = new Set<NodeJS.Timeout>();
  let lastJob = 0;
  let isClosed = false;

  function open(): void {
    const isCompiled = import.meta.url.endsWith(".js");
    const worker = new Worker(new URL(`./render-thread.${isCompiled ? "js" : "ts"}`, import.meta.url), {
      workerData: start satisfies ThreadStart,
      // Else they are handed to this process's own, which Node then opens as streams that block: a log that nobody reads would hold up the site.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: newMib },
    });
    // Pages alone keep no process alive.
    worker.unref();
    const thread: Thread = { worker, isReady: false, jobs: new Map() };
    threads.add(thread);
    worker.on("message", (message: ThreadAnswer | ThreadReady) => {
      if ("isReady" in message) thread.isReady = true;
      else settle(thread, message);
    });
    worker.stdout.resume();
    worker.stderr
      .setEncoding("utf8")
      .on("data", (words: string) =>
        onFault(new Error(`a render thread said: ${words.slice(0, SAID_CHARS)}`)),
      );
    worker.on("error", onFault);
    worker.on("exit", () => replace(thread));
  }

  /** Work of a thread that ended is done on the main thread. */
  function replace(thread: Thread): void {
    threads.delete(thread);
    for (const { resolve, timer } of thread.jobs.values()) {
      clearTimeout(timer);
      resolve(null);
    }
    if (isClosed) return;
    const wait = setTimeout(() => {
      waits.delete(wait);
      open();
    }, againAfterMs);
    wait.unref();
    waits.add(wait);
  }

  for (let index = 0; index < count; index += 1) open();

  return {
    async render(work) {
      const thread = leastBusy(threads);
      if (thread === null) return null;
      lastJob += 1;
      const job = lastJob;
      try {
        thread.worker.postMessage({ job, work } satisfies ThreadJob);
      } catch (fault) {
        // Data that cannot be copied: the page is rendered here and the fault is reported.
        onFault(fault);
        return null;
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          thread.jobs.delete(job);
          reject(new Error(`the page was not put together within ${withinMs} ms`));
          void thread.worker.terminate();
        }, withinMs);
        thread.jobs.set(job, { resolve, reject, timer });
      });
    },
    ready: () => [...threads].filter(({ isReady }) => isReady).length,
    async close() {
      isClosed = true;
      for (const wait of waits) clearTimeout(wait);
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

function settle({ jobs }: Thread, answer: ThreadAnswer): void {
  const job = jobs.get(answer.job);
  if (job === undefined) return;
  jobs.delete(answer.job);
  clearTimeout(job.timer);
  if ("html" in answer) job.resolve(answer.html);
  else job.reject(answer.fault);
}

function leastBusy(threads: Iterable<Thread>): Thread | null {
  let best: Thread | null = null;
  for (const thread of threads)
    if (thread.isReady && (best === null || thread.jobs.size < best.jobs.size)) best = thread;
  return best;
}
