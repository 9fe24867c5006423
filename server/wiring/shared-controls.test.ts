import { expect, it, vi } from "vitest";
import { DAY_MS } from "../../app/domain/time.ts";
import type { OperatorTrail } from "../state/operator-trail.ts";
import { openSiteControls } from "../state/site-controls.ts";
import { SharedControls } from "./shared-controls.ts";

const lineOf = (id: string, ageDays: number) => ({
  id,
  at: Date.now() - ageDays * DAY_MS,
  who: "me",
  role: "operator",
  action: "hold",
  detail: "",
});

it("removes old audit lines and marks of enquiries from the bus", async () => {
  const lines = [lineOf("recent-of-other", 89), lineOf("old-of-other", 91)];
  const values = new Map(lines.map((line) => [`line ${line.id}`, JSON.stringify(line)]));
  const mark = { value: { at: 1 }, at: Date.now() - 91 * DAY_MS, by: "me" };
  values.set("handled ENQ-1", JSON.stringify(mark));
  values.set("hold some-algo", JSON.stringify({ ...mark, value: { reason: "review", since: 1 } }));
  const copied: unknown[] = [];
  const own = [lineOf("recent-own", 1), lineOf("old-own", 91)];
  const shared = new SharedControls({
    controls: openSiteControls({
      store: { read: () => null, keep: () => {} },
      now: Date.now,
      onFault: () => {},
    }),
    trail: {
      latest: () => own.map((line) => ({ ...line, n: 1, hash: "" })),
      copy: (line) => void copied.push(line),
    } satisfies Partial<OperatorTrail> as unknown as OperatorTrail,
    bus: {
      connect: () => {},
      isConnected: () => true,
      allValues: async (use: (name: string, text: string) => void) => {
        for (const [name, text] of [...values]) use(name, text);
      },
      putValues: async (put: ReadonlyMap<string, string>) => {
        for (const [name, text] of put) values.set(name, text);
      },
      removeValues: async (names: readonly string[]) => {
        for (const name of names) values.delete(name);
      },
      publish: async () => {},
      close: async () => {},
    } as unknown as ConstructorParameters<typeof SharedControls>[0]["bus"],
    onFault: (fault) => {
      throw fault;
    },
  });
  await shared.stop();
  expect(copied).toEqual([lines[0]]);
  const remainingKeys = ["line recent-of-other", "hold some-algo", "line recent-own"];
  await vi.waitFor(() => expect([...values.keys()]).toEqual(remainingKeys));
});
