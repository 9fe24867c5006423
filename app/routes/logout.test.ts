import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import { action } from "./logout.tsx";

it("deletes the cookies of the session and of the joint portfolio", async () => {
  const context = {
    account: { endSession: async () => undefined },
    signIn: { end: () => ["session=; Max-Age=0"] },
  };
  const request = new Request("http://site.example/logout", { method: "POST" });
  const answer = await action({ params: {}, request, context } as unknown as ActionFunctionArgs);
  expect(answer.headers.getSetCookie()).toEqual([
    "session=; Max-Age=0",
    expect.stringContaining("joint=; Path=/; Max-Age=0"),
  ]);
});
