// Finds content that is not visible in a narrow window: a document that scrolls sideways, elements beyond the window's
// edge, tables that are wider than their box.
import type { Page } from "playwright/test";

export const PHONES = [320, 390];
export const TABLET = 768;
const HEIGHT = 900;
const SETTLES_WITHIN_MS = 3_000;

/** Opens every disclosure, so that collapsed content is measured too. */
export async function openDisclosures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("details")) one.open = true;
  });
}

/**
 * Describes content that is not visible at the window's current width: the document's overflow, the outermost elements
 * beyond the right edge (except within a scrolling box), and tables that are wider than their box.
 */
export async function invisibleContent(page: Page): Promise<{ parts: string[]; tables: string[] }> {
  return page.evaluate(async () => {
    // The page is laid out for a new width in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const width = document.documentElement.clientWidth;
    const parts: string[] = [];
    const wide = document.documentElement.scrollWidth - width;
    if (wide > 0) parts.push(`the document scrolls ${wide} px sideways`);
    const isHidden = (one: Element) =>
      !one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      getComputedStyle(one).clipPath !== "none";
    const reported = new Set<Element>();
    for (const one of document.querySelectorAll("body *")) {
      const box = one.getBoundingClientRect();
      if (box.width === 0 || box.right <= width + 1) continue;
      let isInner = false;
      for (let above: Element | null = one; above !== null; above = above.parentElement) {
        if (isHidden(above) || reported.has(above)) isInner = true;
        if (above !== one && /auto|scroll/.test(getComputedStyle(above).overflowX)) isInner = true;
        if (isInner) break;
      }
      if (isInner) continue;
      reported.add(one);
      const elementText = (one.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 40);
      parts.push(`${one.tagName.toLowerCase()} “${elementText}” +${Math.round(box.right - width)} px`);
    }
    const tables: string[] = [];
    for (const table of document.querySelectorAll("main table")) {
      if (isHidden(table)) continue;
      let box = table.parentElement;
      while (box !== null && box.tagName !== "MAIN" && !/auto|scroll/.test(getComputedStyle(box).overflowX))
        box = box.parentElement;
      const name =
        table.querySelector("caption")?.textContent ??
        table.closest("[aria-label]")?.getAttribute("aria-label") ??
        table.textContent?.slice(0, 40);
      const over = box === null ? 0 : box.scrollWidth - box.clientWidth;
      if (over > 1) tables.push(`${name}: +${over} px`);
    }
    return { parts, tables };
  });
}

/** Returns content that is still not visible after a short delay for layout and fonts. */
async function lastingFaults(page: Page, withTables: boolean): Promise<string[]> {
  const endsAt = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const { parts, tables } = await invisibleContent(page);
    const found = [...parts, ...(withTables ? tables : [])];
    if (found.length === 0 || Date.now() > endsAt) return found;
  }
}

/** Closes menus, because they cover the page. */
async function closeMenus(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("details"))
      if (one.closest("main") === null) one.open = false;
  });
}

/**
 * Returns content that is not visible on phones and a tablet, collapsed and expanded, one line per fault. Tables are
 * checked from the width `tablesFrom` in px.
 */
export async function narrowWindowFaults(page: Page, kind: string, tablesFrom: number): Promise<string[]> {
  const faults: string[] = [];
  for (const isUnfolded of [false, true]) {
    if (isUnfolded) await openDisclosures(page);
    for (const width of [...PHONES, TABLET]) {
      await page.setViewportSize({ width, height: HEIGHT });
      const found = await lastingFaults(page, width >= tablesFrom);
      faults.push(...found.map((words) => `${kind} at ${width}${isUnfolded ? ", unfolded" : ""}: ${words}`));
    }
  }
  await closeMenus(page);
  return faults;
}
