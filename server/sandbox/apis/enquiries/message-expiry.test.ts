// Personal data in messages of visitors is deleted after the storage period.
import { expect, it } from "vitest";
import { DAY_MS } from "../../../../app/domain/time.ts";
import { runAtOnce } from "../../slices.ts";
import { openMemoryDatabase } from "../../store/database.ts";
import { createEnquiries } from "./enquiries.ts";
import { removeOldMessages } from "./message-expiry.ts";

const NOW = Date.parse("2026-11-28T06:00:00Z");
const ENQUIRY = {
  audience: "fintechs",
  name: "Meera Rao",
  email: "meera@example.com",
  organisation: "",
  message: "Prices for an app.",
};

it("deletes old enquiries and conversations and never reuses a reference", async () => {
  const db = openMemoryDatabase();
  let now = NOW - 91 * DAY_MS;
  const service = createEnquiries(db, () => now, "secret");
  const send = async (key: string) => {
    const body = JSON.stringify(ENQUIRY);
    const headers = { "idempotency-key": key, "content-type": "application/json" };
    return (await service.request("/v1/enquiries", { method: "POST", headers, body })).json();
  };
  const insert = db.prepare("INSERT INTO conversations (id, created_at, is_waiting) VALUES (?, ?, 0)");
  insert.run("old", NOW - 31 * DAY_MS);
  insert.run("new", NOW - 29 * DAY_MS);
  expect(await send("first-key")).toEqual({ reference: "ENQ-000001" });
  now = NOW;
  runAtOnce(removeOldMessages(db, now, 90));
  expect(db.prepare("SELECT number FROM enquiries").all()).toEqual([]);
  expect(db.prepare("SELECT id FROM conversations").all()).toEqual([{ id: "new" }]);
  expect(await send("second-key")).toEqual({ reference: "ENQ-000002" });
  db.close();
});
