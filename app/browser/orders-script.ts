// Script of the pages with a client's orders: announces each change and reloads the list from the server. The page
// shows only content that the server rendered.

import { CLOSE_CODES } from "../contract/live/close-codes.ts";
import {
  ORDER_STATUS_LABELS,
  ORDERS_PATH,
  ORDERS_SUBPROTOCOL,
  type OrderChange,
  type OrdersServerMessage,
} from "../contract/live/order-updates.ts";
import { formatInstant } from "../format/dates.ts";
import { formatHundredths } from "../format/rupees.ts";
import { replaceBrandTexts } from "./brand-texts.ts";
import { readPage, sendRequest } from "./browser-client.ts";
import { replaceContent } from "./carry-over.ts";
import { enhanceChat } from "./chat-dialog.ts";
import { ReconnectingSocket } from "./reconnecting-socket.ts";
import { SCRIPT_TEXTS, ORDER_SCRIPT_TEXTS as words } from "./script-texts.ts";

replaceBrandTexts({
  orderTexts: { ORDER_STATUS_LABELS },
  scripts: { ORDER_SCRIPT_TEXTS: words, SCRIPT_TEXTS },
});

const REFRESH_AFTER_MS = 350;
/**
 * Reload interval. P&L and states also change without an order event. The interval is shorter while an action is in
 * progress.
 */
const REFRESH_EVERY_MS = 5_000;
const REFRESH_IN_PROGRESS_MS = 2_000;
const REFRESH_WITHIN_MS = 4_000;
/** Time without a response after which the page is no longer marked as live. */
const STALE_AFTER_MS = 12_000;
const TOAST_FOR_MS = 8_000;
const TOASTS_MAX = 3;
/** Order changes within this time are announced in one message. */
const ANNOUNCE_AFTER_MS = 600;

const page = document.querySelector<HTMLElement>('[data-orders="page"]');

const announcer = document.createElement("p");
announcer.className = "sr-only";
announcer.setAttribute("role", "status");
const toasts = document.createElement("div");
toasts.className = "order-toasts no-print fixed end-4 z-50 w-72 max-w-[calc(100vw-2rem)] space-y-2 md:w-80";
document.body.append(announcer);
// The toasts are part of the main content, so that users who navigate by landmarks find them.
(document.querySelector("main") ?? document.body).append(toasts);

let epoch = "";
let sequence = 0;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;
let isAway = false;
/** True if the provider's order socket is open, according to the relay. */
let isUp = false;
/** True if the last reload of the list failed. */
let hasReloadFailed = false;
/** Message that replaces the live state while the user is signed out. */
let ended: string | null = null;
let pending: string[] = [];

class OrdersSocket extends ReconnectingSocket {
  override open(): void {
    this.stopWaiting();
    if (!isAway) this.connect(ORDERS_PATH, ORDERS_SUBPROTOCOL);
  }

  protected override onOpen(): void {
    this.send(["s", epoch, sequence]);
  }

  protected override onText(text: string): void {
    const message = JSON.parse(text) as OrdersServerMessage;
    if (message[0] === "h") this.attempt = 0;
    handleMessage(message);
  }

  protected override onClose(code: number): void {
    isUp = false;
    paintStatus();
    if (code === CLOSE_CODES.badMessage) return;
    // Another tab may have renewed the session; if the reload succeeds, the socket reconnects.
    if (code === CLOSE_CODES.sessionEnded) void refresh().then((isFine) => isFine && this.again());
    else this.again();
  }
}
const socket = new OrdersSocket();

function handleMessage(message: OrdersServerMessage): void {
  switch (message[0]) {
    case "h": {
      const isNew = epoch !== message[1];
      epoch = message[1];
      if (!isNew) return;
      // Orders may have changed since the page was rendered.
      sequence = message[2];
      scheduleRefresh();
      return;
    }
    case "u":
      isUp = message[1] === 1;
      paintStatus();
      return;
    case "r":
      sequence = message[1];
      scheduleRefresh();
      return;
    case "o":
      // The complete list is reloaded, so a gap in the sequence does no harm.
      sequence = message[1];
      announceChange(message[2]);
      scheduleRefresh();
  }
}

/**
 * Shows the state and time of the figures. They are labelled live only if the socket is open and the provider has
 * responded recently, because a provider that hangs leaves its socket open.
 */
