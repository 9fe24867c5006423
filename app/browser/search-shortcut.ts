// Adds "/" as a shortcut to the page's search field, and declares it to assistive technology. Several scripts of a page
// may call this; the first one adds the shortcut.

/** Selectors of search fields, in order of preference. On phones the header's field is hidden. */
const FIELDS = ["#docs-q", "#header-search", "main input[type=search]"];

export function enhanceShortcut(): void {
  if (document.querySelector('[aria-keyshortcuts="/"]') !== null) return;
  visibleField()?.setAttribute("aria-keyshortcuts", "/");
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement &&
      (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const field = visibleField();
    if (field === null) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

function visibleField(): HTMLInputElement | null {
  const fields = FIELDS.map((selector) => document.querySelector<HTMLInputElement>(selector));
  return fields.find((field) => field?.checkVisibility()) ?? null;
}
