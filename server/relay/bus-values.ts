// Named values that the replicas of a site share, as fields of one Redis hash, each sealed with its name. Values
// outlive the replica that stored them. The hash expires some time after the last value was stored.
import type { BusConnection } from "./bus-connection.ts";
import type { BusSeal } from "./bus-seal.ts";

export type BusValues = ReturnType<typeof createBusValues>;

/** Number of fields per command, so that no command blocks the bus for long. */
const FIELDS_AT_ONCE = 200;

export function createBusValues(options: {
  commands: BusConnection;
  seal: BusSeal;
  key: string;
  onRefused(why: string): void;
}) {
  const { commands, seal, key, onRefused } = options;

  function open(name: string, sealed: string): string | null {
    const opened = seal.openValue(name, sealed);
    if (typeof opened !== "string") return opened.text;
    onRefused(opened);
    return null;
  }

  return {
    async putValues(values: ReadonlyMap<string, string>, forMs: number) {
      for (const part of splitIntoChunks([...values])) {
        const fields = Object.fromEntries(part.map(([name, text]) => [name, seal.sealValue(name, text)]));
        await commands.multi().hSet(key, fields).pExpire(key, forMs).exec();
      }
    },
    /** Returns the values of these names; missing ones are left out. */
    async values(names: readonly string[]): Promise<Map<string, string>> {
      const found = new Map<string, string>();
      for (const part of splitIntoChunks(names)) {
        const sealed = await commands.hmGet(key, part);
        part.forEach((name, index) => {
          const value = sealed[index];
          const text = typeof value === "string" ? open(name, value) : null;
          if (text !== null) found.set(name, text);
        });
      }
      return found;
    },
    /** Calls `use` for every value. Each command reads a limited number of values. */
    async allValues(use: (name: string, text: string) => void) {
      for await (const page of commands.hScanIterator(key, { COUNT: FIELDS_AT_ONCE }))
        for (const { field, value } of [page].flat()) {
          const text = open(String(field), String(value));
          if (text !== null) use(String(field), text);
        }
    },
    valueNames: (): Promise<string[]> => commands.hKeys(key),
    async removeValues(names: readonly string[]) {
      for (const part of splitIntoChunks(names)) await commands.hDel(key, part);
    },
  };
}

function splitIntoChunks<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (let from = 0; from < items.length; from += FIELDS_AT_ONCE)
    parts.push(items.slice(from, from + FIELDS_AT_ONCE));
  return parts;
}
