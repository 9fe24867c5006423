// Pagination of lists, newest first. A page has the same format as the complete list; a header contains the cursor of
// the next page.
import type { PageQuery } from "../../../../app/contract/trading-api/paging.ts";
import { PreparedJson } from "../prepared-json.ts";

export class ListPage {
  readonly text: string;
  readonly nextCursor: string | null;

  private constructor(text: string, nextCursor: string | null) {
    this.text = text;
    this.nextCursor = nextCursor;
  }

  /** Builds a page. `rows` contains one row more than the page if there is a next page. */
  static of<Row>(
    rows: readonly Row[],
    { limit }: PageQuery,
    make: { id: (row: Row) => string; items: (row: Row) => readonly unknown[] },
  ): ListPage {
    const shown = limit === undefined ? rows : rows.slice(0, limit);
    const texts = shown.flatMap((row) =>
      make.items(row).map((item) => (item instanceof PreparedJson ? item.text : JSON.stringify(item))),
    );
    const last = shown.at(-1);
    return new ListPage(
      `[${texts.join(",")}]`,
      shown.length < rows.length && last !== undefined ? make.id(last) : null,
    );
  }
}
