// Closes the menus of a page. Escape closes all of them and returns the focus to the menu's button. A click or the
// focus elsewhere closes every menu that does not contain it, so that an open menu never covers the focused element.

const MENUS = ":is(body > header details, .sort-menu, .chart-menu, .filter-group)[open]";

export function enhanceMenus(): void {
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close(() => true);
  });
  for (const type of ["pointerdown", "focusin"])
    document.addEventListener(type, ({ target }) => close((menu) => !menu.contains(target as Node)));
}

/** The focus moves to the menu's button only if it was in the menu. */
function close(isToClose: (menu: Element) => boolean): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(MENUS)) {
    if (!isFloating(menu) || !isToClose(menu)) continue;
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.open = false;
  }
}

/** On small windows the groups of filters are part of the page: closing one would move the rest of the page. */
function isFloating({ lastElementChild }: Element): boolean {
  return lastElementChild !== null && getComputedStyle(lastElementChild).position === "absolute";
}
