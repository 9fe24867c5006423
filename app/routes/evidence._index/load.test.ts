import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import { checkPostedFile } from "./load.ts";

const away = async () => {
  throw new Response(null, { status: 503 });
};

function posted(evidence: Record<string, unknown>) {
  const form = new FormData();
  form.set("file", new File(['{"to":"2026-11-19"}'], "record.json", { type: "application/json" }));
  return checkPostedFile({
    request: new Request("https://example.test/evidence", { method: "POST", body: form }),
    context: { evidence },
    params: {},
  } as unknown as ActionFunctionArgs);
}

it("returns keys_away for a file while the keys are unavailable", async () => {
  const page = await posted({ keys: away, headsIndex: async () => ({ items: [] }) });
  expect(page.checked).toEqual({ fault: "keys_away" });
});

it("returns keys_away but lists keys and days while published heads are unavailable", async () => {
  const key = {
    id: "a",
    publicKey: "",
    algorithm: "Ed25519",
    since: "2026-01-01T00:00:00.000Z",
    until: null,
  };
  const page = await posted({
    keys: async () => ({ keys: [key] }),
    headsIndex: async () => ({ items: [{ day: "2026-11-19" }] }),
    heads: away,
  });
  expect(page.checked).toEqual({ fault: "keys_away" });
  expect([page.keys.length, page.days]).toEqual([1, ["2026-11-19"]]);
});
