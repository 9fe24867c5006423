// Finds instruments by name in the API's instrument list, which is loaded again every hour. Each search word must occur
// in the instrument's symbol or name. There is no search index, because scanning the list takes only a few
// milliseconds.
import { instrumentKey } from "../../app/domain/instrument-key.ts";
import type { TradingCaller } from "./trading-caller.ts";

const READ_AGAIN_AFTER_MS = 60 * 60_000;
const SEGMENT_BY_CELLS: Record<string, string> = {
  "NSE I": "IDX_I",
  "BSE I": "IDX_I",
  "NSE E": "NSE_EQ",
  "BSE E": "BSE_EQ",
  "NSE D": "NSE_FNO",
  "BSE D": "BSE_FNO",
  "MCX M": "MCX_COMM",
};
const NEEDED = [
  "SEM_EXM_EXCH_ID",
  "SEM_SEGMENT",
  "SEM_SMST_SECURITY_ID",
  "SEM_INSTRUMENT_NAME",
  "SEM_TRADING_SYMBOL",
  "SEM_LOT_UNITS",
  "SEM_CUSTOM_SYMBOL",
  "SEM_EXPIRY_DATE",
] as const;

export type FoundInstrument = {
  exchangeSegment: string;
  securityId: string;
  symbol: string;
  name: string;
  kind: string;
  lotSize: number;
  expiry: string | null;
};
type Listed = FoundInstrument & { words: string };
type InstrumentList = { all: readonly Listed[]; byKey: ReadonlyMap<string, Listed> };

/** Index of the API's instruments. Both methods throw ToolRefusal if the list cannot be read. */
export type InstrumentIndex = ReturnType<typeof createInstrumentIndex>;

export function createInstrumentIndex() {
  let list: Promise<InstrumentList> | null = null;
  let readAt = 0;

  function current(caller: TradingCaller): Promise<InstrumentList> {
    if (list !== null && Date.now() - readAt < READ_AGAIN_AFTER_MS) return list;
    readAt = Date.now();
    const reading = caller.instruments().then(readList);
    list = reading;
    // After a failure, the next call loads the list again.
    reading.catch(() => {
      if (list === reading) list = null;
    });
    return reading;
  }

  return {
    /**
     * Returns the best matches first: exact symbols, then shares and indices before derivatives, then by nearest expiry.
     */
    async search(
      caller: TradingCaller,
      text: string,
      { exchangeSegment, limit }: { exchangeSegment?: string | undefined; limit: number },
    ): Promise<FoundInstrument[]> {
      const { all } = await current(caller);
      const terms = text.toUpperCase().split(/\s+/).filter(Boolean);
      const phrase = terms.join(" ");
      const rank = (one: Listed) =>
        (one.symbol === phrase ? 0 : one.words.startsWith(phrase) ? 1 : 2) + (one.expiry === null ? 0 : 3);
      return all
        .filter(
          (one) =>
            (exchangeSegment === undefined || one.exchangeSegment === exchangeSegment) &&
            terms.every((word) => one.words.includes(word)),
        )
        .map((one) => ({ one, rank: rank(one) }))
        .sort((a, b) => a.rank - b.rank || (a.one.expiry ?? "").localeCompare(b.one.expiry ?? ""))
        .slice(0, limit)
        .map(({ one: { words: _, ...found } }) => found);
    },
    /** Returns an instrument; undefined if it is not listed. */
    find: async (
      caller: TradingCaller,
      exchangeSegment: string,
      securityId: string,
    ): Promise<FoundInstrument | undefined> =>
      (await current(caller)).byKey.get(instrumentKey({ exchangeSegment, securityId })),
  };
}

/** Parses the compact list; rows of unknown segments are skipped. */
export function readList(csv: string): InstrumentList {
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const columns = head.split(",");
  const at = new Map<string, number>(NEEDED.map((name) => [name, columns.indexOf(name)]));
  const all = lines.flatMap((line): Listed[] => {
    const cells = line.split(",");
    const cell = (name: (typeof NEEDED)[number]) => cells[at.get(name) ?? -1] ?? "";
    const exchangeSegment = SEGMENT_BY_CELLS[`${cell("SEM_EXM_EXCH_ID")} ${cell("SEM_SEGMENT")}`];
    if (exchangeSegment === undefined) return [];
    const expiry = cell("SEM_EXPIRY_DATE").slice(0, 10);
    const [symbol, name] = [cell("SEM_TRADING_SYMBOL"), cell("SEM_CUSTOM_SYMBOL")];
    return [
      {
        exchangeSegment,
        securityId: cell("SEM_SMST_SECURITY_ID"),
        symbol,
        name,
        kind: cell("SEM_INSTRUMENT_NAME"),
        lotSize: Number(cell("SEM_LOT_UNITS")),
        expiry: expiry === "" ? null : expiry,
        words: `${symbol} ${name}`.toUpperCase(),
      },
    ];
  });
  return { all, byKey: new Map(all.map((one) => [instrumentKey(one), one])) };
}
