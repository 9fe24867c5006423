// Converts texts to index terms for the searches of algos, documentation and answers: tokens, stop words and synonyms.
// The caller supplies the stemmer and the index.

const WORD = /[\p{L}]{2}-\d{3}|[\p{L}\p{M}\p{N}]+/gu;

/** Stop words in English and Hindi, which are too common to be useful in a search. */
export const STOP_WORDS = new Set(
  "a about add am an and any anything are as at be by can could did do does for from get give has have here how i in into is it its just me my need now of on one or right still please should so some tell that the them there these this to up us want was what when where which who why will with would you your algo algos एल्गो और कब कर करता करना करूँ करें कहाँ का की के को कैसे कौन क्या क्यों चाहिए पर में मुझे मेरा मेरी मेरे मैं यह यहाँ वह सकता सकते से है हैं हूँ हो".split(
    " ",
  ),
);

/** Synonyms by word. A text that contains the word is also found by its synonyms. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  condor: ["iron"],
  straddle: ["short", "neutral"],
  strangle: ["short", "neutral"],
  sell: ["short", "write", "writing", "sold"],
  buy: ["long", "bought", "purchase"],
  covered: ["hedged", "hedge"],
  hedged: ["hedge", "protected", "covered"],
  stop: ["exit", "end", "stoploss"],
  loss: ["lose", "losing", "lost", "drawdown"],
  amount: ["money", "capital", "invest", "investment", "cash"],
  minimum: ["least", "lowest", "smallest"],
  fee: ["cost", "charge", "price", "pay"],
  charges: ["cost", "fee", "brokerage", "tax"],
  sign: ["login", "log", "signin"],
  pause: ["halt", "hold"],
  deploy: ["start", "run", "activate", "launch"],
  track: ["watchlist", "follow", "favourite", "save"],
  complaint: ["complain", "grievance", "unhappy"],
  modify: ["modification", "change", "edit", "amend"],
  cancel: ["delete", "cancellation", "withdraw"],
  token: ["key", "credential", "password"],
  socket: ["websocket", "stream", "ws"],
  feed: ["stream", "ticks", "quotes"],
  rate: ["throttle", "throttling"],
  limit: ["quota", "throttle"],
  nifty: ["nifty50"],
  bank: ["banknifty"],
  share: ["stock", "equity", "equities"],
  equity: ["stock", "share"],
  intraday: ["day", "daytrading", "mis"],
  delivery: ["cnc", "longterm"],
  backtest: ["history", "simulation", "past"],
  performance: ["result", "return", "returns", "profit"],
};

export type SearchTerms = {
  tokenize: (text: string) => string[];
  /** Returns the index terms of a word in a text: its stem and the stems of its synonyms. Null for a stop word. */
  indexed: (term: string) => string[] | null;
  /** Returns the term to search for when a user enters a word: its stem. Null for a stop word. */
  searched: (term: string) => string | null;
  /**
   * Returns the allowed edit distance as a share of the word's length. False for codes and short words, which must
   * match exactly.
   */
  fuzzy: (term: string) => number | false;
  prefix: (term: string) => boolean;
};

export function createSearchTerms(stem: (word: string) => string): SearchTerms {
  const aliases = new Map(
    Object.entries(SYNONYMS).map(([word, others]) => [stem(word), others.map((other) => stem(other))]),
  );
  const hasDigit = /\d/;
  const searched = (term: string) => {
    const lower = term.toLowerCase();
    return STOP_WORDS.has(lower) ? null : hasDigit.test(lower) ? lower : stem(lower);
  };
  return {
    tokenize: (text) => text.match(WORD) ?? [],
    searched,
    indexed: (term) => {
      const stemmed = searched(term);
      return stemmed === null ? null : [...new Set([stemmed, ...(aliases.get(stemmed) ?? [])])];
    },
    fuzzy: (term) => (term.length > 3 && !hasDigit.test(term) ? 0.2 : false),
    prefix: (term) => term.length > 2,
  };
}
