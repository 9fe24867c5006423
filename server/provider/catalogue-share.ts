// Shares one loaded catalogue among the replicas of a site. The replica with the lease calls the provider, stores each
// response on the bus and announces its key. The others load the announced responses. Without the bus every replica
// calls the provider.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";

/** The operations of the bus that this module needs; server/relay/bus-redis.ts implements them. */
export type ShareBus = {
  nodeId: string;
  connect(events: { onMessage(text: string, isGap: boolean): void; onCall(): void }): void;
  isConnected(): boolean;
  publish(text: string): Promise<void>;
  putValues(values: ReadonlyMap<string, string>, forMs: number): Promise<void>;
  values(names: readonly string[]): Promise<Map<string, string>>;
  allValues(use: (name: string, text: string) => void): Promise<void>;
  valueNames(): Promise<string[]>;
  removeValues(names: readonly string[]): Promise<void>;
  releaseLease(): Promise<void>;
  call(): Promise<void>;
  close(): Promise<void>;
};

/** Decides which replica loads the catalogue; server/relay/lease.ts implements it. */
export type ShareLease = {
  readonly isHeld: boolean;
  /** Renews the lease or tries to acquire it. Throws if the bus is unavailable. */
  acquireOrRenew(): Promise<void>;
  expireIfUnrenewed(): void;
  end(): boolean;
};

export type CatalogueShareOptions = {
  bus: ShareBus;
  lease: ShareLease;
  limits: { busRenewMs: number; busSilentMs: number; cachedForMs: number; catalogueShareEveryMs: number };
  /** Version of the contract. Replicas exchange values only with the same version. */
  version: string;
  /** Called with a value that another replica stored. */
  onValue(name: string, value: unknown): void;
  onEvent(event: { level: "info" | "warn"; message: string; detail: string }): void;
};

const messageSchema = z.object({ node: z.string(), names: z.array(z.string().max(200)).max(100_000) });
const envelopeSchema = z.object({ version: z.string(), value: z.unknown() });

/**
 * How this replica gets the catalogue. `reads`: from the provider. `follows`: from the replica that reads.
 * `unknown`: not decided yet.
 */
export type ShareRole = "reads" | "follows" | "unknown";

export class CatalogueShare {
  readonly #options: CatalogueShareOptions;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #stored = new Map<string, string>();
  #renewing: Promise<void> | null = null;
  #isBusAway = false;
  #awayFrom: number | null = null;
  #hasDecided = false;
  #hasLoaded = false;
  #isStopped = false;
  #loading: Promise<void> | null = null;
  /** Number of values loaded from other replicas, for the metric. */
  #loaded = 0;

  constructor(options: CatalogueShareOptions) {
    this.#options = options;
  }

  get role(): ShareRole {
    const { lease } = this.#options;
    if (this.#isBusAway) return "reads";
    if (!this.#hasDecided || !this.#hasLoaded) return "unknown";
    return lease.isHeld ? "reads" : "follows";
  }

  get loaded(): number {
    return this.#loaded;
  }

  start(): void {
    const { bus, limits } = this.#options;
    bus.connect({
      onMessage: (text, isGap) => {
        // If this load fails, the next lease renewal loads the values again.
        if (isGap)
          this.#load().catch(() => {
            this.#hasLoaded = false;
          });
        else void this.#receive(text);
      },
      // Called when the replica with the lease stops.
      onCall: () => void this.#renewLease(),
    });
    const every = (ms: number, run: () => void) => {
      const timer = setInterval(run, ms);
      timer.unref();
      this.#timers.push(timer);
    };
    every(limits.busRenewMs, () => void this.#renewLease());
    every(limits.catalogueShareEveryMs, () => {
      this.#options.lease.expireIfUnrenewed();
      if (!this.#hasDecided) void this.#renewLease();
      void this.#flush();
    });
    void this.#renewLease();
  }

  /** Queues a value for the other replicas. */
  store(name: string, value: unknown): void {
    if (!this.#options.lease.isHeld) return;
    const text = JSON.stringify({ version: this.#options.version, value });
    this.#stored.set(name, deflateRawSync(text).toString("base64"));
  }

  /** Removes the values of names that `isCurrent` rejects. */
  async prune(isCurrent: (name: string) => boolean): Promise<void> {
    const { bus, lease } = this.#options;
    if (!lease.isHeld) return;
    try {
      const old = (await bus.valueNames()).filter((name) => !isCurrent(name));
      if (old.length > 0) await bus.removeValues(old);
    } catch {
      // Values that could not be removed expire with the hash.
    }
  }

  async stop(): Promise<void> {
    const { bus, lease } = this.#options;
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    // A step that is still running could acquire the lease after its release.
    await this.#renewing;
    await this.#flush();
    try {
      if (lease.end()) await bus.releaseLease();
      await bus.call();
    } catch {
      // The lease expires if it cannot be released.
    }
    await bus.close();
  }

  #renewLease(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    this.#renewing ??= this.#renewLeaseOnce().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renewLeaseOnce(): Promise<void> {
    const { lease, limits, onEvent } = this.#options;
    const wasHeld = lease.isHeld;
    try {
      await lease.acquireOrRenew();
      this.#hasDecided = true;
      this.#isBusAway = false;
      this.#awayFrom = null;
      // Stored values are loaded first, so that a new holder of the lease does not request everything again.
      if (!this.#hasLoaded) await this.#load();
      if (lease.isHeld && !wasHeld)
        onEvent({ level: "info", message: "catalogue: this replica loads it for all replicas", detail: "" });
    } catch {
      this.#awayFrom ??= performance.now();
      if (this.#isBusAway || performance.now() - this.#awayFrom < limits.busSilentMs) return;
      this.#isBusAway = true;
      this.#hasLoaded = false;
      onEvent({
        level: "warn",
        message: "catalogue: the bus is unavailable, so this replica loads it itself",
        detail: "",
      });
    }
  }

  async #flush(): Promise<void> {
    const { bus, lease, limits } = this.#options;
    if (this.#stored.size === 0 || !lease.isHeld) return;
    const values = new Map(this.#stored);
    this.#stored.clear();
    try {
      await bus.putValues(values, limits.cachedForMs);
      await bus.publish(JSON.stringify({ node: bus.nodeId, names: [...values.keys()] }));
    } catch {
      for (const [name, text] of values) if (!this.#stored.has(name)) this.#stored.set(name, text);
    }
  }

  async #receive(text: string): Promise<void> {
    const { bus, onEvent } = this.#options;
    try {
      const { node, names } = messageSchema.parse(JSON.parse(text));
      if (node === bus.nodeId) return;
      for (const [name, value] of await bus.values(names)) this.#use(name, value);
    } catch (fault) {
      this.#hasLoaded = false;
      onEvent({
        level: "warn",
        message: "catalogue: shared values could not be read",
        detail: String(fault),
      });
    }
  }

  #load(): Promise<void> {
    this.#loading ??= this.#options.bus
      .allValues((name, text) => this.#use(name, text))
      .then(() => {
        this.#hasLoaded = true;
      })
      .finally(() => {
        this.#loading = null;
      });
    return this.#loading;
  }

  #use(name: string, packed: string): void {
    const { version, onValue } = this.#options;
    const read = envelopeSchema.safeParse(
      JSON.parse(inflateRawSync(Buffer.from(packed, "base64")).toString("utf8")),
    );
    if (!read.success || read.data.version !== version) return;
    this.#loaded += 1;
    onValue(name, read.data.value);
  }
}
