// Turns of rendering: as many at a time as there is room for, addresses in a circle.
import { expect, it } from "vitest";
import { createRenderTurns } from "./render-turns.ts";

it("gives one turn at a time and goes round the addresses", async () => {
  const turns = createRenderTurns(
    () => 1,
    (next) => queueMicrotask(next),
  );
  const order: string[] = [];
  let running = 0;
  const render = async (address: string) => {
    const end = await turns.take(address);
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    order.push(address);
    running -= 1;
    end();
    end();
  };
  await Promise.all([..."aaaaabbc"].map(render));
  expect(order.join("")).toBe("aabcabaa");
  expect(turns.waiting()).toBe(0);
  await render("d");
  expect(order.at(-1)).toBe("d");
});

it("gives as many turns at once as there is room for, and takes up again what waited", async () => {
  let room = 1;
  const turns = createRenderTurns(
    () => room,
    (next) => queueMicrotask(next),
  );
  const begun: string[] = [];
  const take = async (address: string) => {
    const end = await turns.take(address);
    begun.push(address);
    return end;
  };
  const [first, ...others] = ["a", "b", "c", "d"].map(take);
  await first;
  expect([begun.join(""), turns.waiting()]).toEqual(["a", 3]);
  room = 3;
  (await first)?.();
  await Promise.all(others.slice(0, 2));
  await others[2];
  expect([begun.join(""), turns.waiting()]).toEqual(["abcd", 0]);
});
