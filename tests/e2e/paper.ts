// Prints a page, and reads the positions of its headings from the outline that Chromium writes into the PDF.
import type { Page } from "playwright/test";

/** Usual margin of a printer. */
const MARGIN_MM = 10;
const MM_PER_SHEET = 210;
const PX_PER_MM = 96 / 25.4;
const POINTS_PER_MM = 72 / 25.4;
/** Height in points that a heading and one line of its section need at the end of a sheet. */
const MIN_HEADING_SPACE_POINTS = 34;

export const PAPER_WIDTH_PX = Math.floor((MM_PER_SHEET - 2 * MARGIN_MM) * PX_PER_MM);

export type Sheets = {
  pages: number;
  /** Headings at the bottom of a sheet whose section starts on the next sheet. */
  strandedHeadings: string[];
  /** Number of headings in the outline. */
  headings: number;
};

/**
 * Prints the page and returns its sheets. Entries of the outline end in `/Dest [page /XYZ x y zoom]`, with y in points
 * from the bottom of the sheet.
 */
export async function sheetsOf(page: Page): Promise<Sheets> {
  const margin = `${MARGIN_MM}mm`;
  const pdf = await page.pdf({
    format: "A4",
    outline: true,
    tagged: true,
    margin: { top: margin, right: margin, bottom: margin, left: margin },
  });
  const text = pdf.toString("latin1");
  const entries = [...text.matchAll(/\/Title ([^\n]*)\n\/Dest \[\d+ 0 R \/XYZ [\d.-]+ ([\d.-]+) /g)];
  const lowest = MARGIN_MM * POINTS_PER_MM + MIN_HEADING_SPACE_POINTS;
  return {
    pages: [...text.matchAll(/\/Type \/Page\b/g)].length,
    strandedHeadings: entries.filter(([, , y]) => Number(y) < lowest).map(([, title = ""]) => title),
    headings: entries.length,
  };
}
