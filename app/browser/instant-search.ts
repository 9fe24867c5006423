// Shows search results while the user types: a form with `data-instant` replaces the section of the page that the
// attribute selects. The address changes too, so that a reload shows the same results. Without this script the form is
// submitted normally.
import { readPage, sendRequest } from "./browser-client.ts";

const WAIT_MS = 200;

export function enhanceInstantSearch(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-instant]");
  const field = form?.querySelector<HTMLInputElement>("input[type=search]");
  const selector = form?.dataset.instant ?? "";
  const resultsElement = selector === "" ? null : document.querySelector(selector);
  if (!form || !field || resultsElement === null) return;
  // Screen readers announce changes only in an element that already exists, so the result's status is copied into this
  // one.
  const announcer = document.createElement("p");
  announcer.className = "sr-only";
  announcer.setAttribute("role", "status");
  form.after(announcer);
  let timer = 0;
  let running: AbortController | null = null;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    running?.abort();
    timer = window.setTimeout(async () => {
      const own = new AbortController();
      running = own;
      const query = new URLSearchParams({ q: field.value.trim() });
      const address = `${new URL(form.action).pathname}?${query}`;
      try {
        const answer = await sendRequest(address, { signal: own.signal });
        if (!answer.ok) return;
        const page = readPage(await answer.text());
        const fresh = page.querySelector(selector);
        if (fresh === null || own.signal.aborted) return;
        const status = fresh.querySelector("[role=status]");
        status?.removeAttribute("role");
        announcer.textContent = status?.textContent ?? "";
        document.title = page.title;
        resultsElement.replaceChildren(...document.adoptNode(fresh).childNodes);
        history.replaceState(null, "", address);
      } catch {
        // Further typing aborted the request, or the server is unavailable. The user can still submit the form.
      }
    }, WAIT_MS);
  });
}
