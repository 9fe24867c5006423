import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSharedResponses } from "./shared-responses.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "Date"] });
  vi.advanceTimersByTime(1);
});
afterEach(() => {
  vi.useRealTimers();
});

test("shares one provider response among equal calls until it expires", async () => {
  const share = createSharedResponses({ freshMs: 1_000, most: 10 });
  let requests = 0;
  const ask = async () => ({ count: ++requests });
  expect(await Promise.all([share("list", ask), share("list", ask)])).toEqual([{ count: 1 }, { count: 1 }]);
  vi.advanceTimersByTime(999);
  expect(await share("list", ask)).toEqual({ count: 1 });
  expect(await share("another", ask)).toEqual({ count: 2 });
  vi.advanceTimersByTime(2);
  expect(await share("list", ask)).toEqual({ count: 3 });
});

test("rejects all pending requests with the provider's fault; the next request retries", async () => {
  const share = createSharedResponses({ freshMs: 1_000, most: 10 });
  let requests = 0;
  const ask = async (): Promise<{ count: number }> => {
    requests += 1;
    if (requests === 1) throw new Response("away", { status: 503 });
    return { count: requests };
  };
  const faults = await Promise.all(
    [share("list", ask), share("list", ask)].map((answer) =>
      answer.then(
        () => "no fault",
        (fault: Response) => fault.text(),
      ),
    ),
  );
  expect(faults).toEqual(["away", "away"]);
  expect(await share("list", ask)).toEqual({ count: 2 });
});

test("makes a provider call for each request if the sharing time is zero", async () => {
  const share = createSharedResponses({ freshMs: 0, most: 10 });
  let requests = 0;
  const ask = async () => ({ count: ++requests });
  await share("list", ask);
  expect(await share("list", ask)).toEqual({ count: 2 });
});
