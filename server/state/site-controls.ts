// Controls: values that operators set at runtime, such as the notice, disabled functions, algos on hold, incidents and
// ended sessions. They are stored in the site's store and shared with the other replicas over the bus. On every
// replica, the later of two values with the same name applies.
import { z } from "zod";

export const SWITCHES = ["chat", "enquiries", "playground", "sign_in", "deploying"] as const;
export type Switch = (typeof SWITCHES)[number];

const LINE_CHARS = 300;
const TEXT_CHARS = 2_000;
const time = z.int().nonnegative();
const line = z.string().trim().min(1).max(LINE_CHARS);

export const noticeSchema = z.object({
  text: line,
  level: z.enum(["info", "warning"]),
  /** Epoch ms; null if the notice remains until it is removed. */
  until: time.nullable(),
});
export const incidentSchema = z.object({
  title: line,
  startedAt: time,
  endedAt: time.nullable(),
  updates: z
    .array(z.object({ at: time, text: z.string().trim().min(1).max(TEXT_CHARS) }))
    .min(1)
    .max(50),
});
export const holdSchema = z.object({ reason: line, since: time });
const switchSchema = z.object({ reason: line, since: time });
/** Ends all sessions of a client or an operator that started before `before`. */
const endedSchema = z.object({ before: time });

/**
 * Schemas of the controls by kind. A control's name is its kind, followed by a space and an id if the kind has several.
 */
const SCHEMAS = {
  notice: noticeSchema,
  switch: switchSchema,
  hold: holdSchema,
  incident: incidentSchema,
  ended: endedSchema,
  operator_ended: endedSchema,
  handled: z.object({ at: time }),
} as const;
type ControlKind = keyof typeof SCHEMAS;
type ControlValue<K extends ControlKind> = z.output<(typeof SCHEMAS)[K]>;

const entrySchema = z.object({ value: z.unknown(), at: time, by: z.string().max(120) });
type ControlEntry = z.output<typeof entrySchema>;

/** The id of a client whose sessions were ended: printable ASCII without spaces, because the provider chooses it. */
export const CLIENT_ID = /^[!-~]{1,40}$/;
const NAME = /^(?:notice|(?:switch|hold|incident|operator_ended|handled) [\w.-]{1,80}|ended [!-~]{1,40})$/;
const STORED = "controls";
/** Prefix of the name of a control that marks an enquiry as answered. The enquiry's reference follows. */
const HANDLED = "handled ";
const CONTROLS_MAX = 5_000;
/**
 * Entries without effect (ended sessions, removed controls) are stored for this time in ms: a week, which is longer
 * than any session.
 */
const SPENT_AFTER_MS = 7 * 24 * 3_600_000;

export type SiteControls = {
  get<K extends ControlKind>(kind: K, id?: string): ControlValue<K> | null;
  all<K extends ControlKind>(kind: K): { id: string; value: ControlValue<K>; by: string }[];
  /** Stores and shares a value; null removes it. `by` is the operator's name. */
  set<K extends ControlKind>(kind: K, id: string, value: ControlValue<K> | null, by: string): void;
  /**
   * Applies an entry of another replica. Returns false if the entry is invalid or not newer than the stored one. While
   * the store is full, also returns false for an old mark of an answered enquiry.
   */
  apply(name: string, entry: unknown): boolean;
  /** Returns the entries in the form that replicas share. */
  entries(): [name: string, entry: ControlEntry][];
  /** Calls `listener` with a control's name after each change by this or another replica. */
  onChange(listener: (name: string, isOwn: boolean) => void): void;
};

