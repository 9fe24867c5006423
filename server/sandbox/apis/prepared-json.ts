// JSON text that is already serialised. `PreparedRows` caches the text of unchanged rows in long lists.

export class PreparedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Serialises rows as a JSON array and caches the text of each row object. */
export class PreparedRows<Row extends object> {
  readonly #texts = new WeakMap<Row, string>();
  readonly #atOnce: number;

  /** `atOnce` is the number of rows that are serialised before other work may run. */
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
