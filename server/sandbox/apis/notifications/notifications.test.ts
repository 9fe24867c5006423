// Notifications to a real mail server and a real push service. Only chosen notifications are sent, once and in order.
// They are delayed in quiet hours, retried, and never sent to another client's address.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { NotificationChoices } from "../../../../app/contract/base-api/notifications.ts";
import type { AccountEvent, EventClass } from "../../../../app/contract/base-api/portfolio.ts";
import { startMailServer, startPushService } from "../../../../tests/support/receivers.ts";
import { openDatabase, type SandboxDatabase } from "../../store/database.ts";
import { composeMail, isQuiet, pushMessage } from "./messages.ts";
import { NotificationStore } from "./notification-store.ts";
import { Notifications } from "./notifications.ts";
import { createMailSender, createPushSender } from "./senders.ts";
import { createWebhookSender } from "./webhook-sender.ts";

const CLIENT = "1000000001";
/** 12:00 in India. */
const NOON = Date.parse("2026-11-20T06:30:00Z");
const SECOND = 1_000;

let folder: string;
let db: SandboxDatabase;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let pushService: Awaited<ReturnType<typeof startPushService>>;
let notifications: Notifications;
let now = NOON;
const events: { at: number; key: string; event: AccountEvent }[] = [];
const faults: unknown[] = [];

function open(): Notifications {
  const store = new NotificationStore(db, () => now);
  const onFault = (fault: unknown) => faults.push(fault);
  return new Notifications({
    store,
    log: {
      since: (_, after, until, limit) =>
        events
          .filter(({ at, key }) => (at > after.at || (at === after.at && key > after.key)) && at <= until)
          .slice(0, limit),
    },
    push: createPushSender({
      keys: store.pushKeys(),
      contact: "mailto:ops@example.com",
      services: [pushService.origin],
      onFault,
    }),
    mail: createMailSender({
      url: mailServer.url,
      from: "Meridian <notices@example.com>",
      choicesUrl: "https://algos.example/account/notifications",
      onFault,
    }),
    webhook: createWebhookSender(false),
    emailOf: (id) => (id === CLIENT ? "asha.demo@example.com" : null),
    now: () => now,
    brand: "Meridian",
    origin: "https://algos.example",
    onFault,
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "notifications-"));
  db = openDatabase(folder);
  [mailServer, pushService] = await Promise.all([startMailServer(), startPushService()]);
  now = NOON;
  events.length = 0;
  faults.length = 0;
  notifications = open();
});

