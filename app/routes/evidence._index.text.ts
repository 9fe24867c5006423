// Texts of the page on how records are verified: the steps, and the format.
export const text = {
  title: "How records are verified",

  description: "The record format, the operator’s public keys, and how to verify a record yourself.",

  recordFields:
    "format (2), algo, version, evidence, start, simulated, capital in paise, monthly fee in paise, seconds between two looks, benchmark, since, first day",
  methodFields: "one sentence on how it was made; a line each",
  dayFields: "day, net, gross, fees, margin, trades, benchmark × 100",
  tradeFields:
    "number, opened, closed, gross, brokerage, transaction tax, exchange, regulator, stamp duty, GST, slippage, net, best, worst, margin, reason to enter, reason to exit",
  tradeIn: "the day it closed; the head while open",
  legFields: "symbol, side, quantity, entry price, exit price",
  legIn: "its trade",
  missedFields: "time, refused or away or capital, reason",
  cashFields: "day, amount, note",
  actionFields: "day, symbol, kind, new shares, old shares, dividend a share, note",
  textFields: "name (version, backtest, paper, live, simulated, market in this order), text; a line each",
  textsIn: "texts",
  headFields:
    "format (3), state, hash of the texts, genesis, last hash, number of days, first day, last day, made at, ended on, kind of end, reason, signals not carried, signals after the end, trades, missed signals, the seven cost totals",
  idleFields: "from, to, trading days, fees, signals not carried",
  headsFields:
    "format, day, day before, its hash, published at, number of records; then for each record: algo, version, evidence, start, last hash",
  headsIn: "a day’s published heads",
  studiesFields:
    "format (2), algo, version, state, first day, last day, made at, number of results; then the lines of the texts",
  resultFields:
    "kind, name, percent, value, capital, net, largest drawdown in millionths, trades; a line for each result",
  studiesIn: "an algo’s studies",

  lead: "Every record has a hash chain and a signature from the day it is made, and this site verifies both when it loads it. Keep a copy, and you can verify it without us.",
  checkYourself: "Verify a record yourself",
  saveRecord:
    "Save the record: the link “Day by day” on an algo’s Performance tab, or {file} under its address.",
  saveKeys: "Save the operator’s public keys:",
  keepKeys: "{file}. Keep them from the first day: a key that changes without notice is a sign too.",
  saveHeads: "Save the heads of past days:",
  headsAreNamed:
    "{file} names each day’s file. A later record must still contain the hashes that were published.",
  runCheck:
    "Run {command} in the site’s repository. It needs no network and says in words what doesn’t hold. Addresses work in place of files.",
  theFormat: "The format",
  madeOfLines:
    "Everything is made of lines. A line is a list of fields with one tab between two, ended by one line feed, in UTF-8. Numbers are whole: decimal digits without leading zeros, with a minus below zero. Sums are paise; days are written 2026-11-20; times are milliseconds since 1 January 1970 UTC; nothing is an empty field; yes and no are 1 and 0. Text holds no control characters.",
  genesis: "Genesis: the SHA-256 of the header’s lines.",
  hashOfDay:
    "A day’s hash: the SHA-256 of the hash before it (64 hex digits), one line feed, and the day’s lines: first the day, then its trades, missed signals, cash flows and corporate actions.",
  textsHash:
    "Texts: the SHA-256 of the lines of the texts that must be shown with the figures. The record contains them.",
  headLines:
    "The head’s lines end the record: its state, texts, length, totals, open trades and why it ended. The operator’s Ed25519 signature is over these lines.",
  allCovered:
    "The seal covers every field of the file. The command refuses a file with any other field, and seals of earlier formats, which did not cover texts and state.",
  nameOfKey: "A key’s name is the first 16 hex digits of the SHA-256 of its 32 bytes.",
  lines: "Lines of the format",
  linesCaption: "Lines of the format, with their fields in order",
  line: "Line",
  fieldsInOrder: "Fields in order",
  part: "Part of",
} as const;
