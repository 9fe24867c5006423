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

describe("the operators' site controls", () => {
  it("survive a restart", () => {
    const store = memory();
    openSiteControls({ store, now: () => 5 }).set("hold", "some-algo", { reason: "review", since: 5 }, "me");
    expect(openSiteControls({ store, now: () => 6 }).all("hold")).toEqual([
      { id: "some-algo", value: { reason: "review", since: 5 }, by: "me" },
    ]);
  });

  it("reject unknown controls and invalid values", () => {
    const controls = openSiteControls({ store: memory(), now: () => 5 });
    const entry = (value: unknown) => ({ value, at: 9, by: "x" });
    expect(controls.apply("__proto__", entry(null))).toBe(false);
    expect(controls.apply("hold ../x", entry({ reason: "r", since: 1 }))).toBe(false);
    expect(controls.apply("hold x", entry({ reason: 5 }))).toBe(false);
    expect(controls.apply("hold x", { value: { reason: "r", since: 1 } })).toBe(false);
    expect(controls.apply("hold x", entry({ reason: "r", since: 1 }))).toBe(true);
    expect(() => controls.set("hold", "a b", { reason: "r", since: 1 }, "x")).toThrow();
  });

  it("reject a hold on an algo while the store is full, and accept it a week later", () => {
    let now = 1_000;
    const store = memory();
    const ended = Array.from({ length: 5_000 }, (_, id) => [
      `operator_ended o${id}`,
      { value: { before: now }, at: now, by: "x" },
    ]);
    store.keep("controls", Object.fromEntries(ended));
    const controls = openSiteControls({ store, now: () => now });
    const hold = { value: { reason: "r", since: 1 }, at: now, by: "x" };
    expect(controls.apply("hold x", hold)).toBe(false);
    now += 8 * 86_400_000;
    expect(controls.apply("hold x", hold)).toBe(true);
    expect(controls.all("operator_ended")).toEqual([]);
    expect(controls.all("hold")).toHaveLength(1);
  });

  it("accept a later change on a replica whose clock was set back", () => {
    let now = 1_000;
    const controls = openSiteControls({ store: memory(), now: () => now });
    controls.set("switch", "chat", { reason: "a", since: 1 }, "x");
    now = 10;
    controls.set("switch", "chat", null, "x");
    expect(controls.get("switch", "chat")).toBeNull();
    const other = openSiteControls({ store: memory(), now: () => now });
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
          const [one, two] = [0, 1].map(() => openSiteControls({ store: memory(), now: () => 0 }));
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
