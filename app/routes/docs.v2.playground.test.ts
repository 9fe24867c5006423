// The playground's account after a call that returns 401, and after a renewal of the token.
import { expect, it } from "vitest";
import { action } from "./docs.v2.playground.tsx";

type Answer = { status: number; body: string };

/** Submits a call that returns `answer`, by default 401. `checked` is the status of the token check that follows. */
async function accountAfter(
  checked: number,
  op = "getFundLimit",
  answer: Answer = { status: 401, body: "" },
) {
  const [own, other] = ["1000000001", "1000000002"].map((clientId) => ({ clientId, token: clientId }));
  const bound: unknown[] = [];
  const playground = {
    account: async () => own,
    openAccount: async () => other,
    send: async (_: unknown, { path }: { path: string }) => ({
      ...(path === "/sandbox/faults" ? { status: checked, body: "" } : answer),
      ...{ tookMs: 1, headers: [] },
    }),
    saveAnswer: async () => "result",
    bindAccount: async (account: unknown) => {
      bound.push(account);
      return [];
    },
  };
  const request = new Request("http://localhost/docs/v2/playground", {
    method: "POST",
    body: new URLSearchParams({ op, fault: "token-expired" }),
  });
  await action({ request, context: { playground } as never, params: {} });
  return { own, other, bound };
}

it("uses the same account after a simulated 401", async () => {
  const { own, bound } = await accountAfter(200);
  expect(bound).toEqual([own]);
});

it("opens a new account if the token is no longer valid", async () => {
  const { other, bound } = await accountAfter(401);
  expect(bound).toEqual([other]);
});

it("uses the new token after a renewal", async () => {
  const payload = {
    ...{ dhanClientId: "1000000001", dhanClientName: "A", dhanClientUcc: "B", givenPowerOfAttorney: false },
    ...{ accessToken: "renewed", expiryTime: "2026-12-28T10:00:00" },
  };
  const { own, bound } = await accountAfter(200, "renewToken", {
    status: 200,
    body: JSON.stringify(payload),
  });
  expect(bound).toEqual([{ ...own, token: "renewed" }]);
});
