// Read-only tools: algos with the performance figures that the disclosure rules allow, the documentation, and the
// market.
import { z } from "zod";
import { EVIDENCE_CLASSES, type RecordDay } from "../../app/contract/base-api/record.ts";
import { idSchema } from "../../app/contract/base-api/strategy.ts";
import { DATA_ERRORS, TRADING_ERRORS } from "../../app/contract/trading-api/operations.ts";
import { ALL_SEGMENTS, INSTRUMENT_TYPES } from "../../app/contract/trading-api/vocabulary.ts";
import { dayOfIso, IST_OFFSET_MS, isoDayOf, istDay } from "../../app/domain/time.ts";
import { INSTRUMENT_KINDS, RISKS, SORTS, TAGS } from "../../app/domain/vocabulary.ts";
import { ACCOUNT_TOOLS } from "./account-tools.ts";
import { OUTPUTS } from "./outputs.ts";
import { type Tool, tool } from "./tool.ts";
import { ToolRefusal } from "./trading-caller.ts";

const FOUND_INSTRUMENTS_MAX = 25;
const QUOTES_MAX = 50;
const BARS_MAX = 500;
const STRIKES_EACH_SIDE = 10;
const RECORD_POINTS = 60;

const segment = z.enum(ALL_SEGMENTS).describe("Exchange segment, such as NSE_EQ or NSE_FNO");
const securityId = z
  .string()
  .regex(/^\d{1,20}$/)
  .describe("From find_instrument");
const isoDay = z.iso.date().describe("YYYY-MM-DD, Indian time");
const limit = (atMost: number, usual: number) => z.int().min(1).max(atMost).default(usual);

/** Formats an instant in Indian time, for example 2026-11-20T09:15:00+05:30. */
const indianTime = (atMs: number) =>
  new Date(atMs + IST_OFFSET_MS).toISOString().replace(/\.\d+Z$/, "+05:30");

const why: Record<string, string> = {
  not_disclosed: "The manager discloses no performance of this algo.",
  over_ceiling: "This site does not show performance of this kind.",
  sign_in: "Shown to signed-in clients who ask for it: open the algo's page.",
  ask: "Shown to a client who asked for it on the algo's page.",
  not_verified: "Only a verified live record is shown for this algo.",
  no_record: "The provider has not published this record.",
  failed: "The record fails verification: it was changed after it was signed.",
};

const ALGO_TOOLS = [
  tool({
    name: "search_algos",
    title: "Search algos",
    description:
      "Finds ready-made trading algos by text, tags, risk or capital. Returns what each trades, its minimum amount and its risk; get_algo_evidence returns performance.",
    output: OUTPUTS.algos,
    scope: "read",
    input: {
      query: z.string().trim().min(1).max(80).optional(),
      tags: z.array(z.enum(TAGS)).max(TAGS.length).optional().describe("All tags must match"),
      risk: z.array(z.enum(RISKS)).max(RISKS.length).optional(),
      instrument: z.array(z.enum(INSTRUMENT_KINDS)).max(INSTRUMENT_KINDS.length).optional(),
      capitalRupees: z
        .int()
        .positive()
        .max(1_000_000_000)
        .optional()
        .describe("Highest minimum amount, in rupees"),
      sort: z.enum(SORTS).optional(),
      limit: limit(FOUND_INSTRUMENTS_MAX, 10),
    },
    async run({ provider, origin }, { query, tags, risk, instrument, capitalRupees, sort, limit: count }) {
      const page = await provider.listStrategies({
        limit: count,
        ...(query === undefined ? {} : { q: query }),
        ...(tags === undefined ? {} : { tags, tags_match_type: "all" as const }),
        ...(risk === undefined ? {} : { filter_risk: risk }),
        ...(instrument === undefined ? {} : { filter_instrument: instrument }),
        ...(capitalRupees === undefined ? {} : { capital: capitalRupees }),
        ...(sort === undefined ? {} : { sort }),
      });
      return {
        total: page.total,
        algos: page.items.map((algo) => ({
          id: algo.id,
          name: algo.name,
          manager: algo.manager.name,
          summary: algo.summary,
          risk: algo.risk,
          status: algo.status,
          minAmountRupees: algo.minAmountRupees,
          holdingPeriod: algo.holdingPeriod,
          tags: algo.tags,
          page: `${origin}/algos/managers/${algo.manager.id}/${algo.id}`,
        })),
      };
    },
  }),
  tool({
    name: "get_algo",
    title: "Read one algo",
    description: "The rules, costs, risks and loss limits of an algo, without performance.",
    output: OUTPUTS.algo,
    scope: "read",
    input: { id: idSchema },
    run: async ({ provider }, { id }) => ({ algo: await provider.getStrategy(id) }),
  }),
  tool({
    name: "get_algo_evidence",
    title: "Read an algo's record",
    description:
      "The record of an algo, if it may be shown: backtest, paper or live, never joined, net of costs, with the state of its hash chain. Past results do not predict future results.",
    output: OUTPUTS.evidence,
    scope: "read",
    input: { id: idSchema, evidence: z.enum(EVIDENCE_CLASSES).optional() },
    async run({ provider, evidence }, { id, evidence: evidenceClass }) {
      const strategy = await provider.getStrategy(id);
      const answer = await evidence.record(
        strategy,
        evidenceClass === undefined ? undefined : { evidence: evidenceClass },
      );
      if (answer.kind === "withheld")
        return { shown: false, reason: answer.reason, explanation: why[answer.reason] ?? answer.reason };
      const { days, missed, ...record } = answer.value;
      return {
        shown: true,
        basis: answer.basis,
        record: { ...record, missedEntries: missed.length },
        hashChain: `verified, ${days.length} days`,
        from: days[0]?.day ?? null,
        to: days.at(-1)?.day ?? null,
        cumulative: thinOut(days).map(({ day, netPaise, trades }) => ({
          day,
          netRupees: netPaise / 100,
          trades,
        })),
      };
    },
  }),
];

