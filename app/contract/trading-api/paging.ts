// Pagination of lists. A request without a limit returns all open and waiting orders, and the newest of the other rows.
// A request with a limit returns pages linked by a cursor.
import { z } from "zod";

export const PAGE_ROWS_MAX = 500;
/** Header with the cursor of the next page. */
export const NEXT_CURSOR_HEADER = "X-Next-Cursor";

export const pageQuery = z.object({
  limit: z.int().min(1).max(PAGE_ROWS_MAX).optional().meta({
    description:
      "Rows per page, newest first. If omitted: all open orders and the day's newest 2,000 orders; the day's newest 2,000 trades; of other lists up to 500 rows, including all waiting orders",
    example: 100,
  }),
  cursor: z
    .string()
    .regex(/^\d{1,24}$/, "the value of X-Next-Cursor")
    .optional()
    .meta({
      description:
        "X-Next-Cursor of the previous page. It returns the next older rows. New rows do not shift the pages. If omitted: the newest",
      example: "11261120000001",
    }),
});
export type PageQuery = z.infer<typeof pageQuery>;
