// What a signed-in reader's start page knows when the broker does not answer, refuses the session, or breaks.
import { expect, it } from "vitest";
import type { SiteContext } from "../context.ts";
import { readToday } from "./today.tsx";

type Context = Parameters<typeof readToday>[0];

/** Whose account answers nothing but this. */
function whoseAccount(fault: unknown): Context {
  const refuse = () => Promise.reject(fault);
  return {
    session: { name: "Asha" } as SiteContext["session"],
    account: new Proxy({}, { get: () => refuse }) as SiteContext["account"],
  };
}

it("knows that the broker is away from that nobody is signed in", async () => {
  expect(await readToday({})).toBeNull();
  expect(await readToday(whoseAccount(new Response(null, { status: 503 })))).toBe("away");
  expect(await readToday(whoseAccount(new Response(null, { status: 502 })))).toBe("away");
  expect(await readToday(whoseAccount(new Response(null, { status: 401 })))).toBeNull();
});

it("hides no fault of its own", async () => {
  await expect(readToday(whoseAccount(new TypeError("ours")))).rejects.toThrow("ours");
});
