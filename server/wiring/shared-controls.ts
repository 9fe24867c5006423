// Shares the values that operators set, and their audit trail, with the other replicas. Each change is published on the
// bus, and stored there for replicas that start later. Changes during an outage of the bus are sent afterwards.
import type { OperatorTrail, StoredLine } from "../state/operator-trail.ts";
import type { SiteControls } from "../state/site-controls.ts";
import type { busMaker } from "./buses.ts";

type ControlBus = ReturnType<NonNullable<Awaited<ReturnType<typeof busMaker>>>>;

const SEND_EVERY_MS = 500;
/**
 * Time in ms after which all values on the bus expire, counted from the last time a replica stored one. Audit lines and
 * marks of answered enquiries are also removed at this age.
 */
const STORED_FOR_MS = 90 * 24 * 60 * 60_000;
const LINES_AT_START = 500;

export class SharedControls {
  readonly #options: { controls: SiteControls; trail: OperatorTrail; onFault(fault: unknown): void };
  readonly #bus: ControlBus;
  /**
   * Values that must still be stored on the bus, by name. At the start these are all values, because a bus without
   * persistence may have lost them.
   */
  readonly #unsent: Map<string, unknown>;
  readonly #timer: NodeJS.Timeout;
  #hasLoaded = false;
  #isWorking = false;

  constructor(options: {
    controls: SiteControls;
    trail: OperatorTrail;
    bus: ControlBus;
    onFault(fault: unknown): void;
  }) {
    const { controls, trail, bus } = options;
    this.#options = options;
    this.#bus = bus;
    const lines = trail.latest(LINES_AT_START);
    this.#unsent = new Map<string, unknown>(
      [
        ...controls.entries(),
        ...lines.map((line): [string, { at: number }] => [`line ${line.id}`, removeNumberAndHash(line)]),
      ].filter(([name, value]) => !isOld(name, value)),
    );
    bus.connect({ onMessage: (text, isGap) => this.#receive(text, isGap), onCall() {} });
    controls.onChange((name, isOwn) => {
      if (!isOwn) return;
      this.#unsent.set(name, null);
      void this.#work();
    });
    this.#timer = setInterval(() => {
      // Loads all values again after an outage of the bus, because changes of other replicas may have been missed.
      if (!bus.isConnected()) this.#hasLoaded = false;
      void this.#work();
    }, SEND_EVERY_MS);
    this.#timer.unref();
  }

  shareLine(line: StoredLine): void {
    this.#unsent.set(`line ${line.id}`, removeNumberAndHash(line));
    void this.#work();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#work();
    await this.#bus.close();
  }

  async #work(): Promise<void> {
    if (this.#isWorking || !this.#bus.isConnected()) return;
    this.#isWorking = true;
    try {
      // Values are loaded before this replica sends any, so that an old value cannot replace a newer one on the bus.
      if (!this.#hasLoaded) await this.#load();
      this.#hasLoaded = true;
      await this.#send();
    } catch {
      // The bus is unavailable; the next run tries again.
    } finally {
      this.#isWorking = false;
    }
  }

  async #load(): Promise<void> {
    const old: string[] = [];
    await this.#bus.allValues((name, text) => {
      const isShared = this.#apply(name, text);
      if (!isShared) old.push(name);
    });
    if (old.length > 0) await this.#bus.removeValues(old);
  }

  async #send(): Promise<void> {
    if (this.#unsent.size === 0) return;
    const current = new Map<string, unknown>(this.#options.controls.entries());
    const values = new Map(
      [...this.#unsent].map(([name, value]) => [name, JSON.stringify(current.get(name) ?? value)]),
    );
    await this.#bus.putValues(values, STORED_FOR_MS);
    await this.#bus.publish(JSON.stringify([...values.keys()]));
    // A value that changed while it was sent is sent again by the next run.
    const now = new Map<string, unknown>(this.#options.controls.entries());
    for (const [name, text] of values)
      if (text === JSON.stringify(now.get(name) ?? this.#unsent.get(name))) this.#unsent.delete(name);
  }

  #receive(text: string, isGap: boolean): void {
    if (isGap) this.#hasLoaded = false;
    try {
      const names = JSON.parse(text) as string[];
      this.#bus.values(names).then(
        (values) => {
          for (const [name, value] of values) this.#apply(name, value);
        },
        () => {
          this.#hasLoaded = false;
        },
      );
    } catch (fault) {
      this.#options.onFault(fault);
    }
  }

  /** Applies a value. Returns false if it is too old to be shared. */
  #apply(name: string, text: string): boolean {
    const { controls, trail, onFault } = this.#options;
    try {
      const value = JSON.parse(text);
      if (isOld(name, value)) return false;
      if (name.startsWith("line ")) trail.copy(value);
      else controls.apply(name, value);
    } catch (fault) {
      onFault(fault);
    }
    return true;
  }
}

/** True for an audit line or an answered enquiry that is too old to be shared. Other values apply at any age. */
const isOld = (name: string, { at }: { at: number }) =>
  /^(?:line|handled) /.test(name) && at < Date.now() - STORED_FOR_MS;

/** Removes the line's number and hash, which each replica assigns itself. */
const removeNumberAndHash = ({ n: _n, hash: _hash, ...line }: StoredLine) => line;