function paintStatus(): void {
  const status = page?.querySelector<HTMLElement>("[data-orders-status]");
  const label = status?.querySelector("[data-orders-state]");
  if (!page || !status || !label) return;
  const asOf = formatInstant(new Date(Number(status.dataset.asOf)), new Date());
  const age = performance.now() - freshAt;
  const trust =
    ended !== null || age > STALE_AFTER_MS ? "stale" : isUp && !hasReloadFailed ? "live" : "delayed";
  const text =
    ended ??
    (trust === "live"
      ? words.live(asOf)
      : trust === "delayed"
        ? (hasReloadFailed ? words.unanswered : words.interrupted)(asOf)
        : words.stale({ asOf, seconds: Math.round(age / 1_000) }));
  if (label.textContent !== text) label.textContent = text;
  status.dataset.state = trust;
  page.dataset.trust = trust;
}

function announceChange(change: OrderChange): void {
  const price = change.averagePaise === null ? "" : words.at(formatHundredths(change.averagePaise));
  const { quantity, symbol, status, reason } = change;
  const state = ORDER_STATUS_LABELS[status].toLowerCase();
  const order = (change.side === "BUY" ? words.buy : words.sell)({ quantity, symbol, state });
  const message = `${order}${price}${reason === null ? "" : `. ${reason}`}`;
  // Shows one toast per order: the current state replaces the previous one.
  for (const old of toasts.children)
    if (old instanceof HTMLElement && old.dataset.order === change.id) old.remove();
  const toast = document.createElement("div");
  toast.dataset.order = change.id;
  toast.className = "rounded-md border border-line-strong bg-surface-raised p-3 text-sm shadow-raised";
  toast.textContent = message;
  toasts.append(toast);
  while (toasts.childElementCount > TOASTS_MAX) toasts.firstElementChild?.remove();
  setTimeout(() => toast.remove(), TOAST_FOR_MS);
  if (pending.length === 0)
    setTimeout(() => {
      pending = pending.map((line) => line.slice(line.indexOf(" ") + 1));
      announcer.textContent =
        pending.length > TOASTS_MAX
          ? words.changes({ count: pending.length, last: pending.at(-1) ?? "" })
          : pending.join(". ");
      pending = [];
    }, ANNOUNCE_AFTER_MS);
  pending = [...pending.filter((line) => !line.startsWith(`${change.id} `)), `${change.id} ${message}`];
}

function scheduleRefresh(): void {
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(() => void refresh(), REFRESH_AFTER_MS);
}

/** Reloads this page and replaces the list. Returns false if the server no longer shows the list to this user. */
async function refresh(): Promise<boolean> {
  if (page === null) return false;
  loadedAtMs = Date.now();
  // Skips the reload while a form is being sent, which could otherwise be sent twice, or while a select is focused.
  if (page.querySelector("form[aria-busy], select:focus") !== null) return true;
  let text: string;
  try {
    const answer = await sendRequest(`${location.pathname}${location.search}`, {
      signal: AbortSignal.timeout(REFRESH_WITHIN_MS),
      // If the session has ended, the response redirects to the sign-in. Following the redirect would start a sign-in
      // with every reload.
      redirect: "manual",
      isReload: true,
    });
    if (answer.type === "opaqueredirect") return handleSignedOut();
    if (!answer.ok) return handleUnanswered();
    text = await answer.text();
  } catch {
    return handleUnanswered();
  }
  const reloaded = readPage(text).querySelector('[data-orders="page"]');
  if (reloaded === null) return handleSignedOut();
  replaceContent(page, reloaded);
  freshAt = performance.now();
  hasReloadFailed = false;
  if (ended !== null) {
    // The user has signed in again in another tab.
    ended = null;
    socket.open();
  }
  paintStatus();
  return true;
}

function handleSignedOut(): false {
  ended = words.signedOut;
  paintStatus();
  return false;
}

/** Handles a failed reload: the content stays, but the page no longer shows it as live. */
function handleUnanswered(): true {
  hasReloadFailed = true;
  paintStatus();
  return true;
}

let loadedAtMs = Date.now();
/** Arrival time of the page's figures, on this browser's monotonic clock. */
let freshAt = performance.now();
setInterval(paintStatus, 1_000);
setInterval(() => {
  if (document.hidden || isAway) return;
  const isInProgress = page?.querySelector("[data-orders-under-way]") !== null;
  if (Date.now() - loadedAtMs >= (isInProgress ? REFRESH_IN_PROGRESS_MS : REFRESH_EVERY_MS)) void refresh();
}, REFRESH_IN_PROGRESS_MS);

addEventListener("pagehide", () => {
  isAway = true;
  socket.close();
});
addEventListener("pageshow", () => {
  isAway = false;
  socket.open();
});
addEventListener("online", () => socket.open());
// The script of pages with live prices adds the chat too.
if (document.querySelector("script[data-channels]") === null) enhanceChat();
if (page !== null) socket.open();
