// Script of the documentation. It adds a copy button to each code block, and fills the user's account into copied
// samples. It also focuses the playground's response and lists messages of the playground's sockets as they arrive.

import { PLAYGROUND_STREAM_PATH, type PlaygroundEvent } from "../contract/site/playground-event.ts";
import { fillSample, type SampleLanguage, type SampleValues } from "../format/fill-sample.ts";
import { replaceBrandTexts } from "./brand-texts.ts";
import { readFormFields, sendRequest } from "./browser-client.ts";
import { enhanceInstantSearch } from "./instant-search.ts";
import { COPY_TEXTS } from "./script-texts.ts";
import { enhanceShortcut } from "./search-shortcut.ts";

replaceBrandTexts({ scripts: { COPY_TEXTS } });

const COPIED_MESSAGE_MS = 2_000;
const VALUES_WITHIN_MS = 4_000;
const VALUES_PATH = "/docs/v2/playground/values";
const MESSAGES_SHOWN_MAX = 20;

/** Loads the account values that samples are filled with. Null if there is no account or no response. */
async function readSampleValues(): Promise<SampleValues | null> {
  try {
    const answer = await sendRequest(VALUES_PATH, {
      method: "POST",
      body: new URLSearchParams(),
      accept: "application/json",
      signal: AbortSignal.timeout(VALUES_WITHIN_MS),
    });
    return answer.ok ? ((await answer.json()) as SampleValues | null) : null;
  } catch {
    return null;
  }
}

async function filledSampleText(box: HTMLElement): Promise<string> {
  const sample = box.textContent ?? "";
  const language = box.dataset.fill as SampleLanguage | undefined;
  const values = language === undefined ? null : await readSampleValues();
  return language === undefined || values === null ? sample : fillSample(language, sample, values);
}

/**
 * Some browsers allow writing to the clipboard only within the click handler, so `write` receives a promise of the
 * text.
 */
async function copy(box: HTMLElement): Promise<void> {
  if (box.dataset.fill === undefined || typeof ClipboardItem === "undefined")
    return navigator.clipboard.writeText(await filledSampleText(box));
  const blob = filledSampleText(box).then((sample) => new Blob([sample], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

function addCopy(box: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet code-copy no-print";
  button.textContent = COPY_TEXTS.copy;
  button.setAttribute("aria-label", COPY_TEXTS.copyOf(box.getAttribute("aria-label") ?? ""));
  const status = document.createElement("span");
  status.className = "sr-only";
  status.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    try {
      await copy(box);
      button.textContent = COPY_TEXTS.copied;
      status.textContent = COPY_TEXTS.copied;
    } catch {
      // The clipboard is not accessible: select the text, so that the user can copy it manually.
      getSelection()?.selectAllChildren(box);
      button.textContent = COPY_TEXTS.marked;
      status.textContent = COPY_TEXTS.copyByKeyboard;
    }
    setTimeout(() => {
      button.textContent = COPY_TEXTS.copy;
      status.textContent = "";
    }, COPIED_MESSAGE_MS);
  });
  box.after(button, status);
}

for (const box of document.querySelectorAll<HTMLElement>(".code-box")) addCopy(box);
// Focuses the response, because the user reads it next after sending a request.
if (location.hash === "#answer") document.querySelector<HTMLElement>("#answer")?.focus();

enhanceInstantSearch();

/** Redirects links to operations and sections that have moved to other pages, and expands a collapsed section. */
function followAnchor(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
  if (target instanceof HTMLAnchorElement && target.dataset.moved !== undefined)
    location.replace(target.href);
}
addEventListener("hashchange", followAnchor);
followAnchor();

enhanceShortcut();

/** Ctrl+Enter or Command+Enter in any field submits the playground's form. */
document.querySelector<HTMLFormElement>("form[data-send]")?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  (event.currentTarget as HTMLFormElement).requestSubmit();
});

/** Filters the list of methods by the typed text. */
const methodField = document.querySelector<HTMLInputElement>(".play-find");
methodField?.addEventListener("input", () => {
  const requested = methodField.value.trim().toLowerCase();
  for (const group of document.querySelectorAll<HTMLElement>(".play-group")) {
    const rows = [...group.querySelectorAll("li")];
    for (const row of rows) row.hidden = !(row.textContent ?? "").toLowerCase().includes(requested);
    group.hidden = rows.every((row) => row.hidden);
  }
});

/** Yields the server-sent events of a response body. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<PlaygroundEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts)
      if (part.startsWith("data: ")) yield JSON.parse(part.slice(6)) as PlaygroundEvent;
  }
}

function messageBox(number: number, text: string): HTMLElement {
  const frame = document.createElement("div");
  frame.className = "relative";
  const box = document.createElement("section");
  box.className = "code-box";
  box.tabIndex = 0;
  box.setAttribute("aria-label", `Message ${number}`);
  const content = document.createElement("pre");
  content.textContent = text;
  box.append(content);
  frame.append(box);
  addCopy(box);
  return frame;
}

/** Shows the stream's messages, newest first, until the stream ends or `signal` aborts. */
async function showStream(form: HTMLFormElement, received: HTMLElement, signal: AbortSignal): Promise<void> {
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "mt-4";
  status.textContent = "Listening…";
  const list = document.createElement("div");
  received.replaceChildren(status, list);
  let count = 0;
  try {
    const answer = await sendRequest(PLAYGROUND_STREAM_PATH, {
      method: "POST",
      body: readFormFields(form, null),
      accept: "text/event-stream",
      signal,
    });
    if (!answer.ok || answer.body === null) {
      status.textContent = (await answer.text()).slice(0, 200) || "No messages could be received. Try again.";
      return;
    }
    for await (const event of eventsIn(answer.body)) {
      if (event.kind === "note") {
        status.textContent = `${count} messages. ${event.text}`;
        continue;
      }
      count += 1;
      list.prepend(messageBox(count, event.text));
      while (list.childElementCount > MESSAGES_SHOWN_MAX) list.lastElementChild?.remove();
      if (count === 1) status.textContent = "Listening. Newest message first.";
    }
  } catch {
    status.textContent = signal.aborted
      ? `Stopped after ${count} messages.`
      : "No messages could be received. Try again.";
  }
}

const form = document.querySelector<HTMLFormElement>("form[data-listen]");
const received = document.querySelector<HTMLElement>("#heard");
const listen = form?.querySelector<HTMLButtonElement>("button[type=submit]") ?? null;
if (form !== null && received !== null && listen !== null && form.dataset.listen === "stream") {
  const ordinary = listen.textContent ?? "";
  let running: AbortController | null = null;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (running !== null) return running.abort();
    running = new AbortController();
    listen.textContent = "Stop";
    await showStream(form, received, running.signal);
    running = null;
    listen.textContent = ordinary;
  });
}
