// Script of pages with live prices: opens the connection, shows incoming values, and adds the pause button and the
// announcements for screen readers. It removes the elements for users without scripts.

import type { PriceState } from "../contract/live/live.ts";
import { formatHundredths } from "../format/rupees.ts";
import { stateSentence } from "../live/price-format.ts";
import { MONTH_LABELS, PRICE_STATE_LABELS, PRICE_TEXTS, REASON_TEXTS } from "../live/price-texts.ts";
import { replaceBrandTexts } from "./brand-texts.ts";
import { enhanceChat } from "./chat-dialog.ts";
import { Connection, type LineMessage } from "./connection.ts";
import { enhanceMenus } from "./menus.ts";
import { Painter } from "./painter.ts";
import { enhanceQuickForms } from "./quick-forms.ts";
import { SCRIPT_TEXTS } from "./script-texts.ts";
import { enhanceSearch } from "./search-box.ts";
import { enhanceShortcut } from "./search-shortcut.ts";
import type { TabMessage } from "./shared-worker.ts";

replaceBrandTexts({
  livePrices: { PRICE_STATE_LABELS, PRICE_TEXTS, MONTH_LABELS, REASON_TEXTS },
  scripts: { SCRIPT_TEXTS },
});

const CHECK_EVERY_MS = 1_000;
const ANNOUNCE_EVERY_MS = 60_000;
const REPORT_TO_WORKER_EVERY_MS = 20_000;

const own = document.querySelector<HTMLScriptElement>("script[data-channels]");
const channels = (own?.dataset.channels ?? "").split(" ").filter((name) => name !== "");
const painter = new Painter(document);

type Line = { setVisible(isActive: boolean): void; hurry(): void };

function overWorker(url: string): Line | null {
  try {
    const worker = new SharedWorker(url, { name: "live", type: "module" });
    const { port } = worker;
    const post = (message: TabMessage) => port.postMessage(message);
    // If the worker cannot be loaded, the page opens its own connection.
    worker.onerror = () => {
      line = direct();
      line.setVisible(true);
    };
    port.onmessage = ({ data }: MessageEvent<LineMessage>) => painter.take(data);
    port.start();
    return {
      setVisible: (isActive) => post(isActive ? { channels, isVisible: !document.hidden } : "bye"),
      hurry: () => post("hurry"),
    };
  } catch {
    return null;
  }
}

function direct(): Line {
  const connection = new Connection((message) => painter.take(message));
  return {
    setVisible(isActive) {
      connection.watch(isActive ? channels : []);
      connection.show(!document.hidden);
    },
    hurry: () => connection.reconnectNow(),
  };
}

const workerUrl = own?.dataset.worker;
let line: Line =
  (workerUrl !== undefined && "SharedWorker" in globalThis ? overWorker(workerUrl) : null) ?? direct();

let isActive = true;
const notifyConnection = () => line.setVisible(isActive);
document.addEventListener("visibilitychange", () => {
  notifyConnection();
  if (!document.hidden) line.hurry();
});
addEventListener("online", () => line.hurry());
// A page in the back/forward cache releases its connection, and connects again when it is shown.
addEventListener("pagehide", () => {
  isActive = false;
  notifyConnection();
});
addEventListener("pageshow", () => {
  isActive = true;
  notifyConnection();
});
notifyConnection();
setInterval(notifyConnection, REPORT_TO_WORKER_EVERY_MS);
setInterval(() => painter.check(), CHECK_EVERY_MS);

for (const plain of document.querySelectorAll("[data-live-plain]")) plain.setAttribute("hidden", "");

const bar = document.querySelector("[data-live-bar]");
const announcer = document.createElement("p");
announcer.className = "sr-only";
announcer.setAttribute("role", "status");
(bar ?? document.querySelector("main") ?? document.body).append(announcer);

if (bar !== null) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link inline-flex min-h-6 items-center";
  button.textContent = SCRIPT_TEXTS.pause;
  button.addEventListener("click", () => {
    painter.isPaused = !painter.isPaused;
    button.textContent = painter.isPaused ? SCRIPT_TEXTS.resume : SCRIPT_TEXTS.pause;
    document.documentElement.toggleAttribute("data-paused", painter.isPaused);
    announce(painter.isPaused ? SCRIPT_TEXTS.paused : SCRIPT_TEXTS.resumed);
    if (!painter.isPaused) painter.check();
  });
  bar.append(button);
}

function announce(text: string): void {
  announcer.textContent = text;
}
enhanceQuickForms(announce);
enhanceChat();
enhanceSearch();
enhanceShortcut();
enhanceMenus();

// Announces state changes immediately. Prices are announced once a minute, and only those of the page's main
// instrument.
let announcedState: PriceState | null = null;
const main = document.querySelector<HTMLElement>("[data-live-main]");
const mainKey = main?.dataset.liveMain;
const [firstKey] = painter.quotes.marks.keys();
painter.onStates = () => {
  const key = mainKey ?? firstKey;
  if (key === undefined) return;
  const { state, reason } = painter.trust(key);
  if (announcedState !== null && state !== announcedState && reason !== "connecting")
    announce(`${stateSentence(state, reason)}.`);
  if (reason !== "connecting") announcedState = state;
  const until = document.querySelector("[data-live-until]");
  if (until !== null) until.toggleAttribute("hidden", state === "closed");
};
if (mainKey !== undefined)
  setInterval(() => {
    const row = painter.quotes.rows.get(mainKey);
    if (painter.isPaused || document.hidden || row === undefined) return;
    announce(
      `${main?.dataset.liveName ?? mainKey}: ${formatHundredths(row[1])}. ${stateSentence(painter.trust(mainKey).state, "")}.`,
    );
  }, ANNOUNCE_EVERY_MS);
