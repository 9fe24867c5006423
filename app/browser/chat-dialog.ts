// Shows the chat as a dialog on pages that load scripts: loads the support page's chat and sends its form without a
// page load. If anything fails, the link opens the support page, as it does without scripts.

import { readFormFields, readPage, sendRequest } from "./browser-client.ts";
import { SCRIPT_TEXTS } from "./script-texts.ts";

const SECTION = 'section[aria-labelledby="chat"]';

export function enhanceChat(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-chat]");
  if (link === null) return;
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void open(link);
  });
}

async function readSection(answer: Promise<Response>): Promise<Element | null> {
  try {
    return readPage(await (await answer).text()).querySelector(SECTION);
  } catch {
    return null;
  }
}

/** Shows under the text field that the message was not sent. The text stays, so that the user can send it again. */
function showFault(form: HTMLFormElement): void {
  const field = form.querySelector("textarea");
  const line = form.querySelector("#chat-fault") ?? document.createElement("p");
  line.id = "chat-fault";
  line.className = "mt-1 text-sm font-semibold text-loss";
  line.role = "alert";
  line.textContent = SCRIPT_TEXTS.notSent;
  field?.after(line);
  field?.setAttribute("aria-invalid", "true");
  field?.setAttribute("aria-describedby", line.id);
  field?.focus();
}

async function open(link: HTMLAnchorElement): Promise<void> {
  const address = link.getAttribute("href") ?? "/support";
  const section = await readSection(sendRequest(address));
  if (section === null) {
    location.href = address;
    return;
  }
  const dialog = document.createElement("dialog");
  dialog.className =
    "chat-dialog m-0 ms-auto mt-auto max-h-[80dvh] w-full max-w-md overflow-y-auto rounded-t-md border border-line-strong bg-surface-raised p-5 text-ink shadow-raised sm:me-4 sm:mb-4 sm:rounded-md";
  dialog.setAttribute("aria-labelledby", "chat");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button button-quiet button-small float-end";
  close.textContent = SCRIPT_TEXTS.close;
  close.addEventListener("click", () => dialog.close());
  const content = document.createElement("div");
  dialog.append(close, content);
  const show = (fresh: Element) => {
    // The dialog draws a frame, so the chat panel's own frame is removed.
    fresh.removeAttribute("class");
    content.replaceChildren(document.adoptNode(fresh));
    content.querySelector("#last")?.scrollIntoView({ block: "nearest" });
    content.querySelector<HTMLElement>("textarea")?.focus();
  };
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus();
  });
  dialog.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    const path = (form.getAttribute("action") ?? address).replace(/#.*$/, "");
    void readSection(sendRequest(path, { method: "POST", body: readFormFields(form, event.submitter) })).then(
      (fresh) => {
        if (fresh !== null) show(fresh);
        else showFault(form);
      },
    );
  });
  document.body.append(dialog);
  dialog.showModal();
  show(section);
}