afterEach(async () => {
  await notifications.close();
  await Promise.all([mailServer.stop(), pushService.stop()]);
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function addEvent(name: EventClass, what: string, more: Partial<AccountEvent> = {}): void {
  const key = `d${String(events.length + 1).padStart(15, "0")}`;
  events.push({
    at: now,
    key,
    event: {
      id: key,
      at: new Date(now).toISOString(),
      class: name,
      mode: "paper",
      deploymentId: "0f9a1f3e-58c5-4c0e-9a39-0a4a6c1f5b77",
      strategyName: "Ridgeline Condor",
      what,
      by: name === "limit" ? "guard" : null,
      order: null,
      reason: null,
      ...more,
    },
  });
}

function choices(push: EventClass[], email: EventClass[]): NotificationChoices {
  return Object.fromEntries(
    (["order", "reject", "limit", "manager", "state"] as const).map((name) => [
      name,
      { push: push.includes(name), email: email.includes(name) },
    ]),
  ) as NotificationChoices;
}

const poll = async (afterMs = 2 * SECOND) => {
  now += afterMs;
  await notifications.poll();
};

it("sends each event of a selected type once, but no event before the selection", async () => {
  addEvent("limit", "pause");
  now += 5 * SECOND;
  notifications.addDevice(CLIENT, { ...pushService.subscription("one"), name: "Chrome on Linux" });
  notifications.change(CLIENT, { choices: choices(["limit"], ["order"]), quietHours: null });
  await poll();
  expect([pushService.received, mailServer.mails]).toEqual([[], []]);

  addEvent("limit", "pause", { reason: "Daily loss limit reached." });
  addEvent("order", "TRADED", {
    order: { id: "9", side: "SELL", quantity: 65, filled: 65, symbol: "NIFTY 26600 CE", averagePaise: 4_120 },
  });
  addEvent("state", "resume");
  await poll();
  await poll();
  expect(pushService.received.map(({ message }) => message)).toEqual([
    {
      title: "Ridgeline Condor (paper)",
      body: "Entries paused, by a risk limit. Daily loss limit reached.",
      path: "/algos/my-algos/0f9a1f3e-58c5-4c0e-9a39-0a4a6c1f5b77",
      tag: "events-d000000000000002",
    },
  ]);
  const [{ headers } = { headers: {} as Record<string, unknown> }] = pushService.received;
  expect(headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high" });
  expect(headers.authorization).toMatch(/^vapid t=/);
  expect(mailServer.mails).toHaveLength(1);
  const [mail] = mailServer.mails;
  expect(mail).toMatchObject({ from: "notices@example.com", to: ["asha.demo@example.com"] });
  expect(mail?.text).toContain("Subject: Ridgeline Condor (paper): Sold 65 NIFTY 26600 CE at 41.20");
  expect(mail?.text).toContain("List-Unsubscribe: <https://algos.example/account/notifications>");
  expect(notifications.settings(CLIENT).push.devices[0]?.lastSentAt).not.toBeNull();
  expect(faults).toEqual([]);
});

it("sends a client one mail a minute, which lists all events since the last mail", async () => {
  notifications.change(CLIENT, { choices: choices([], ["state", "manager"]), quietHours: null });
  for (const what of ["pause", "resume", "pause"]) {
    addEvent("state", what);
    await poll(5 * SECOND);
  }
  expect(mailServer.mails).toHaveLength(1);
  await poll(60 * SECOND);
  expect(mailServer.mails).toHaveLength(2);
  expect(mailServer.mails[1]?.text).toContain("Subject: 2 events on your account");
});

it("delays messages during quiet hours, and sends them as one message afterwards", async () => {
  notifications.addDevice(CLIENT, { ...pushService.subscription("one"), name: "Firefox" });
  notifications.change(CLIENT, {
    choices: choices(["state"], []),
    quietHours: { from: "11:00", to: "13:00" },
  });
  for (const what of ["pause", "resume", "exit", "flat", "stop"]) {
    addEvent("state", what);
    await poll();
  }
  expect(pushService.received).toEqual([]);
  await notifications.close();
  notifications = open();
  now = Date.parse("2026-11-20T07:30:00Z");
  await poll();
  expect(pushService.received).toHaveLength(1);
  expect(pushService.received[0]?.message).toMatchObject({
    title: "5 events on your account",
    path: "/account/notifications",
  });
  expect(pushService.received[0]?.message.body).toMatch(/and 2 more$/);
});

it("reports a reached risk limit once and immediately, even in quiet hours", async () => {
  notifications.addDevice(CLIENT, { ...pushService.subscription("one"), name: "Firefox" });
  notifications.change(CLIENT, {
    choices: choices(["state", "limit"], []),
    quietHours: { from: "11:00", to: "13:00" },
  });
  addEvent("state", "resume");
  await poll();
  addEvent("limit", "pause");
  await poll();
  await poll();
  const titles = () => pushService.received.map(({ message }) => message.body);
  expect(titles()).toEqual(["Entries paused, by a risk limit"]);
  await notifications.close();
  notifications = open();
  await poll();
  expect(titles()).toHaveLength(1);
  now = Date.parse("2026-11-20T07:30:00Z");
  await poll();
  expect(titles()).toEqual(["Entries paused, by a risk limit", "Resumed"]);
});

it("retries a failed push or mail after a pause, and sends it only once", async () => {
  notifications.addDevice(CLIENT, { ...pushService.subscription("one"), name: "Firefox" });
  notifications.change(CLIENT, { choices: choices(["state"], ["state"]), quietHours: null });
  pushService.answer(503);
  mailServer.refuse(451);
  addEvent("state", "pause");
  await poll();
  const tried = faults.length;
  expect(tried).toBe(2);
  await poll();
  expect(faults).toHaveLength(tried);
  pushService.answer(201);
  mailServer.refuse(null);
  await poll(10 * SECOND);
  expect([pushService.received.length, mailServer.mails.length]).toEqual([1, 1]);
  await poll(120 * SECOND);
  expect([pushService.received.length, mailServer.mails.length]).toEqual([1, 1]);
});

it("removes a browser when its push service responds with 410", async () => {
  notifications.addDevice(CLIENT, { ...pushService.subscription("one"), name: "Firefox" });
  notifications.change(CLIENT, { choices: choices(["state"], []), quietHours: null });
  pushService.answer(410);
  addEvent("state", "pause");
  await poll();
  expect(notifications.settings(CLIENT).push.devices).toEqual([]);
});

it("accepts up to ten browsers of known push services per client", () => {
  const { keys } = pushService.subscription("x");
  for (const endpoint of [
    "https://evil.example/x",
    "http://127.0.0.1:1/x",
    `${pushService.origin}.evil.example/`,
  ])
    expect(notifications.addDevice(CLIENT, { endpoint, keys, name: "x" }), endpoint).toBeNull();
  const one = { ...pushService.subscription("one"), name: "Firefox" };
  notifications.addDevice("1000000002", one);
  notifications.addDevice(CLIENT, one);
  expect(notifications.settings("1000000002").push.devices).toEqual([]);
  for (let index = 1; index < 10; index += 1)
    notifications.addDevice(CLIENT, { ...pushService.subscription(`n${index}`), name: `Browser ${index}` });
  expect(() =>
    notifications.addDevice(CLIENT, { ...pushService.subscription("more"), name: "More" }),
  ).toThrow("maximum number of browsers");
});

it("sends a test message to all channels, but not twice in a row", async () => {
  notifications.addDevice(CLIENT, { ...pushService.subscription("one"), name: "Firefox" });
  expect(await notifications.test(CLIENT)).toEqual({ push: 1, email: 1, webhook: 0 });
  expect(await notifications.test(CLIENT)).toBeNull();
  expect(pushService.received[0]?.message.title).toBe("Meridian: test message");
  expect(await notifications.test("1000000002")).toEqual({ push: 0, email: 0, webhook: 0 });
});

it("stores push keys encrypted, and shows a masked mail address", () => {
  notifications.addDevice(CLIENT, { ...pushService.subscription("one"), name: "Firefox" });
  const { keys } = db.prepare("SELECT keys FROM push_devices").get() as { keys: string };
  const { private_key } = db.prepare("SELECT private_key FROM push_keys").get() as { private_key: string };
  expect([keys, private_key].every((text) => text.startsWith("sealed:"))).toBe(true);
  expect(notifications.settings(CLIENT).email.address).toBe("a…o@example.com");
  expect(new NotificationStore(db, () => now).pushKeys().publicKey).toBe(
    notifications.settings(CLIENT).push.publicKey,
  );
});

it("applies quiet hours across midnight, and excludes their end time", () => {
  const at = (time: string) => Date.parse(`2026-11-20T${time}:00+05:30`);
  const night = { from: "22:00", to: "08:00" };
  expect(["21:59", "22:00", "00:00", "07:59", "08:00"].map((time) => isQuiet(night, at(time)))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(isQuiet(null, at("03:00"))).toBe(false);
});

it("states no profit or loss in any message", () => {
  addEvent("order", "TRADED", {
    order: { id: "9", side: "BUY", quantity: 1, filled: 1, symbol: "INFY", averagePaise: 150_000 },
  });
  const all = events.map(({ event }) => event);
  const messageTexts = [
    pushMessage(all).body,
    composeMail(all, { brand: "Meridian", origin: null }).text,
  ].join(" ");
  expect(messageTexts).toContain("Bought 1 INFY at 1,500.00");
  expect(messageTexts).not.toMatch(/profit|loss|P&L|%/i);
});