export function openSiteControls(options: {
  store: { read(name: string): unknown; keep(name: string, value: unknown): void };
  now: () => number;
  /** Called if a value of another replica applies but could not be stored. */
  onFault(fault: unknown): void;
}): SiteControls {
  const { store, now, onFault } = options;
  const entries = new Map<string, ControlEntry>();
  const listeners: ((name: string, isOwn: boolean) => void)[] = [];
  const stored = z.record(z.string(), z.unknown()).safeParse(store.read(STORED));
  if (stored.success)
    for (const [name, entry] of Object.entries(stored.data)) {
      const valid = validEntry(name, entry);
      if (valid !== null) entries.set(name, valid);
    }

  const write = (all: Iterable<[string, ControlEntry]>) => store.keep(STORED, Object.fromEntries(all));
  let isWritePending = false;

  /** Schedules one write for several values of another replica, because each write contains all values. */
  function writeSoon(): void {
    if (isWritePending) return;
    isWritePending = true;
    queueMicrotask(() => {
      isWritePending = false;
      try {
        write(entries);
      } catch (fault) {
        // If the disk is full, the value of another replica applies in memory and is stored with the next change.
        onFault(fault);
      }
    });
  }

  function change(name: string, entry: ControlEntry, isOwn: boolean): void {
    if (isOwn) write([...entries, [name, entry]]);
    else writeSoon();
    entries.set(name, entry);
    for (const listener of listeners) listener(name, isOwn);
  }

  function readValue<K extends ControlKind>(kind: K, name: string): ControlValue<K> | null {
    const entry = entries.get(name);
    return entry === undefined || entry.value === null
      ? null
      : (SCHEMAS[kind].parse(entry.value) as ControlValue<K>);
  }

  return {
    get: (kind, id) => readValue(kind, entryName(kind, id ?? "")),
    all: (kind) =>
      [...entries].flatMap(([name, { by }]) => {
        if (name !== kind && !name.startsWith(`${kind} `)) return [];
        const value = readValue(kind, name);
        return value === null ? [] : [{ id: name.slice(kind.length + 1), value, by }];
      }),
    set(kind, id, value, by) {
      const name = entryName(kind, id);
      if (!NAME.test(name)) throw new Error(`no control can have the name ${name}`);
      // The new entry must be later than the previous one, even if the clock was set back.
      const at = Math.max(now(), (entries.get(name)?.at ?? 0) + 1);
      removeForNew(entries, name, at, now());
      change(name, { value: value === null ? null : SCHEMAS[kind].parse(value), at, by }, true);
    },
    apply(name, raw) {
      const entry = validEntry(name, raw);
      if (entry === null || !removeForNew(entries, name, entry.at, now())) return false;
      const before = entries.get(name);
      if (before !== undefined && !isLater(entry, before)) return false;
      change(name, entry, false);
      return true;
    },
    entries: () => [...entries],
    onChange: (listener) => void listeners.push(listener),
  };
}

const entryName = (kind: ControlKind, id: string) => (id === "" ? kind : `${kind} ${id}`);

/** Removes old entries that have no effect any more. */
function removeSpent(entries: Map<string, ControlEntry>, now: number): void {
  for (const [name, { value, at }] of entries)
    if (now - at > SPENT_AFTER_MS && (value === null || /^(?:operator_)?ended /.test(name)))
      entries.delete(name);
}

/**
 * Evicts an entry if the store is full, so that a new one can be added. Removes entries without effect or, if there are none, the oldest
 * mark of an answered enquiry. Returns false if the new entry is itself an older mark.
 */
function removeForNew(entries: Map<string, ControlEntry>, name: string, at: number, now: number): boolean {
  if (entries.size < CONTROLS_MAX || entries.has(name)) return true;
  removeSpent(entries, now);
  if (entries.size < CONTROLS_MAX) return true;
  let first: { name: string; at: number } | null = null;
  for (const [other, entry] of entries)
    if (other.startsWith(HANDLED) && (first === null || entry.at < first.at))
      first = { name: other, at: entry.at };
  if (first === null) return true;
  if (name.startsWith(HANDLED) && at <= first.at) return false;
  entries.delete(first.name);
  return true;
}

/** Orders entries of one control in the same way on every replica, even if their times are equal. */
function isLater(one: ControlEntry, other: ControlEntry): boolean {
  if (one.at !== other.at) return one.at > other.at;
  return JSON.stringify(one) > JSON.stringify(other);
}

function validEntry(name: string, raw: unknown): ControlEntry | null {
  const entry = entrySchema.safeParse(raw);
  if (!NAME.test(name) || !entry.success) return null;
  const kind = name.split(" ", 1)[0] as ControlKind;
  return entry.data.value === null || SCHEMAS[kind].safeParse(entry.data.value).success ? entry.data : null;
}
