// The home page is cached for a shorter time while records are computed, so that its examples appear soon.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import type { RecordList } from "../app/contract/base-api/record.ts";
import { headers, loader } from "../app/routes/_index.tsx";

/** Returns the cache time of the home page in seconds, as a string. */
async function cacheTime(making: RecordList["making"]) {
  const context = {
    provider: {
      listStrategies: async () => ({ items: [{ id: "any" }], total: 1 }),
      cachedSince: () => null,
    },
    evidence: {
      computationProgress: async () => making,
      records: async () => ({ kind: "withheld", reason: "not_disclosed" }),
      record: async () => ({ kind: "withheld", reason: "not_disclosed" }),
    },
  };
  const answer = await loader({
    context,
    params: {},
    request: new Request("http://site/"),
  } as unknown as LoaderFunctionArgs);
  const none = new Headers();
  const found = headers({
    loaderHeaders: answer.headers,
    parentHeaders: none,
    actionHeaders: none,
    errorHeaders: undefined,
  });
  return new Headers(found).get("X-Fresh-Seconds");
}

it("the home page is cached for 1 s while records are computed, otherwise for 2 s", async () => {
  expect(await cacheTime({ done: 2, total: 278 })).toBe("1");
  expect(await cacheTime(null)).toBe("2");
});
