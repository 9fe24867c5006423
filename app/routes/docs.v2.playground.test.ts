// The playground's form with a call that returns 401: it changes the browser's account only if the token has ended.
import { expect, it } from "vitest";
import { action } from "./docs.v2.playground.tsx";

/** Submits a call that returns 401. `checked` is the status of a call without simulated faults. */
async function accountAfter(checked: number) {
  const [own, other] = ["1000000001", "1000000002"].map((clientId) => ({ clientId, token: clientId }));
  const bound: unknown[] = [];
  const playground = {
    account: async () => own,
    openAccount: async () => other,
    send: async (_: unknown, { path }: { path: string }) => ({
      ...{ status: path === "/sandbox/faults" ? checked : 401, tookMs: 1, headers: [], body: "" },
    }),
    saveAnswer: async () => "result",
    bindAccount: async (account: unknown) => {
      bound.push(account);
      return [];
    },
  };
  const request = new Request("http://localhost/docs/v2/playground", {
    method: "POST",
    body: new URLSearchParams({ op: "getFundLimit", fault: "token-expired" }),
  });
  await action({ request, context: { playground } as never, params: {} });
  return { own, other, bound };
}

it("keeps the account after a simulated 401", async () => {
  const { own, bound } = await accountAfter(200);
  expect(bound).toEqual([own]);
});

it("opens a new account if the token has ended", async () => {
  const { other, bound } = await accountAfter(401);
  expect(bound).toEqual([other]);
});
