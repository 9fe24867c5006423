// Tables as CSV files for spreadsheets. Cells that a spreadsheet would execute as formulas are escaped.
import { stringify } from "csv-stringify/sync";

export function csvResponse(
  fileName: string,
  columns: readonly string[],
  rows: readonly (string | number | null)[][],
) {
  const text = stringify([[...columns], ...rows.map((row) => row.map(escapeFormula))], {
    record_delimiter: "windows",
  });
  return new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Formats paise as rupees with a decimal point: −1250 → "-12.50". */
export function csvRupees(paise: number | null): string | null {
  return paise === null ? null : (paise / 100).toFixed(2);
}

/** Prefixes text that a spreadsheet would execute with an apostrophe. Numbers remain unchanged. */
function escapeFormula(cell: string | number | null): string | number {
  if (typeof cell !== "string") return cell ?? "";
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(cell);
  return !isNumber && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
