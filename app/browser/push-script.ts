// Registers this browser for Web Push: requests permission, subscribes at the browser's push service, and submits the
// subscription with the page's form. The page shows a message if the browser has no Web Push or the user has denied
// permission.

import { replaceBrandTexts } from "./brand-texts.ts";
import { PUSH_TEXTS } from "./script-texts.ts";

replaceBrandTexts({ scripts: { PUSH_TEXTS } });

const form = document.querySelector<HTMLFormElement>("form[data-push-key]");
const status = document.querySelector<HTMLElement>("[data-push-said]");
const WORKER = "/push-worker.js";

function showStatus(text: string): void {
  if (status !== null) status.textContent = text;
}

/** Returns a label such as "Chrome on Android", so that the user recognises the browser. */
function browserName(agent: string): string {
  const browser = /Firefox/.test(agent)
    ? "Firefox"
    : /Edg\//.test(agent)
      ? "Edge"
      : /Chrome/.test(agent)
        ? "Chrome"
        : /Safari/.test(agent)
          ? "Safari"
          : "Browser";
  const system = /Android/.test(agent)
    ? "Android"
    : /iPhone|iPad/.test(agent)
      ? "iOS"
      : /Windows/.test(agent)
        ? "Windows"
        : /Mac OS/.test(agent)
          ? "macOS"
          : /Linux/.test(agent)
            ? "Linux"
            : "another system";
  return `${browser} on ${system}`;
}

async function subscribe(at: HTMLFormElement): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") {
    showStatus(PUSH_TEXTS.denied);
    return;
  }
  const worker = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: at.dataset.pushKey ?? "" };
  // An existing subscription with another server key makes `subscribe` fail: remove it and subscribe again.
  const subscription = await worker.pushManager.subscribe(options).catch(async () => {
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return worker.pushManager.subscribe(options);
  });
  const field = (name: string) => at.elements.namedItem(name) as HTMLInputElement;
  field("subscription").value = JSON.stringify(subscription);
  field("name").value = browserName(navigator.userAgent);
  at.submit();
}

if (form !== null)
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
    form.hidden = false;
    showStatus("");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      subscribe(form).catch(() => showStatus(PUSH_TEXTS.noAnswer));
    });
  } else showStatus(PUSH_TEXTS.unsupported);
