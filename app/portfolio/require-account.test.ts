import { expect, it } from "vitest";
import type { SignIn, SiteContext } from "../context.ts";
import { requireAccount, runSignedIn } from "./require-account.ts";

const signIn = {
  flash: (flash) => [`notice=${flash}`],
  end: () => ["session="],
} as Partial<SignIn> as SignIn;

async function redirectOf(work: () => unknown) {
  const response = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => thrown as Response);
  const { status, headers } = response as Response;
  return [status, headers.get("Location"), headers.getSetCookie()];
}

it("sets a message for the page after the sign-in only if the user submitted a form", async () => {
  const redirectFor = (isForm: boolean) => redirectOf(() => requireAccount({ signIn, isForm }, "/a?b=1"));
  expect(await redirectFor(true)).toEqual([303, "/login?to=%2Fa%3Fb%3D1", ["notice=form_not_sent"]]);
  expect(await redirectFor(false)).toEqual([303, "/login?to=%2Fa%3Fb%3D1", []]);
});

it("sets the message if the provider has ended the session", async () => {
  const context = { signIn, isForm: true } as Partial<SiteContext>;
  const refuse = () => runSignedIn(context, "/a", () => Promise.reject(new Response(null, { status: 401 })));
  expect(await redirectOf(refuse)).toEqual([303, "/login?to=%2Fa", ["session=", "notice=form_not_sent"]]);
});
