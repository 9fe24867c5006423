// Turns of rendering: one at a time, addresses in a circle.
import { expect, it } from "vitest";
import { createRenderTurns } from "./render-turns.ts";

it("gives one turn at a time and goes round the addresses", async () => {
  const turns = createRenderTurns((next) => queueMicrotask(next));
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
