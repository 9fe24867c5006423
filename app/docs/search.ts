// Full-text search over every section of the documentation. The first search builds the index in small steps. Building
// it in one step would block the process for half a second, and the server would reject requests.
import MiniSearch, { type Query } from "minisearch";
import { codeAnchor, DATA_ERRORS, TRADING_ERRORS } from "../contract/trading-api/operations.ts";
import { REJECT_CAUSES } from "../contract/trading-api/vocabulary.ts";
import { STOP_WORDS } from "../domain/search-terms.ts";
import { type Block, plainText, type Section } from "./blocks.ts";
import { getContents, listPageOperations } from "./contents.ts";
import { docsPath } from "./docs-path.ts";
import { type DocsPage, docsPages } from "./pages.server.ts";
import { type ApiPlace, sandboxPlace } from "./place.ts";

export type DocsHit = { title: string; page: string; to: string; excerpt: string };
/** `prose`: the part of `words` that is not code and not a table. Excerpts are taken from it if it is not empty. */
type SearchEntry = Omit<DocsHit, "excerpt"> & {
  id: string;
  words: string;
  prose: string;
  codes: string;
  isTable: boolean;
};

const HITS_MAX = 12;
const EXCERPT_CHARS = 180;

const indexes = new Map<boolean, Promise<MiniSearch<SearchEntry>>>();
/** Number of entries that are indexed per step, which takes about ten milliseconds. */
const INDEXED_AT_ONCE = 8;
/**
 * Weight of sections that are tables of fields or errors. They repeat the terms of their operation, so its main section
 * must rank higher.
 */
const TABLE_WEIGHT = 0.4;
/** Weight of a synonym relative to the term itself. */
const SYNONYM_WEIGHT = 0.6;

function blockText(block: Block): string {
  switch (block.kind) {
    case "text":
      return plainText(block.text);
    case "list":
      return block.items.map(plainText).join(" ");
    case "table":
      return [block.caption, ...block.rows.flat()].join(" ");
    case "code":
      return block.text;
    case "samples":
      return block.samples.curl ?? block.samples.typescript;
    case "steps":
      return block.caption;
    case "links":
      return block.items.map(({ title }) => title).join(" ");
  }
}

const ERROR_CODES = [...TRADING_ERRORS, ...DATA_ERRORS];
const rowId = (code: string) => `error ${code}`;

/**
 * Returns one entry per error code and cause of a rejection, with a link to its row. Only the sandbox can reproduce
 * errors.
 */
function errorEntries(hasSandbox: boolean): SearchEntry[] {
  const entry = (code: string, content: string, isTable: boolean): SearchEntry => ({
    id: rowId(code),
    title: code,
    page: isTable ? "Causes of a rejection" : "Errors",
    to: `/docs/v2/errors#${codeAnchor(code)}`,
    words: content,
    prose: content,
    codes: code,
    isTable,
  });
  return [
    ...ERROR_CODES.map(({ code, cause, fix, reproduction }) =>
      entry(code, [cause, fix, hasSandbox ? reproduction : []].flat().join(" "), false),
    ),
    // Causes such as FUNDS are also ordinary words, so pages about these words rank above the causes.
    ...Object.entries(REJECT_CAUSES).map(([cause, meaning]) => entry(cause, meaning, true)),
  ];
}

/**
 * Returns the error code or cause of a rejection that a query contains, as in "DH-905", "dh 905", "error 805" or
 * "PRICE_BAND". A cause in lower case is an ordinary word.
 */
function findErrorCode(query: string): string | undefined {
  const match = /\b(?:(dh[\s-]?)|error\s|code\s|^)(\d{3})(?:$|\b)/i.exec(query);
  const codes = match === null ? [] : [`DH-${match[2]}`, ...(match[1] === undefined ? [match[2]] : [])];
  return (
    ERROR_CODES.find(({ code }) => codes.includes(code))?.code ??
    tokenize(query).find((word) => Object.hasOwn(REJECT_CAUSES, word))
  );
}

