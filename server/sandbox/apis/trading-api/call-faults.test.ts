// Limits on delayed calls, so that the fault `slow` cannot occupy all request slots of the site.
import { expect, it } from "vitest";
import { FAULT_LIMITS } from "../../../../app/contract/trading-api/faults.ts";
import { createCallDelay } from "./call-faults.ts";

const { delayedPerClient, delayedAtMost } = FAULT_LIMITS;
const tooMany = { code: "DH-904", headers: { "Retry-After": "1" } };

it("rejects a fifth delayed call of a client with DH-904", async () => {
  const ends: (() => void)[] = [];
  const delay = createCallDelay(() => new Promise<void>((resolve) => ends.push(resolve)));
  const delayed = Array.from({ length: delayedPerClient }, () => delay("a", 1));
  await expect(delay("a", 1)).rejects.toMatchObject(tooMany);
  ends[0]?.();
  await delayed[0];
  void delay("a", 1);
  expect(ends).toHaveLength(delayedPerClient + 1);
});

it("rejects further delayed calls of all clients with DH-904 above the common limit", async () => {
  const delay = createCallDelay(() => new Promise<void>(() => {}));
  for (let call = 0; call < delayedAtMost; call += 1) void delay(`client-${call}`, 1);
  await expect(delay("another", 1)).rejects.toMatchObject(tooMany);
});
