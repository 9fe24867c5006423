// Events sent to a client's webhook: signed, once, retried after a failure, and without delay for others when a
// receiver is slow, redirects or sends too much.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { NotificationChoices } from "../../../../app/contract/base-api/notifications.ts";
import type { AccountEvent } from "../../../../app/contract/base-api/portfolio.ts";
import { openDatabase, type SandboxDatabase } from "../../store/database.ts";
import { computeSignature } from "../trading-api/postback-agent.ts";
import { NotificationStore } from "./notification-store.ts";
import { Notifications } from "./notifications.ts";
import { createWebhookSender } from "./webhook-sender.ts";

const ASHA = "1000000001";
const RAVI = "1000000002";
const SECOND = 1_000;
const LIMITS = { responseTimeoutMs: 400, tryTimeoutMs: 400 };

type Received = { url: string; headers: IncomingMessage["headers"]; body: string };

let folder: string;
let db: SandboxDatabase;
let notifications: Notifications;
let now = Date.parse("2026-11-20T06:30:00Z");
let answer: (response: ServerResponse, url: string) => void;
const received: Received[] = [];
const faults: unknown[] = [];
const events: { client: string; at: number; key: string; event: AccountEvent }[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { url = "", headers } = request;
    received.push({ url, headers, body: Buffer.concat(chunks).toString("utf8") });
    answer(response, url);
  });
});
let origin = "";