/** Terms of other APIs, mapped to terms of this documentation. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  modification: ["change", "changed", "modify", "order"],
  modify: ["change", "changes"],
  edit: ["change"],
  update: ["change", "updates"],
  amend: ["change"],
  webhook: ["postback"],
  callback: ["postback"],
  websocket: ["socket", "feed"],
  stream: ["socket", "feed"],
  ticks: ["ticker", "feed"],
  ohlcv: ["candles", "ohlc"],
  bars: ["candles"],
  history: ["historical", "candles"],
  throttle: ["limit", "limits"],
  throttling: ["limit", "limits"],
  quota: ["limit", "limits"],
  "429": ["dh-904", "retry-after"],
  "401": ["dh-901", "token"],
  "403": ["dh-902", "access"],
  "504": ["dh-909", "timeout"],
  login: ["token", "authentication"],
  auth: ["authentication", "token"],
  otp: ["totp"],
  gtt: ["forever"],
  bracket: ["super"],
  cover: ["super"],
  delete: ["cancel", "remove"],
  exit: ["square", "squared", "positions"],
  squareoff: ["square", "exit"],
  demat: ["holdings"],
  balance: ["funds", "fund"],
  wallet: ["funds"],
  greeks: ["delta", "option"],
  orderbook: ["orders", "depth"],
  cli: ["command"],
  terminal: ["command"],
  level2: ["depth"],
  symbol: ["instrument", "instruments"],
  scrip: ["instrument", "instruments"],
  idempotency: ["correlationid", "twice"],
  retry: ["again", "retries"],
  testnet: ["sandbox"],
  paper: ["sandbox"],
};

const SAME_START_CHARS = 5;
/** Minimum length of a term for fuzzy matching: one changed letter turns a shorter term into another word. */
const FUZZY_FROM_CHARS = 7;

/** Returns the synonyms of a term, or of a term with the same beginning, to tolerate typing errors. */
function findSynonyms(term: string): readonly string[] {
  const like = Object.keys(SYNONYMS).find(
    (word) =>
      word.length > SAME_START_CHARS && word.slice(0, SAME_START_CHARS) === term.slice(0, SAME_START_CHARS),
  );
  return SYNONYMS[term] ?? (like === undefined ? [] : (SYNONYMS[like] ?? []));
}

function sectionAddress(page: DocsPage, { id, of }: Section): string {
  if (of === undefined) return `${docsPath(page)}#${id}`;
  return `${docsPath(page)}/${of}${id === of ? "" : `#${id}`}`;
}

function listSearchEntries(page: DocsPage, place: ApiPlace): SearchEntry[] {
  const { opening, sections } = getContents(page, place);
  return [
    {
      id: page.id,
      title: page.title,
      page: page.title,
      to: docsPath(page),
      words: [
        page.description,
        ...opening.map(blockText),
        ...listPageOperations(page.id, place.hasSandbox).map(
          ({ method, path, summary }) => `${method.toUpperCase()} ${path} ${summary}`,
        ),
      ].join(" "),
      prose: page.description,
      codes: page.id,
      isTable: false,
    },
    ...sections.map((section): SearchEntry => {
      const sectionText = [...section.blocks, ...(section.aside ?? [])].map(blockText).join(" ");
      return {
        id: `${page.id}#${section.id}`,
        title: section.title,
        page: page.title,
        to: sectionAddress(page, section),
        words: sectionText,
        prose: section.blocks
          .filter(({ kind }) => kind === "text" || kind === "list")
          .map(blockText)
          .join(" "),
        // Error codes and field names are indexed as complete terms.
        codes: [...new Set(sectionText.match(/\bDH-\d{3}\b|\b[a-z]+[A-Z]\w+\b|\b8\d\d\b/g) ?? [])].join(" "),
        isTable: /^(?:Response|Errors) of /.test(section.title),
      };
    }),
  ];
}

/** Splits a text into words. A code with a hyphen, such as DH-905, remains one word. */
const tokenize = (text: string) => text.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== "");
const HYPHENATED = /^\p{L}+(?:-\p{L}+)+$/u;

