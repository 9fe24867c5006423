// The sign-in returns to the page where it started, except to the pages of the sign-in itself.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import { loader } from "./login.tsx";

it.each([
  ["/algos?risk=Low", "/algos?risk=Low"],
  ["/authors", "/authors"],
  ["/auth/callback?consentId=X&error=access_denied", "/algos/my-algos"],
  ["/algos/../auth/callback?tokenId=X", "/algos/my-algos"],
  ["/login?to=/login", "/algos/my-algos"],
  ["/logout", "/algos/my-algos"],
])("a sign-in that starts at %s returns to %s", async (to, expected) => {
  const request = new Request(`http://site.example/login?${new URLSearchParams({ to })}`);
  const signIn = { begin: async (location: string) => ({ location, cookies: [] }) };
  for (const context of [{ signIn }, { session: {} }]) {
    const args = { request, context, params: {} } as unknown as LoaderFunctionArgs;
    const answer = await loader(args).catch((thrown: unknown) => thrown as Response);
    expect(answer.headers.get("Location")).toBe(expected);
  }
});
