import { expect, it } from "vitest";
import { createRenderQueue } from "./render-queue.ts";

it("renders one page at a time, in round-robin order of the clients' IP addresses", async () => {
  const queue = createRenderQueue((next) => queueMicrotask(next));
  const order: string[] = [];
  let running = 0;
  const render = async (address: string) => {
    const end = await queue.wait(address);
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
  await render("d");
  expect(order.at(-1)).toBe("d");
});
