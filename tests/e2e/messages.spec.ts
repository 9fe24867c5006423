// Registers a browser for notifications and shows a message in the site's service worker. The vendor's push service is
// not part of the test: the subscription is predefined, and the browser's developer tools deliver the message.
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { startSite } from "../support/site.ts";
import { expect } from "./fixtures.ts";
import { signIn } from "./own-client.ts";
import { test as ownSite } from "./own-site.ts";

const test = ownSite.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  site: async ({}, use) => {
    const site = await startSite({ SANDBOX_PUSH_CONTACT: "mailto:ops@example.com" });
    await use(site);
    await site.stop("SIGKILL");
  },
});

const SUBSCRIPTION = {
  endpoint: "https://fcm.googleapis.com/fcm/send/x",
  keys: { p256dh: "BKey", auth: "aa" },
};

test("a browser that is registered for notifications shows a push message", async ({
  page,
  origin,
  context,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled) {
    await context.grantPermissions(["notifications"], { origin });
    await context.addInitScript(
      `PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify(SUBSCRIPTION)}) });`,
    );
  }
  await page.goto(`${origin}/login?to=/account/notifications`);
  await signIn(page, SANDBOX_CLIENTS[0]);
  const add = page.getByRole("button", { name: "Send to this browser" });
  if (!javaScriptEnabled) {
    await expect(add).toBeHidden();
    await expect(page.getByText("Turn on JavaScript to add this browser")).toBeVisible();
    return;
  }
  await add.click();
  await expect(page.getByRole("status").filter({ hasText: "This browser is added." })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove Chrome on Linux" })).toBeVisible();

  // Notes the notifications, because not every headless browser lists them.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(`
    globalThis.shown = [];
    registration.showNotification = async (title, { body }) => void shown.push(title + ": " + body);
  `);
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await tools.send("ServiceWorker.enable");
  const message = {
    title: "Ridgeline Condor",
    body: "Entries paused, by a risk limit",
    path: "/algos",
    tag: "one",
  };
  await tools.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  await expect
    .poll(() => worker.evaluate("shown"))
    .toEqual(["Ridgeline Condor: Entries paused, by a risk limit"]);
});
