// Deliveries are counted an account: the same calls give the same ids, whatever others are sent meanwhile.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { registerFixedClients, setPostback } from "../../accounts/api-accounts.ts";
import type { Broker } from "../../broker/broker.ts";
import { openDatabase, type SandboxDatabase } from "../../store/database.ts";
import type { Journal, KeptEvent } from "./journal.ts";
import { createPostbacks, type Postbacks } from "./postbacks.ts";

const [ONE, OTHER] = ["1000000001", "1000000002"] as const;
const folder = mkdtempSync(join(tmpdir(), "postbacks-"));
let db: SandboxDatabase;
let postbacks: Postbacks;

beforeEach(() => {
  db = openDatabase(folder);
  registerFixedClients(db, 0);
  // An address that is refused when it is sent to: what is kept of it is what counts here.
  for (const client of [ONE, OTHER]) setPostback(db, client, "http://127.0.0.1:9/postback");
  postbacks = createPostbacks({
    db,
    broker: { onEvents: () => () => {} } as unknown as Broker,
    journal: {} as Journal,
    allowsPrivate: false,
    onFault: () => {},
  });
});
afterEach(() => {
  postbacks.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const event = (clientId: string, orderId: string): KeptEvent => ({
  number: 1,
  clientId,
  at: 0,
  orderId,
  orderStatus: "TRADED",
  body: `{"orderId":"${orderId}"}`,
});
const idsOf = (client: string) => postbacks.deliveries(client).map(({ id, orderId }) => [id, orderId]);

it("counts each account's deliveries from one, and sends again what that account means by an id", () => {
  postbacks.replay(ONE, [event(ONE, "a1"), event(ONE, "a2")]);
  postbacks.replay(OTHER, [event(OTHER, "b1")]);
  postbacks.replay(ONE, [event(ONE, "a3")]);
  expect(idsOf(ONE)).toEqual([
    [3, "a3"],
    [2, "a2"],
    [1, "a1"],
  ]);
  expect(idsOf(OTHER)).toEqual([[1, "b1"]]);
  expect(postbacks.resend(OTHER, 1)).toBe(true);
  expect(idsOf(OTHER)).toEqual([
    [2, "b1"],
    [1, "b1"],
  ]);
  expect(postbacks.resend(OTHER, 3)).toBe(false);
});
