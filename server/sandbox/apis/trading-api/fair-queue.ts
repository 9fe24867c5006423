// A queue for jobs of many accounts, which runs jobs of the accounts in turn. Each account has a limited number of
// running and waiting jobs, so an account with slow jobs delays no other account.

export type QueueLimits = {
  inFlightPerAccount: number;
  inFlightTotal: number;
  /** Maximum number of jobs of an account that have not started. */
  waitingPerAccount: number;
  waitingTotal: number;
};

/** Result of running a job. `pause` delays all jobs of the account and then runs this job again. */
export type JobResult = { kind: "done" } | { kind: "pause"; forMs: number };

type Lane<Job> = { queue: Job[]; inFlight: number; isPaused: boolean };

export class FairQueue<Job> {
  readonly #limits: QueueLimits;
  readonly #run: (job: Job) => Promise<JobResult>;
  readonly #onDropped: (job: Job) => void;
  readonly #lanes = new Map<string, Lane<Job>>();
  /** Accounts with a waiting job and a free slot, in the order of their next job. */
  readonly #ready = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #inFlight = 0;
  #waiting = 0;
  #isClosed = false;

  /** `run` must not reject. `onDropped` receives jobs that are removed because too many wait. */
  constructor(options: {
    limits: QueueLimits;
    run: (job: Job) => Promise<JobResult>;
    onDropped: (job: Job) => void;
  }) {
    this.#limits = options.limits;
    this.#run = options.run;
    this.#onDropped = options.onDropped;
  }

  /** Returns how many more jobs of the account the queue accepts. */
  room(account: string): number {
    return this.#limits.waitingPerAccount - (this.#lanes.get(account)?.queue.length ?? 0);
  }

  add(account: string, job: Job): void {
    if (this.#isClosed || this.room(account) <= 0) {
      this.#onDropped(job);
      return;
    }
    const lane = this.#lanes.get(account) ?? { queue: [], inFlight: 0, isPaused: false };
    this.#lanes.set(account, lane);
    lane.queue.push(job);
    this.#waiting += 1;
    if (this.#waiting > this.#limits.waitingTotal) this.#dropFromLongest();
    this.#settle(account, lane);
    this.#startJobs();
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#lanes.clear();
    this.#ready.clear();
  }

  #startJobs(): void {
    while (this.#inFlight < this.#limits.inFlightTotal) {
      const [account] = this.#ready;
      const lane = account === undefined ? undefined : this.#lanes.get(account);
      const job = lane?.queue.shift();
      if (account === undefined || lane === undefined || job === undefined) return;
      lane.inFlight += 1;
      this.#inFlight += 1;
      this.#waiting -= 1;
      // Moves the account to the end of the order.
      this.#ready.delete(account);
      this.#settle(account, lane);
      void this.#run(job).then((next) => this.#finished(account, lane, job, next));
    }
  }

  #finished(account: string, lane: Lane<Job>, job: Job, next: JobResult): void {
    lane.inFlight -= 1;
    this.#inFlight -= 1;
    if (this.#isClosed) return;
    if (next.kind === "pause") {
      lane.queue.unshift(job);
      this.#waiting += 1;
      if (!lane.isPaused) {
        lane.isPaused = true;
        this.#after(next.forMs, () => {
          lane.isPaused = false;
          this.#settle(account, lane);
        });
      }
    }
    this.#settle(account, lane);
    this.#startJobs();
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
      this.#startJobs();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  /** Marks the account as ready if it may start a job, and removes it if it has no jobs. */
  #settle(account: string, lane: Lane<Job>): void {
    if (lane.queue.length > 0 && !lane.isPaused && lane.inFlight < this.#limits.inFlightPerAccount)
      this.#ready.add(account);
    else this.#ready.delete(account);
    if (lane.queue.length === 0 && lane.inFlight === 0 && !lane.isPaused) this.#lanes.delete(account);
  }

  /** Drops the newest job of the account with the most jobs, so that a few accounts cannot fill the queue. */
  #dropFromLongest(): void {
    let longest: [account: string, lane: Lane<Job>] | undefined;
    for (const entry of this.#lanes)
      if (longest === undefined || entry[1].queue.length > longest[1].queue.length) longest = entry;
    const job = longest?.[1].queue.pop();
    if (longest === undefined || job === undefined) return;
    this.#waiting -= 1;
    this.#settle(...longest);
    this.#onDropped(job);
  }
}
