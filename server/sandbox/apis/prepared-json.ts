// JSON that is serialised already; in long lists unchanged rows are not serialised again.

export class PreparedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Rows as a JSON array; each row is serialised once while its object is the same. */
export class PreparedRows<Row extends object> {
  readonly #texts = new WeakMap<Row, string>();
  readonly #atOnce: number;

  /** Rows that are written before others have their turn. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async of(rows: readonly Row[], make: (row: Row) => unknown, pause: () => Promise<void>): Promise<string[]> {
    const texts: string[] = [];
    let fresh = 0;
    for (const row of rows) {
      let text = this.#texts.get(row);
      if (text === undefined) {
        text = JSON.stringify(make(row));
        this.#texts.set(row, text);
        fresh += 1;
        if (fresh % this.#atOnce === 0) await pause();
      }
      texts.push(text);
    }
    return texts;
  }
}
