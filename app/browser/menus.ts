// Closes the menus of a page: Escape closes all of them and returns the focus to the menu's button; a click closes
// every menu that does not contain the clicked element.

const MENUS = ":is(body > header details, .sort-menu, .chart-menu)[open]";

export function enhanceMenus(): void {
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close(() => true);
  });
  document.addEventListener("pointerdown", ({ target }) => close((menu) => !menu.contains(target as Node)));
}

/** The focus moves to the menu's button only if it was in the menu. */
function close(isToClose: (menu: Element) => boolean): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(MENUS)) {
    if (!isToClose(menu)) continue;
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.open = false;
  }
}
