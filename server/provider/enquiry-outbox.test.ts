// The day in the key of a request for API access is the Indian day.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createEnquiryOutbox } from "./enquiry-outbox.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "enquiries-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("gives a repeated enquiry the same reference number until midnight in India", async () => {
  let now = 0;
  const outbox = createEnquiryOutbox({
    baseUrl: () => null,
    dataDir: folder,
    limits: {
      providerConnectTimeoutMs: 1_000,
      providerTimeoutMs: 1_000,
      providerAnswerBytes: 1_000,
      providerCallsInFlight: 1,
      providerCallsWaiting: 1,
      providerBreakAfterFaults: 50,
      providerHalfOpenAfterMs: 1_000,
      enquiriesKept: 10,
      enquiryRetryMs: 60_000,
    },
    requestLimit: { take: async () => 0 },
    now: () => now,
    onEvent: () => {},
  });
  const referenceAt = async (time: string) => {
    now = Date.parse(time);
    return await outbox.submit({ name: "Meera Rao" } as never, "192.0.2.1");
  };
  const early = await referenceAt("2026-11-26T00:10:00+05:30");
  expect(early).toMatchObject({ kind: "kept" });
  expect(await referenceAt("2026-11-26T23:50:00+05:30")).toEqual(early);
  expect(await referenceAt("2026-11-27T00:10:00+05:30")).not.toEqual(early);
  await outbox.close();
});
