// Notifications as the client sees them: selected on the page, stored, and sent to a real mail server and a real push
// service. Without these settings the page states that nothing is sent.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { deploy } from "../support/deploy.ts";
import { startMailServer, startPushService } from "../support/receivers.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";

const PAGE = "/account/notifications";
let site: Site | null = null;
let folder: string | null = null;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let pushService: Awaited<ReturnType<typeof startPushService>>;

beforeEach(async () => {
  [mailServer, pushService] = await Promise.all([startMailServer(), startPushService()]);
});
afterEach(async () => {
  await site?.stop("SIGKILL");
  await Promise.all([mailServer.stop(), pushService.stop()]);
  if (folder !== null) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  folder = null;
});

const xsrfOf = (html: string): string => /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? "";

it("events are sent by e-mail and push as selected, even after a restart", {
  timeout: 120_000,
}, async () => {
  folder = mkdtempSync(join(tmpdir(), "notifications-"));
  const settings = {
    DATA_DIR: folder,
    SANDBOX_MAIL_URL: mailServer.url,
    SANDBOX_MAIL_FROM: "Meridian <notices@example.com>",
    SANDBOX_PUSH_CONTACT: "mailto:ops@example.com",
    SANDBOX_PUSH_SERVICES: pushService.origin,
  };
  site = await startSite(settings);
  const reader = new TestUser(site);
  await reader.signIn();
  const first = await reader.get(PAGE);
  expect(first.text).toContain("a…o@example.com");
  expect(first.text).toMatch(/data-push-key="[\w-]{80,}"/);
  const xsrf = xsrfOf(first.text);

  const added = await reader.submit(PAGE, {
    xsrf,
    intent: "add",
    name: "Firefox on Linux",
    subscription: JSON.stringify({ ...pushService.subscription("one"), expirationTime: null }),
  });
  expect([added.status, added.text.includes("Firefox on Linux")]).toEqual([200, true]);
  for (const subscription of [
    "",
    JSON.stringify({ ...pushService.subscription("x"), endpoint: "https://evil.example/" }),
  ]) {
    const refused = await reader.post(PAGE, { xsrf, intent: "add", name: "x", subscription });
    expect(refused.status).toBe(422);
  }

  const typed = await reader.post(PAGE, {
    xsrf,
    intent: "choose",
    on: "state.email",
    quiet: "yes",
    from: "25:00",
    to: "08:00",
  });
  expect(typed.status).toBe(422);
  expect(typed.text).toContain("From: a time of day, such as 22:00.");
  expect(typed.text).toMatch(/value="state\.email"[^>]*checked|checked[^>]*value="state\.email"/);

  const saved = await reader.submit(PAGE, { xsrf, intent: "choose", on: "state.email" });
  expect(saved.text).toContain("Saved.");
  expect(saved.text).toMatch(/value="state\.email"[^>]*checked|checked[^>]*value="state\.email"/);

  const tested = await reader.submit(PAGE, { xsrf, intent: "test" });
  expect(tested.text).toContain("A test message has been sent.");
  expect(pushService.received[0]?.message.title).toBe("Meridian: test message");
  expect(mailServer.mails[0]?.to).toEqual(["asha.demo@example.com"]);
  const again = await reader.post(PAGE, { xsrf, intent: "test" });
  expect([again.status, again.text.includes("a short time ago")]).toEqual([409, true]);

  const path = await deploy(site, reader, "/algos/managers/banyan-systematic/monthly-seedling");
  const mails = await until(
    async () => mailServer.mails,
    (all) => all.length >= 2,
    60_000,
  );
  expect(mails[1]?.text).toMatch(/Subject: .*(?:events on your account|\(paper\))/);
  expect(pushService.received).toHaveLength(1);

  const both = new URLSearchParams({ xsrf, intent: "choose", on: "state.email" });
  both.append("on", "state.push");
  expect((await site.post(PAGE, both.toString(), { cookie: reader.cookie })).status).toBe(303);
  const mailed = mailServer.mails.length;
  await site.stop();
  site = await startSite(settings);
  const later = new TestUser(site);
  await later.signIn();
  const page = await later.get(PAGE);
  const keyOf = (html: string) => /data-push-key="([^"]+)"/.exec(html)?.[1];
  expect([keyOf(page.text), page.text.includes("Firefox on Linux")]).toEqual([keyOf(first.text), true]);
  const fields = { xsrf: await later.xsrf(), key: "pause-after-restart", note: "" };
  expect((await later.post(`${path}/pause`, fields)).headers.location).toBe(`${path}?did=pause`);
  await until(
    async () => pushService.received.slice(1).map(({ message }) => `${message.title} ${message.body}`),
    (all) => all.some((words) => words.includes("Entries paused, by you")),
    15_000,
  );
  await until(
    async () => mailServer.mails.length,
    (count) => count > mailed,
    15_000,
  );

  const removed = await later.submit(PAGE, {
    xsrf: fields.xsrf,
    intent: "remove",
    device: /name="device" value="([^"]+)"/.exec(tested.text)?.[1] ?? "",
  });
  expect([removed.status, removed.text.includes("Firefox on Linux")]).toEqual([200, false]);
});

it("a site without channels offers only a webhook, and rejects URLs that are not public", async () => {
  site = await startSite();
  const reader = new TestUser(site);
  await reader.signIn();
  const { text } = await reader.get(PAGE);
  expect(text).not.toContain("data-push-key");
  expect(text).not.toContain("state.email");
  expect((await reader.post(PAGE, { xsrf: xsrfOf(text), intent: "test" })).status).toBe(303);
  const worker = await site.get("/push-worker.js");
  expect([worker.status, worker.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);

  // A URL that is not public https gets 422, and the form shows it again.
  const xsrf = xsrfOf(text);
  const choose = (webhookUrl: string) =>
    reader.post(PAGE, { xsrf, intent: "choose", on: "limit.webhook", webhookUrl });
  const key = async (who: TestUser) => /<code>([0-9a-f]{64})<\/code>/.exec((await who.get(PAGE)).text)?.[1];
  for (const address of [
    "http://hooks.example/in",
    "https://127.0.0.1/in",
    "https://[::ffff:10.0.0.1]/in",
    "https://2130706433/in",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost:8080/",
    "https://name:word@hooks.example/",
    "file:///etc/passwd",
    "rubbish",
    `https://hooks.example/${"x".repeat(600)}`,
  ]) {
    const refused = await choose(address);
    expect([
      address,
      refused.status,
      /Expected an address|The address must|Webhook: at most/i.test(refused.text),
    ]).toEqual([address, 422, true]);
    expect(refused.text).toContain(address.slice(0, 40));
  }
  expect(await key(reader)).toBeUndefined();
  expect((await choose("https://hooks.example/in")).status).toBe(303);
  const first = await key(reader);
  expect(first).toBeDefined();
  expect((await choose("https://hooks.example/in")).status).toBe(303);
  expect(await key(reader)).toBe(first);
  expect((await choose("https://hooks.example/other")).status).toBe(303);
  expect(await key(reader)).not.toBe(first);
  const other = new TestUser(site);
  await other.signIn("/login", SANDBOX_CLIENTS[1]);
  expect((await other.get(PAGE)).text).not.toContain("hooks.example");
  expect((await reader.post(PAGE, { intent: "choose", webhookUrl: "https://x.example/" })).status).toBe(403);
  expect((await choose("")).status).toBe(303);
  expect(await key(reader)).toBeUndefined();
});
