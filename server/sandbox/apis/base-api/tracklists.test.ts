import { expect, it } from "vitest";
import { DAY_MS } from "../../../../app/domain/time.ts";
import { openMemoryDatabase } from "../../store/database.ts";
import { Tracklists } from "./tracklists.ts";

it("removes deleted lists that can no longer be restored", () => {
  const db = openMemoryDatabase();
  let now = 1_000_000;
  const tracklists = new Tracklists(db, () => now);
  const createAndDelete = (name: string) => {
    const { id } = tracklists.create("client", name, null);
    tracklists.delete("client", id);
    return id;
  };
  const old = createAndDelete("old");
  now += DAY_MS - 1;
  const recent = createAndDelete("recent");
  expect(tracklists.restore("client", old)).toMatchObject({ name: "old" });
  tracklists.delete("client", old);
  now += DAY_MS;
  const last = createAndDelete("last");
  expect(db.prepare("SELECT id FROM tracklists").all()).toEqual([{ id: last }]);
  expect(tracklists.restore("client", recent)).toBeNull();
});
