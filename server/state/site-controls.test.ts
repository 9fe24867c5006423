import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSiteControls } from "./site-controls.ts";

function memory() {
  const values = new Map<string, unknown>();
  return {
    read: (name: string) => JSON.parse(JSON.stringify(values.get(name) ?? null)),
    keep: (name: string, value: unknown) => void values.set(name, JSON.parse(JSON.stringify(value))),
  };
}

const open = (store: ReturnType<typeof memory>, now: () => number) =>
  openSiteControls({
    store,
    now,
    onFault(fault) {
      throw fault;
    },
  });

describe("the operators' site controls", () => {
  it("survive a restart", () => {
    const store = memory();
    open(store, () => 5).set("hold", "some-algo", { reason: "review", since: 5 }, "me");
    expect(open(store, () => 6).all("hold")).toEqual([
      { id: "some-algo", value: { reason: "review", since: 5 }, by: "me" },
    ]);
  });

  it("reject unknown controls and invalid values", () => {
    const controls = open(memory(), () => 5);
    const entry = (value: unknown) => ({ value, at: 9, by: "x" });
    expect(controls.apply("__proto__", entry(null))).toBe(false);
    expect(controls.apply("hold ../x", entry({ reason: "r", since: 1 }))).toBe(false);
    expect(controls.apply("hold x", entry({ reason: 5 }))).toBe(false);
    expect(controls.apply("hold x", { value: { reason: "r", since: 1 } })).toBe(false);
    expect(controls.apply("hold x", entry({ reason: "r", since: 1 }))).toBe(true);
    expect(() => controls.set("hold", "a b", { reason: "r", since: 1 }, "x")).toThrow();
  });

  it("store a hold although the store is full, and delete expired entries after a week", () => {
    let now = 1_000;
    const store = memory();
    const ended = Array.from({ length: 5_000 }, (_, id) => [
      `operator_ended o${id}`,
      { value: { before: now }, at: now, by: "x" },
    ]);
    store.keep("controls", Object.fromEntries(ended));
    const controls = open(store, () => now);
    expect(controls.apply("hold x", { value: { reason: "r", since: 1 }, at: now, by: "x" })).toBe(true);
    now += 8 * 86_400_000;
    expect(controls.apply("hold y", { value: { reason: "r", since: 1 }, at: now, by: "x" })).toBe(true);
    expect(controls.all("operator_ended")).toEqual([]);
    expect(controls.all("hold")).toHaveLength(2);
  });

  it("delete the oldest answered-enquiry entries to make space in a full store", () => {
    const store = memory();
    const mark = (at: number) => ({ value: { at }, at, by: "x" });
    const handled = Array.from({ length: 5_000 }, (_, id) => [`handled ENQ-${id}`, mark(10 + id)]);
    store.keep("controls", Object.fromEntries(handled));
    const controls = open(store, () => 6_000);
    expect(controls.apply("handled ENQ-old", mark(9))).toBe(false);
    expect(controls.apply("handled ENQ-new", mark(6_000))).toBe(true);
    expect(controls.apply("hold x", { value: { reason: "r", since: 1 }, at: 5, by: "x" })).toBe(true);
    controls.set("switch", "chat", { reason: "r", since: 1 }, "me");
    expect(["0", "1", "2", "3", "new"].map((id) => controls.get("handled", `ENQ-${id}`) !== null)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(controls.entries()).toHaveLength(5_000);
  });

  it("write once after several values of another replica", async () => {
    const store = memory();
    let writes = 0;
    const keep = (name: string, value: unknown): undefined => {
      writes += 1;
      store.keep(name, value);
    };
    const controls = open({ ...store, keep }, () => 5);
    for (let id = 0; id < 100; id += 1)
      controls.apply(`handled ENQ-${id}`, { value: { at: 5 }, at: 5, by: "x" });
    await Promise.resolve();
    expect(writes).toBe(1);
    expect(open(store, () => 6).all("handled")).toHaveLength(100);
  });

  it("apply another replica's value in memory if the disk is full", async () => {
    const faults: unknown[] = [];
    const full = new Error("SQLITE_FULL");
    const controls = openSiteControls({
      store: {
        read: () => null,
        keep() {
          throw full;
        },
      },
      now: () => 5,
      onFault: (fault) => void faults.push(fault),
    });
    const changed: string[] = [];
    controls.onChange((name) => void changed.push(name));
    expect(controls.apply("hold x", { value: { reason: "r", since: 1 }, at: 5, by: "x" })).toBe(true);
    expect(controls.get("hold", "x")).not.toBeNull();
    expect(() => controls.set("hold", "y", { reason: "r", since: 1 }, "me")).toThrow(full);
    expect(controls.get("hold", "y")).toBeNull();
    expect(changed).toEqual(["hold x"]);
    await Promise.resolve();
    expect(faults).toEqual([full]);
  });

  it("accept a later change on a replica after its clock was set back", () => {
    let now = 1_000;
    const controls = open(memory(), () => now);
    controls.set("switch", "chat", { reason: "a", since: 1 }, "x");
    now = 10;
    controls.set("switch", "chat", null, "x");
    expect(controls.get("switch", "chat")).toBeNull();
    const other = open(memory(), () => now);
    for (const [name, entry] of controls.entries()) other.apply(name, entry);
    expect(other.get("switch", "chat")).toBeNull();
  });

  it("are the same on all replicas, regardless of the order of changes", () => {
    const change = fc.record({
      id: fc.constantFrom("a", "b"),
      at: fc.integer({ min: 1, max: 4 }),
      by: fc.constantFrom("x", "y"),
      value: fc.option(fc.record({ reason: fc.constantFrom("r", "s"), since: fc.constant(1) })),
    });
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 12 }),
        fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
        (changes, order) => {
          const [one, two] = [0, 1].map(() => open(memory(), () => 0));
          const shuffled = changes
            .map((item, index) => ({ item, key: order[index] ?? 0 }))
            .sort((a, b) => a.key - b.key);
          for (const { id, ...entry } of changes) one?.apply(`hold ${id}`, entry);
          for (const { item } of shuffled) {
            const { id, ...entry } = item;
            two?.apply(`hold ${id}`, entry);
          }
          expect(two?.all("hold").sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
            one?.all("hold").sort((a, b) => (a.id < b.id ? -1 : 1)),
          );
        },
      ),
    );
  });
});