function getIndex(hasSandbox: boolean): Promise<MiniSearch<SearchEntry>> {
  const made = indexes.get(hasSandbox) ?? makeIndex(hasSandbox);
  indexes.set(hasSandbox, made);
  return made;
}

async function makeIndex(hasSandbox: boolean): Promise<MiniSearch<SearchEntry>> {
  const index = new MiniSearch<SearchEntry>({
    fields: ["title", "page", "words", "codes"],
    storeFields: ["title", "page", "to", "words", "prose", "isTable"],
    // "square-off" is found by "square off" too.
    tokenize: (text) =>
      tokenize(text).flatMap((word) => (HYPHENATED.test(word) ? [word, ...word.split("-")] : [word])),
    searchOptions: {
      tokenize: tokenize,
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length >= FUZZY_FROM_CHARS ? 0.15 : false),
      boost: { title: 4, codes: 3, page: 2 },
      boostDocument: (_id, _term, stored) => (stored?.isTable ? TABLE_WEIGHT : 1),
    },
  });
  // Addresses for the text of the index. They are examples, because one index serves all API addresses; results do not
  // contain them.
  const place: ApiPlace = {
    ...sandboxPlace("http://localhost"),
    rest: "…",
    auth: "…",
    feed: "…",
    depth: "…",
    depth200: "…",
    orderUpdate: "…",
    instruments: "…",
    hasSandbox,
  };
  await index.addAllAsync(errorEntries(hasSandbox), { chunkSize: INDEXED_AT_ONCE });
  for (const page of docsPages(hasSandbox)) {
    await index.addAllAsync(listSearchEntries(page, place), { chunkSize: INDEXED_AT_ONCE });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return index;
}

type Found = Record<string, unknown> & { id: unknown; terms: string[] };

export async function searchDocs(query: string, hasSandbox = true): Promise<DocsHit[]> {
  const index = await getIndex(hasSandbox);
  const queryTokens = tokenize(query.toLowerCase());
  const terms = queryTokens.filter((word) => !STOP_WORDS.has(word));
  const meant = (terms.length === 0 ? queryTokens : terms).map(
    (term): Query => ({
      combineWith: "OR",
      queries: [
        term,
        {
          queries: [...findSynonyms(term)],
          boostDocument: (_id, _term, stored) => SYNONYM_WEIGHT * (stored?.isTable ? TABLE_WEIGHT : 1),
          fuzzy: false,
        },
      ],
    }),
  );
  const all = index.search({ combineWith: "AND", queries: meant });
  const any: Found[] = all.length > 0 ? all : index.search({ combineWith: "OR", queries: meant });
  // The row of an error code ranks before all other results.
  const code = findErrorCode(query);
  const row: Found[] =
    code === undefined ? [] : [{ ...index.getStoredFields(rowId(code)), id: rowId(code), terms: [] }];
  return [...row, ...any.filter(({ id }) => id !== row[0]?.id)].slice(0, HITS_MAX).map((hit) => ({
    title: String(hit.title),
    page: String(hit.page),
    to: String(hit.to),
    excerpt: extractExcerpt(String(hit.prose || hit.words), hit.terms),
  }));
}

function extractExcerpt(content: string, terms: readonly string[]): string {
  const lower = content.toLowerCase();
  const at = terms.map((term) => lower.indexOf(term)).find((place) => place >= 0) ?? 0;
  // The excerpt begins and ends at a space, so that it contains only complete words.
  const start = at <= EXCERPT_CHARS / 3 ? 0 : Math.max(0, content.indexOf(" ", at - EXCERPT_CHARS / 3));
  const limit = start + EXCERPT_CHARS;
  const end = content.length <= limit ? content.length : Math.max(content.lastIndexOf(" ", limit), start + 1);
  return `${start > 0 ? "…" : ""}${content.slice(start, end).trim()}${end < content.length ? "…" : ""}`;
}