/** Reduces days to the first, the last, and evenly spaced ones in between. */
function thinOut(days: readonly RecordDay[]): RecordDay[] {
  const step = Math.max(1, Math.ceil(days.length / RECORD_POINTS));
  return days.filter((_, index) => index % step === 0 || index === days.length - 1);
}

const DOCS_TOOLS = [
  tool({
    name: "search_docs",
    title: "Search the API documentation",
    description: "Finds pages, fields, error codes and changes. Without hits it lists all pages.",
    output: OUTPUTS.docsSearch,
    scope: "read",
    input: { query: z.string().trim().min(1).max(100) },
    async run({ documents }, { query }) {
      const { hits, pages } = await documents.search(query);
      return hits.length > 0 ? { hits } : { hits, pages };
    },
  }),
  tool({
    name: "read_docs",
    title: "Read a page of the API documentation",
    description: "One page as Markdown, by an id from search_docs.",
    output: OUTPUTS.docsPage,
    scope: "read",
    input: { page: z.string().regex(/^[a-z0-9-]{1,40}$/) },
    run: async ({ documents }, { page }) => ({ markdown: await documents.page(page) }),
  }),
  tool({
    name: "explain_error",
    title: "Explain an error code",
    description:
      "Cause and fix of a code such as DH-905 or 805, and whether the call can be sent again safely.",
    output: OUTPUTS.errorCode,
    scope: "read",
    input: { code: z.string().regex(/^(?:DH-)?\d{3}$/i) },
    async run(_, { code }) {
      const names = [code.toUpperCase(), `DH-${code}`];
      const found = [...TRADING_ERRORS, ...DATA_ERRORS].find((known) => names.includes(known.code));
      if (found === undefined) throw new ToolRefusal(`${code} is not an error code of this API.`);
      return { error: found };
    },
  }),
];

type Candles = Record<"open" | "high" | "low" | "close" | "volume" | "timestamp", number[]>;
type Chain = {
  data: {
    last_price: number;
    oc: Record<string, { ce?: Record<string, unknown>; pe?: Record<string, unknown> }>;
  };
};
const underlyingSegment = z.enum(["IDX_I", "NSE_EQ"]).describe("IDX_I for an index, NSE_EQ for a share");

