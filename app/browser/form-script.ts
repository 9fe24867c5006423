// Shows that a submitted form is in progress. The button is disabled with an unchanged label, and a message appears
// under the form after a second. Forms also work without this script, because the server executes a repeated request
// only once. The script also adds the keys of menus and search, which pages without live prices need too.

import { replaceBrandTexts } from "./brand-texts.ts";
import { enhanceMenus } from "./menus.ts";
import { FORM_TEXTS } from "./script-texts.ts";
import { enhanceShortcut } from "./search-shortcut.ts";

const NOTICE_AFTER_MS = 1_000;
const LATE_MESSAGE_AFTER_MS = 10_000;
/** Time without a response after which the form can be submitted again. */
const RELEASE_AFTER_MS = 30_000;

replaceBrandTexts({ scripts: { FORM_TEXTS } });

type Sent = { button: HTMLElement | null; note: HTMLElement | null; timers: ReturnType<typeof setTimeout>[] };
const sent = new Map<HTMLFormElement, Sent>();

document.addEventListener("submit", (event) => {
  const form = event.target;
  // Forms that replace one section of the page show their own result (quick-forms.ts).
  if (!(form instanceof HTMLFormElement) || form.dataset.quick !== undefined || event.defaultPrevented)
    return;
  if (sent.has(form)) {
    event.preventDefault();
    return;
  }
  const button = event.submitter;
  const own: Sent = { button, note: null, timers: [] };
  sent.set(form, own);
  form.setAttribute("aria-busy", "true");
  button?.setAttribute("aria-disabled", "true");
  const isQuery = form.method === "get";
  const showMessage = (text: string) => {
    // The header has no space for a message, so only the button shows the state.
    if (form.closest("header") !== null) return;
    own.note ??= form.appendChild(
      Object.assign(document.createElement("p"), { className: "form-note", role: "status" }),
    );
    own.note.textContent = text;
  };
  own.timers = [
    setTimeout(() => showMessage(isQuery ? FORM_TEXTS.loading : FORM_TEXTS.waiting), NOTICE_AFTER_MS),
    setTimeout(() => showMessage(isQuery ? FORM_TEXTS.loading : FORM_TEXTS.late), LATE_MESSAGE_AFTER_MS),
    setTimeout(() => release(form), RELEASE_AFTER_MS),
  ];
});

function release(form: HTMLFormElement): void {
  const own = sent.get(form);
  if (own === undefined) return;
  for (const timer of own.timers) clearTimeout(timer);
  own.note?.remove();
  own.button?.removeAttribute("aria-disabled");
  form.removeAttribute("aria-busy");
  sent.delete(form);
}

// The back button restores the page with its submitted forms, so they are enabled again.
addEventListener("pageshow", () => {
  for (const form of [...sent.keys()]) release(form);
});

enhanceMenus();
enhanceShortcut();
