// What scripts add to the documentation: a button at each block of code that copies it, and in the playground sockets that are listened
// to without an end, one spell after another, until the reader stops.
import { fieldsOf, readPage, send } from "./browser-client.ts";

const SAID_FOR_MS = 2_000;
/** A spell of listening is a few seconds; a server that is longer silent is not waited for. */
const HEARD_WITHIN_MS = 15_000;

function addCopy(box: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet code-copy no-print";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy: ${box.getAttribute("aria-label") ?? "code"}`);
  const said = document.createElement("span");
  said.className = "sr-only";
  said.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(box.textContent ?? "");
      button.textContent = "Copied";
      said.textContent = "Copied";
    } catch {
      // Without leave to write the clipboard the text is marked, for the reader's own keys.
      getSelection()?.selectAllChildren(box);
      button.textContent = "Marked";
      said.textContent = "Marked; copy it with your keyboard";
    }
    setTimeout(() => {
      button.textContent = "Copy";
      said.textContent = "";
    }, SAID_FOR_MS);
  });
  box.after(button, said);
}

for (const box of document.querySelectorAll<HTMLElement>(".code-box")) addCopy(box);

/** Each spell is the same form sent again; what it brings takes the place of what was heard before. */
async function listenOn(form: HTMLFormElement, heard: HTMLElement, isWanted: () => boolean): Promise<void> {
  const fields = fieldsOf(form, null);
  do {
    const answer = await send(new URL(form.action).pathname, {
      method: "POST",
      body: fields,
      signal: AbortSignal.timeout(HEARD_WITHIN_MS),
    });
    const found = readPage(await answer.text()).querySelector("#heard");
    if (!answer.ok || found === null) throw new Error(`answered ${answer.status}`);
    heard.replaceChildren(...found.childNodes);
    for (const box of heard.querySelectorAll<HTMLElement>(".code-box")) addCopy(box);
  } while (isWanted());
}

const form = document.querySelector<HTMLFormElement>("form[data-listen]");
const heard = document.querySelector<HTMLElement>("#heard");
const listen = form?.querySelector<HTMLButtonElement>("button[type=submit]") ?? null;
if (form !== null && heard !== null && listen !== null) {
  const ordinary = listen.textContent ?? "";
  let isListening = false;
  const end = () => {
    isListening = false;
    listen.textContent = ordinary;
  };
  form.addEventListener("submit", (event) => {
    // Each spell of order updates places an order: once is enough.
    if (new FormData(form).get("stream") === "orders") return;
    event.preventDefault();
    if (isListening) return end();
    isListening = true;
    listen.textContent = "Stop";
    listenOn(form, heard, () => isListening && !document.hidden)
      .catch(() => {
        const fault = document.createElement("p");
        fault.setAttribute("role", "status");
        fault.textContent = "Nothing could be heard just now. Try again.";
        heard.replaceChildren(fault);
      })
      .finally(end);
  });
}
