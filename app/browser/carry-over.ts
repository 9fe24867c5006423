// Replaces a section of the page with the server's current one. Entered values, open details and the focus remain.

const CONTROLS = "input:not([type=hidden]), select";
const FOCUSABLE = `a, button, summary, ${CONTROLS}`;

/** Identifies an element in both versions. A summary or button without attributes is identified by its label. */
function elementKey(element: Element): string {
  const attributes = ["id", "name", "value", "href"].map((name) => element.getAttribute(name));
  const label = element.matches("summary, button") ? element.textContent : "";
  return [element.tagName, ...attributes, label].join("\n");
}

/** Replaces the content of `section` with that of `fresh`. */
export function replaceContent(section: Element, fresh: Element): void {
  const open = [...section.querySelectorAll("details[open] > summary")].map(elementKey);
  const focused = section.contains(document.activeElement) ? document.activeElement : null;
  const controlsOf = (one: Element) => [...one.querySelectorAll<HTMLInputElement>(CONTROLS)];
  const isRetry = moveIdempotencyKey(section, fresh);
  copyEnteredValues(controlsOf(section), controlsOf(fresh), isRetry);
  section.replaceChildren(...fresh.childNodes);
  for (const summary of section.querySelectorAll("details > summary"))
    if (open.includes(elementKey(summary))) summary.parentElement?.setAttribute("open", "");
  refocus(section, focused);
}

/**
 * Focuses the element that replaced `focused`, or the button of the menu that contains it if the menu is closed or the
 * element no longer exists.
 */
export function refocus(section: Element, focused: Element | null): void {
  if (focused === null) return;
  const key = elementKey(focused);
  const found = [...section.querySelectorAll<HTMLElement>(FOCUSABLE)].find((one) => elementKey(one) === key);
  const label = menuLabel(focused.closest("details"));
  const menu =
    found === undefined
      ? [...section.querySelectorAll("details")].find((one) => label !== "" && menuLabel(one) === label)
      : found.closest("details:not([open])");
  (menu?.querySelector("summary") ?? found)?.focus({ preventScroll: true });
}

/** Returns the text of a menu's button without the count after it, which can change. */
function menuLabel(menu: Element | null): string {
  return menu?.querySelector("summary")?.firstChild?.textContent?.trim() ?? "";
}

/**
 * Moves the idempotency key of a form without a response into its replacement, so that the server executes the form
 * only once. Returns false if the section has no such form.
 */
export function moveIdempotencyKey(section: Element, fresh: Element): boolean {
  const key = section.querySelector('input[name="key"][data-retry]');
  if (key === null) return false;
  fresh.querySelector('input[name="key"]')?.replaceWith(key);
  return true;
}

/**
 * Copies the values of the old controls into the new controls with the same key. Unticks the new checkboxes if the user
 * has unticked one or the form is a retry (`isRetry`), so that the form selects nothing that the user has not chosen.
 */
export function copyEnteredValues(
  old: readonly HTMLInputElement[],
  fresh: readonly HTMLInputElement[],
  isRetry = false,
): void {
  const known = new Map(old.map((control) => [elementKey(control), control]));
  const hasChoice = old.some(
    ({ type, checked, defaultChecked }) => type === "checkbox" && !(checked && defaultChecked),
  );
  for (const control of fresh) {
    const before = known.get(elementKey(control));
    if (before !== undefined) {
      control.value = before.value;
      control.checked = before.checked;
    } else if (isRetry || hasChoice) control.checked = false;
  }
}
