// JSON text that is already serialised: of one response, or of a page of a list. `PreparedRows` caches the text of
// unchanged rows in long lists.
import type { PageQuery } from "../../../app/contract/trading-api/paging.ts";

export class PreparedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A page of a list, newest first. It has the same format as the complete list; a header contains the cursor of the next
 * page.
 */
export class ListPage extends PreparedJson {
  readonly nextCursor: string | null;

  private constructor(text: string, nextCursor: string | null) {
    super(text);
    this.nextCursor = nextCursor;
  }

  /** Builds a page. `rows` contains one row more than the page if there is a next page. */
  static of<Row>(
    rows: readonly Row[],
    { limit }: PageQuery,
    make: { id: (row: Row) => string; items: (row: Row) => readonly unknown[] },
  ): ListPage {
    const pageRows = limit === undefined ? rows : rows.slice(0, limit);
    const texts = pageRows.flatMap((row) =>
      make.items(row).map((item) => (item instanceof PreparedJson ? item.text : JSON.stringify(item))),
    );
    const last = pageRows.at(-1);
    return new ListPage(
      `[${texts.join(",")}]`,
      pageRows.length < rows.length && last !== undefined ? make.id(last) : null,
    );
  }
}

/** Serialises rows as JSON and caches the text of each row object. */
export class PreparedRows<Row extends object> {
  readonly #texts = new WeakMap<Row, PreparedJson>();
  readonly #atOnce: number;

  /** `atOnce` is the number of rows that are serialised before other work may run. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async of(
    rows: readonly Row[],
    make: (row: Row) => unknown,
    pause: () => Promise<void>,
  ): Promise<{ row: Row; json: PreparedJson }[]> {
    const prepared: { row: Row; json: PreparedJson }[] = [];
    let fresh = 0;
    for (const row of rows) {
      let json = this.#texts.get(row);
      if (json === undefined) {
        json = new PreparedJson(JSON.stringify(make(row)));
        this.#texts.set(row, json);
        fresh += 1;
        if (fresh % this.#atOnce === 0) await pause();
      }
      prepared.push({ row, json });
    }
    return prepared;
  }
}
