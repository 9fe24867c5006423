import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSharedAnswers } from "./shared-answers.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "Date"] });
  vi.advanceTimersByTime(1);
});
afterEach(() => {
  vi.useRealTimers();
});

test("readers who ask at the same time or shortly after get one answer", async () => {
  const share = createSharedAnswers({ freshMs: 1_000, most: 10 });
  let asked = 0;
  const ask = async () => ({ count: ++asked });
  expect(await Promise.all([share("list", ask), share("list", ask)])).toEqual([{ count: 1 }, { count: 1 }]);
  vi.advanceTimersByTime(999);
  expect(await share("list", ask)).toEqual({ count: 1 });
  expect(await share("another", ask)).toEqual({ count: 2 });
  vi.advanceTimersByTime(2);
  expect(await share("list", ask)).toEqual({ count: 3 });
});

test("a fault reaches everybody who waits, readable by each, and the next reader asks again", async () => {
  const share = createSharedAnswers({ freshMs: 1_000, most: 10 });
  let asked = 0;
  const ask = async (): Promise<{ count: number }> => {
    asked += 1;
    if (asked === 1) throw new Response("away", { status: 503 });
    return { count: asked };
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

test("makes a call for each reader when there is no time to share in", async () => {
  const share = createSharedAnswers({ freshMs: 0, most: 10 });
  let asked = 0;
  const ask = async () => ({ count: ++asked });
  await share("list", ask);
  expect(await share("list", ask)).toEqual({ count: 2 });
});
