// Closes the menus of a page. Escape closes all of them and returns the focus to the menu's button. A click or the
// focus elsewhere closes every menu that does not contain it, so that an open menu never covers the focused element.

const MENUS = ":is(body > header details, .sort-menu, .chart-menu, .filter-group)[open]";

export function enhanceMenus(): void {
  const closeOthers = ({ target }: Event) => close(target as Node);
  addEventListener("pointerdown", closeOthers);
  addEventListener("focusin", closeOthers);
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close(null);
  });
}

/** Closes the menus that do not contain `openParent`. The focus moves to a menu's button only if it was in the menu. */
function close(openParent: Node | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(MENUS)) {
    if (menu.contains(openParent) || !isFloating(menu)) continue;
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.open = false;
  }
}

/**
 * True for a floating menu. In small windows the filter groups are part of the page, and closing one would shift the
 * content.
 */
function isFloating(menu: Element): boolean {
  return getComputedStyle(menu.lastElementChild as Element).position !== "static";
}
