import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import { action as endSessions } from "./account.sessions.tsx";
import { action as signOut } from "./logout.tsx";

const CURRENT = "0f9a1f3e-58c5-4c0e-9a39-0a4a6c1f5b77";

it.each([
  ["sign-out page", signOut, {}],
  ["list of sessions", endSessions, { intent: "end_all" }],
  ["list of sessions, for this browser", endSessions, { intent: "end", session: CURRENT }],
] as const)("deletes the cookies of session and joint portfolio: %s", async (_, action, fields) => {
  const context = {
    account: {
      endSession: async () => undefined,
      endSessions: async () => undefined,
      endSessionById: async () => undefined,
      getSession: async () => ({ id: CURRENT }),
    },
    session: {},
    signIn: { end: () => ["session=; Max-Age=0"], recheckConnections: () => undefined },
  };
  const body = new URLSearchParams(fields);
  const request = new Request("http://site.example/logout", { method: "POST", body });
  const answer = await action({ params: {}, request, context } as unknown as ActionFunctionArgs);
  expect(answer.headers.getSetCookie()).toEqual([
    "session=; Max-Age=0",
    expect.stringContaining("joint=; Path=/; Max-Age=0"),
  ]);
});
