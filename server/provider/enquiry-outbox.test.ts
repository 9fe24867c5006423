// The day in the key of a request for API access is the day in IST. A request is stored until the service accepts it,
// refuses its content, or the storage period ends.
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createEnquiryOutbox } from "./enquiry-outbox.ts";

const ENQUIRY = {
  audience: "fintechs",
  name: "Meera Rao",
  email: "meera@example.com",
  organisation: "",
  message: "Prices for an app.",
} as const;

let folder: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "enquiries-"));
  now = Date.now();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const openOutbox = (baseUrl: string | null) =>
  createEnquiryOutbox({
    baseUrl: () => baseUrl,
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
      enquiryDays: 30,
    },
    requestLimit: { take: async () => 0 },
    now: () => now,
    onEvent: () => {},
  });

it("gives a repeated enquiry the same reference number until midnight in India", async () => {
  const outbox = openOutbox(null);
  const referenceAt = async (time: string) => {
    now = Date.parse(time);
    return await outbox.submit(ENQUIRY, "192.0.2.1");
  };
  const early = await referenceAt("2026-11-26T00:10:00+05:30");
  expect(early).toMatchObject({ kind: "kept" });
  expect(await referenceAt("2026-11-26T23:50:00+05:30")).toEqual(early);
  expect(await referenceAt("2026-11-27T00:10:00+05:30")).not.toEqual(early);
  await outbox.close();
});

it.each([
  [401, "kept"],
  [403, "kept"],
  [404, "kept"],
  [503, "kept"],
  [422, 422],
])("treats status %i of the service as %s", async (status, expected) => {
  const service = createServer((_, response) => response.writeHead(status).end("{}"));
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const outbox = openOutbox(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  const outcome = await outbox.submit(ENQUIRY, "192.0.2.1").then(
    ({ kind }) => kind,
    (fault: Response) => fault.status,
  );
  expect(outcome).toBe(expected);
  expect(outbox.waiting()).toBe(expected === "kept" ? 1 : 0);
  await outbox.close();
  service.close();
});

it("deletes stored requests after the storage period, including refused ones", async () => {
  const files = join(folder, "enquiries");
  await openOutbox(null).close();
  const write = (name: string, days: number) => {
    writeFileSync(join(files, name), "{}");
    const writtenAt = new Date(now - days * 86_400_000);
    utimesSync(join(files, name), writtenAt, writtenAt);
  };
  write("old.json", 31);
  write("old.json.refused", 31);
  write("new.json.refused", 29);
  const outbox = openOutbox(null);
  expect(readdirSync(files)).toEqual(["new.json.refused"]);
  await outbox.close();
});