const MARKET_TOOLS = [
  tool({
    name: "find_instrument",
    title: "Find an instrument",
    description:
      "Finds shares, indices, options and futures by symbol or name, with the segment, security id and lot size that the other tools require.",
    output: OUTPUTS.instruments,
    scope: "read",
    input: {
      text: z.string().trim().min(1).max(80),
      exchangeSegment: segment.optional(),
      limit: limit(FOUND_INSTRUMENTS_MAX, 10),
    },
    run: async ({ instruments, trading }, { text, ...options }) => ({
      instruments: await instruments.search(trading, text, options),
    }),
  }),
  tool({
    name: "get_quotes",
    title: "Read quotes",
    description: `Last price, day's range, volume, open interest and five levels of depth of up to ${QUOTES_MAX} instruments.`,
    output: OUTPUTS.quotes,
    scope: "read",
    input: {
      instruments: z
        .array(z.object({ exchangeSegment: segment, securityId }))
        .min(1)
        .max(QUOTES_MAX),
      depth: z.boolean().default(false).describe("With five levels of bids and asks"),
    },
    async run({ trading }, { instruments, depth }) {
      const body: Record<string, string[]> = {};
      for (const { exchangeSegment, securityId: id } of instruments)
        body[exchangeSegment] = [...(body[exchangeSegment] ?? []), id];
      const { data } = await trading.call<{
        data: Record<string, Record<string, Record<string, unknown>>>;
      }>("quoteFull", { body });
      return {
        quotes: instruments.map((at) => {
          const quote = data[at.exchangeSegment]?.[at.securityId];
          if (quote === undefined) return { ...at, listed: false };
          const { depth: levels, ...rest } = quote;
          return { ...at, ...rest, ...(depth ? { depth: levels } : {}) };
        }),
      };
    },
  }),
  tool({
    name: "get_candles",
    title: "Read candles",
    description: `Daily candles, or candles of 1, 5, 15, 25, 30 or 60 minutes; the newest ${BARS_MAX} of the period.`,
    output: OUTPUTS.candles,
    scope: "read",
    input: {
      exchangeSegment: segment,
      securityId,
      kind: z.enum(INSTRUMENT_TYPES).describe("EQUITY, INDEX, OPTIDX …, from find_instrument"),
      interval: z.enum(["day", "1", "5", "15", "25", "30", "60"]).default("day"),
      from: isoDay,
      to: isoDay.describe("Last day, included"),
    },
    async run({ trading }, { exchangeSegment, securityId: id, kind, interval, from, to }) {
      if (from > to) throw new ToolRefusal("from must not be after to.");
      // The API's `toDate` is the first day that is left out.
      const toDate = isoDayOf(dayOfIso(to) + 1);
      const subject = { exchangeSegment, securityId: id, instrument: kind, fromDate: from, toDate };
      const candles =
        interval === "day"
          ? await trading.call<Candles>("getDailyCandles", { body: subject })
          : await trading.call<Candles>("getIntradayCandles", {
              body: { ...subject, interval: Number(interval) },
            });
      const bars = candles.timestamp.map((at, index) => ({
        at: interval === "day" ? isoDayOf(istDay(at * 1_000)) : indianTime(at * 1_000),
        open: candles.open[index],
        high: candles.high[index],
        low: candles.low[index],
        close: candles.close[index],
        volume: candles.volume[index],
      }));
      return { total: bars.length, bars: bars.slice(-BARS_MAX) };
    },
  }),
  tool({
    name: "list_expiries",
    title: "List expiries",
    description: "The listed option expiries of an index or share, nearest first.",
    output: OUTPUTS.expiries,
    scope: "read",
    input: { underlyingSegment, underlyingId: securityId },
    async run({ trading }, { underlyingSegment: UnderlyingSeg, underlyingId }) {
      const body = { UnderlyingSeg, UnderlyingScrip: Number(underlyingId) };
      const { data } = await trading.call<{ data: string[] }>("listExpiries", { body });
      return { expiries: data };
    },
  }),
  tool({
    name: "get_option_chain",
    title: "Read an option chain",
    description:
      "Strikes around the money of one expiry: prices, open interest, implied volatility, greeks and security ids of calls and puts.",
    output: OUTPUTS.optionChain,
    scope: "read",
    input: {
      underlyingSegment,
      underlyingId: securityId,
      expiry: isoDay.describe("From list_expiries"),
      strikesEachSide: limit(50, STRIKES_EACH_SIDE),
    },
    async run({ trading }, { underlyingSegment: UnderlyingSeg, underlyingId, expiry, strikesEachSide }) {
      const body = { UnderlyingSeg, UnderlyingScrip: Number(underlyingId), Expiry: expiry };
      const { data } = await trading.call<Chain>("getOptionChain", { body });
      const strikes = Object.entries(data.oc)
        .map(([strike, sides]) => ({ strike: Number(strike), ...sides }))
        .sort((a, b) => a.strike - b.strike);
      const nearest = strikes.reduce(
        (best, { strike }, index) =>
          Math.abs(strike - data.last_price) < Math.abs((strikes[best]?.strike ?? 0) - data.last_price)
            ? index
            : best,
        0,
      );
      return {
        underlyingPrice: data.last_price,
        expiry,
        strikes: strikes.slice(Math.max(0, nearest - strikesEachSide), nearest + strikesEachSide + 1),
      };
    },
  }),
];

export const READ_TOOLS: readonly Tool[] = [...ALGO_TOOLS, ...DOCS_TOOLS, ...MARKET_TOOLS, ...ACCOUNT_TOOLS];
