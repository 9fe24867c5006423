// Submits forms that change one section of the page without a page load, and replaces only that section. If the
// response is unexpected, the form is submitted normally.
import { readFormFields, readPage, sendRequest } from "./browser-client.ts";

export function enhanceQuickForms(showMessage: (text: string) => void): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.quick === undefined) return;
    event.preventDefault();
    void submit(form, event.submitter, showMessage);
  });
}

async function submit(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  showMessage: (text: string) => void,
): Promise<void> {
  const name = form.dataset.quick ?? "";
  const page = await sendRequest(form.getAttribute("action") ?? "", {
    method: "POST",
    body: readFormFields(form, submitter),
  })
    .then(async (answer) => (answer.ok ? readPage(await answer.text()) : null))
    .catch(() => null);
  const next = page?.querySelector<HTMLFormElement>(`form[data-quick="${CSS.escape(name)}"]`) ?? null;
  if (next === null) {
    // Submits the form normally, with the value of the pressed button.
    delete form.dataset.quick;
    form.requestSubmit(submitter instanceof HTMLButtonElement ? submitter : undefined);
    return;
  }
  const done = submitter?.dataset.done ?? "";
  form.replaceWith(document.adoptNode(next));
  next.querySelector("button")?.focus({ preventScroll: true });
  if (done !== "") showMessage(done);
}
