// Simultaneous requests for a record share one call, which does not end when a client disconnects.
import { expect, it } from "vitest";
import type { RecordCalls } from "../../app/contract/base-api/calls.ts";
import type { RecordList, StrategyRecord } from "../../app/contract/base-api/record.ts";
import { createCheckedRecords } from "./checked-records.ts";

const LIMITS = {
  cachedRecords: 1,
  cachedRecordLines: 1_000,
  answersSharedForMs: 60_000,
  answersShared: 10,
  providerTimeoutMs: 60_000,
};
const NOTHING: RecordList = { items: [], making: null };
const request = (signal = new AbortController().signal) => ({ signal, requestId: "r" });

/** Creates a provider that responds when the test releases it, and counts its calls. */
function slowProvider() {
  let requests = 0;
  let answer = () => {};
  const free = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const reader = {
    listStrategyRecords: async () => {
      requests += 1;
      await free;
      return NOTHING;
    },
    getStrategyRecord: async () => {
      requests += 1;
      return { state: "being_made", seal: null } as StrategyRecord;
    },
    listRecordTrades: async () => ({ items: [] }),
  } as Partial<RecordCalls> as RecordCalls;
  return {
    checked: createCheckedRecords({ api: { recordsFor: () => reader }, limits: LIMITS }),
    answer,
    requests: () => requests,
  };
}

it("shares one provider call among equal requests, even if one request is aborted", async () => {
  const { checked, answer, requests } = slowProvider();
  const gone = new AbortController();
  const first = checked.list(request(gone.signal), "x");
  const second = checked.list(request(), "x");
  gone.abort();
  await expect(first).rejects.toMatchObject({ status: 503 });
  answer();
  expect(await second).toBe(NOTHING);
  expect(requests()).toBe(1);
});

it("shares one provider call for a record that is still being computed", async () => {
  const { checked, requests } = slowProvider();
  const look = () => checked.read(request(), Promise.resolve(NOTHING), "x", { evidence: "backtest" });
  const [one, other] = await Promise.all([look(), look()]);
  expect(one.record.state).toBe("being_made");
  expect(other).toBe(one);
  expect(requests()).toBe(1);
});
