import { expect, it } from "vitest";
import type { SiteContext } from "../context.ts";
import { readToday } from "./today.tsx";

type Context = Parameters<typeof readToday>[0];

/** Returns a context whose account calls all fail with `fault`. */
function failingAccount(fault: unknown): Context {
  const refuse = () => Promise.reject(fault);
  return {
    session: { name: "Asha" } as SiteContext["session"],
    account: new Proxy({}, { get: () => refuse }) as SiteContext["account"],
  };
}

it('returns "unreachable" if the provider is down, and null for a signed-out user', async () => {
  expect(await readToday({})).toBeNull();
  expect(await readToday(failingAccount(new Response(null, { status: 503 })))).toBe("unreachable");
  expect(await readToday(failingAccount(new Response(null, { status: 502 })))).toBe("unreachable");
  expect(await readToday(failingAccount(new Response(null, { status: 401 })))).toBeNull();
});

it("rethrows an error that is not a provider's response", async () => {
  await expect(readToday(failingAccount(new TypeError("ours")))).rejects.toThrow("ours");
});