const choices = Object.fromEntries(
  (["order", "reject", "limit", "manager", "state"] as const).map((name) => [
    name,
    { push: false, email: false, webhook: name === "limit" },
  ]),
) as NotificationChoices;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "webhook-"));
  db = openDatabase(folder);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answer = (response) => response.writeHead(204).end();
  for (const list of [received, faults, events]) list.length = 0;
  notifications = open(true);
});
afterEach(async () => {
  await notifications.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(allowsPrivate: boolean): Notifications {
  return new Notifications({
    store: new NotificationStore(db, () => now),
    log: {
      since: (client, after, until, limit) =>
        events
          .filter((one) => one.client === client && one.at <= until)
          .filter(({ at, key }) => at > after.at || (at === after.at && key > after.key))
          .slice(0, limit),
    },
    push: null,
    mail: null,
    webhook: createWebhookSender(allowsPrivate, LIMITS),
    emailOf: () => null,
    now: () => now,
    brand: "Meridian",
    origin: null,
    onFault: (fault) => faults.push(fault),
  });
}

const subscribe = (client: string, path: string) =>
  notifications.change(client, { choices, quietHours: null, webhookUrl: `${origin}${path}` });

function addEvent(client: string, name: AccountEvent["class"] = "limit"): string {
  const key = `d${String(events.length + 1).padStart(15, "0")}`;
  const event: AccountEvent = {
    id: key,
    at: new Date(now).toISOString(),
    class: name,
    mode: "live",
    deploymentId: "0f9a1f3e-58c5-4c0e-9a39-0a4a6c1f5b77",
    strategyName: "Ridgeline Condor",
    what: "pause",
    by: "guard",
    order: null,
    reason: "Daily loss limit reached.",
  };
  events.push({ client, at: now, key, event });
  return key;
}

const idsOf = ({ body }: Received) =>
  (JSON.parse(body) as { events: { id: string }[] }).events.map(({ id }) => id);
const to = (path: string) => received.filter(({ url }) => url === path);

/** Sends new events, and waits until the receiver has `count` requests. */
async function pollUntil(count: number, afterMs = 2 * SECOND): Promise<void> {
  now += afterMs;
  await notifications.poll();
  await expect.poll(() => received.length, { timeout: 3 * SECOND }).toBe(count);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

it("sends each selected event once to the webhook, signed with the client's key", async () => {
  addEvent(ASHA);
  now += SECOND;
  const { secret } = subscribe(ASHA, "/asha").webhook ?? {};
  const id = addEvent(ASHA);
  addEvent(ASHA, "order");
  await pollUntil(1);
  await pollUntil(1);
  const [one] = received;
  if (one === undefined) throw new Error("nothing was received");
  expect(idsOf(one)).toEqual([id]);
  expect(one.body).not.toContain("Paise");
  expect(JSON.parse(one.body)).toMatchObject({
    kind: "events",
    events: [{ algo: "Ridgeline Condor", title: "Entries paused, by a risk limit", mode: "live" }],
  });
  const header = (name: string) => String(one.headers[`x-postback-${name}`]);
  expect(header("signature")).toBe(
    computeSignature(
      { id: Number(header("delivery")), timestamp: Number(header("timestamp")), body: one.body },
      secret ?? "",
    ),
  );
  expect(notifications.settings(ASHA).webhook).toMatchObject({ fault: null });
  expect(notifications.settings(ASHA).webhook?.lastSentAt).not.toBeNull();
});

it("retries a failed delivery with the same events and delivery number", async () => {
  subscribe(ASHA, "/asha");
  const first = addEvent(ASHA);
  const failures = [
    (response: ServerResponse) => void response.writeHead(500).end(),
    (response: ServerResponse) => void response.writeHead(302, { location: `${origin}/inside` }).end(),
    () => undefined,
  ];
  let count = 0;
  for (const failure of failures) {
    answer = failure;
    count += 1;
    await pollUntil(count, 10 * 60 * SECOND);
    await expect.poll(() => notifications.settings(ASHA).webhook?.fault).toEqual(expect.any(String));
    // No attempt is made during the pause.
    await pollUntil(count);
  }
  const second = addEvent(ASHA);
  answer = (response) => response.writeHead(200).end("x".repeat(1_000));
  await pollUntil(count + 1, 20 * 60 * SECOND);
  await pollUntil(count + 2);
  expect(received.map(idsOf)).toEqual([[first], [first], [first], [first], [second]]);
  const numbers = received.map(({ headers }) => headers["x-postback-delivery"]);
  expect(new Set(numbers.slice(0, 4)).size).toBe(1);
  expect(numbers[4]).not.toBe(numbers[0]);
  expect(to("/inside")).toEqual([]);
  expect(notifications.settings(ASHA).webhook?.fault).toBeNull();
});

it("a receiver that never responds or never ends its body delays no other client", async () => {
  subscribe(ASHA, "/asha");
  subscribe(RAVI, "/ravi");
  answer = (response, url) => {
    response.writeHead(200);
    if (url === "/asha") response.write("x");
    else response.end();
  };
  addEvent(ASHA);
  addEvent(RAVI);
  const startedAt = Date.now();
  now += 2 * SECOND;
  await notifications.poll();
  expect(Date.now() - startedAt).toBeLessThan(LIMITS.tryTimeoutMs);
  await expect.poll(() => to("/ravi").length).toBe(1);
  // While a request of a client is open, no second one is sent.
  await notifications.poll();
  expect(to("/asha")).toHaveLength(1);
});

it("rejects private or non-HTTPS addresses on saving and before each delivery", async () => {
  subscribe(ASHA, "/asha");
  addEvent(ASHA);
  await notifications.close();
  notifications = open(false);
  now += 2 * SECOND;
  await notifications.poll();
  await expect
    .poll(() => notifications.settings(ASHA).webhook?.fault)
    .toBe("The address must start with https://.");
  expect(received).toEqual([]);
  for (const url of [origin, "https://127.0.0.1/", "https://10.1.2.3/", "https://[::1]/", "ftp://a.example/"])
    expect(() => notifications.change(RAVI, { choices, quietHours: null, webhookUrl: url })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^Webhook: The address must /), errors: [] }),
    );
  expect(notifications.settings(RAVI).webhook?.url).toBeNull();
});

it("sends a test message without events, and no message to a removed address", async () => {
  subscribe(ASHA, "/asha");
  expect(await notifications.test(ASHA)).toEqual({ push: 0, email: 0, webhook: 1 });
  expect(await notifications.test(ASHA)).toBeNull();
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({ kind: "test", events: [] });
  notifications.change(ASHA, { choices, quietHours: null, webhookUrl: null });
  addEvent(ASHA);
  await pollUntil(1);
  now += 30 * SECOND;
  expect(await notifications.test(ASHA)).toEqual({ push: 0, email: 0, webhook: 0 });
});
