// Trading hours of each market by effective date, and pure functions on them, for the relay, the sandbox and the pages.
// Times are IST, which has no daylight saving time. The setting MARKET_CALENDAR_FILE loads the exchanges' calendar of a
// later year.
import { z } from "zod";
import { HOLIDAYS, SPECIAL_SESSIONS } from "./calendars/holidays.ts";
import { DAY_MS, isoDayOf, istDay, istDayStart, MINUTE_MS } from "./time.ts";
import { EXCHANGE_SEGMENTS, type ExchangeSegment } from "./vocabulary.ts";

export const MARKET_PHASES = ["pre_open", "open", "closing_auction", "post_close", "closed"] as const;
export type MarketPhase = (typeof MARKET_PHASES)[number];

const day = z.iso.date();
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, "HH:MM, 24 hours, IST");
const spanSchema = z.object({ phase: z.enum(MARKET_PHASES), from: clock, to: clock });
const segments = z.array(z.enum(EXCHANGE_SEGMENTS)).min(1);

export const marketCalendarSchema = z.object({
  /**
   * Trading hours by date. For a segment, the latest entry that is already in effect applies. Spans are ordered and do
   * not overlap.
   */
  timetables: z.array(
    z.object({
      from: day,
      segments,
      weekdays: z.array(z.int().min(0).max(6)).min(1),
      /** `derivatives`: shares that have futures and options. Their day ends with a closing auction. */
      group: z.enum(["all", "derivatives"]).default("all"),
      spans: z.array(spanSchema),
    }),
  ),
  holidays: z.array(z.object({ day, name: z.string().min(1).max(80), segments })),
  /** Days with different trading hours, including sessions on days that are otherwise closed. */
  special: z.array(z.object({ day, name: z.string().min(1).max(80), segments, spans: z.array(spanSchema) })),
});
export type MarketCalendar = z.infer<typeof marketCalendarSchema>;

const CASH: ExchangeSegment[] = ["NSE_EQ", "BSE_EQ"];
const DERIVATIVES: ExchangeSegment[] = ["NSE_FNO", "BSE_FNO"];
const SECURITIES: ExchangeSegment[] = ["IDX_I", ...CASH, ...DERIVATIVES];
const CURRENCY: ExchangeSegment[] = ["NSE_CURRENCY", "BSE_CURRENCY"];

type Timetable = MarketCalendar["timetables"][number];

/** Trading hours from Monday to Friday. */
const TIMETABLES: readonly (Omit<Timetable, "weekdays" | "group"> & Partial<Timetable>)[] = [
  {
    from: "2010-10-18",
    segments: ["IDX_I", ...CASH],
    spans: [
      { phase: "pre_open", from: "09:00", to: "09:15" },
      { phase: "open", from: "09:15", to: "15:30" },
      { phase: "post_close", from: "15:40", to: "16:00" },
    ],
  },
  {
    from: "2010-10-18",
    segments: DERIVATIVES,
    spans: [{ phase: "open", from: "09:15", to: "15:30" }],
  },
  // A closing auction for shares with derivatives and longer hours for derivatives were introduced on this day.
  {
    from: "2026-08-03",
    segments: ["IDX_I", ...CASH],
    spans: [
      { phase: "pre_open", from: "09:00", to: "09:15" },
      { phase: "open", from: "09:15", to: "15:30" },
      { phase: "post_close", from: "15:50", to: "16:00" },
    ],
  },
  {
    from: "2026-08-03",
    segments: CASH,
    group: "derivatives",
    spans: [
      { phase: "pre_open", from: "09:00", to: "09:15" },
      { phase: "open", from: "09:15", to: "15:15" },
      { phase: "closing_auction", from: "15:15", to: "15:35" },
      { phase: "post_close", from: "15:50", to: "16:00" },
    ],
  },
  {
    from: "2026-08-03",
    segments: DERIVATIVES,
    spans: [{ phase: "open", from: "09:15", to: "15:40" }],
  },
  {
    from: "2026-09-07",
    segments: DERIVATIVES,
    spans: [
      { phase: "pre_open", from: "09:00", to: "09:15" },
      { phase: "open", from: "09:15", to: "15:40" },
    ],
  },
  {
    from: "2010-10-18",
    segments: CURRENCY,
    spans: [{ phase: "open", from: "09:00", to: "17:00" }],
  },
  {
    from: "2010-10-18",
    segments: ["MCX_COMM"],
    spans: [{ phase: "open", from: "09:00", to: "23:30" }],
  },
];

/** Published calendar of NSE, BSE and MCX. Holidays and special sessions by year are in calendars/holidays.ts. */
export const EXCHANGE_CALENDAR: MarketCalendar = {
  timetables: TIMETABLES.map((timetable) => ({ weekdays: [1, 2, 3, 4, 5], group: "all", ...timetable })),
  holidays: Object.values(HOLIDAYS).flatMap(({ days }) =>
    days.map(([holiday, name]) => ({ day: holiday, name, segments: [...SECURITIES, ...CURRENCY] })),
  ),
  special: SPECIAL_SESSIONS.map(({ day: held, name, spans }) => ({
    day: held,
    name,
    segments: [...SECURITIES],
    spans: spans.map(([from, to]) => ({ phase: "open" as const, from, to })),
  })),
};

/** Calendar of the sandbox's default market, which never closes, so that demonstrations always show changing prices. */
export const ROUND_THE_CLOCK: MarketCalendar = {
  timetables: [
    {
      from: "2000-01-01",
      segments: [...EXCHANGE_SEGMENTS],
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      group: "all",
      spans: [{ phase: "open", from: "00:00", to: "24:00" }],
    },
  ],
  holidays: [],
  special: [],
};

export type SessionGroup = "all" | "derivatives";
export type Session = {
  phase: MarketPhase;
  /**
   * Start and end of the phase, epoch ms. Null for a market that never closes, or if the phase does not start or end
   * within SEARCHED_DAYS.
   */
  since: number | null;
  until: number | null;
  /** Name of the day's holiday or special session. Null on an ordinary day. */
  name: string | null;
};
type Span = { phase: MarketPhase; fromMs: number; toMs: number };

const SEARCHED_DAYS = 15;

/** Returns the phase of a segment at an instant. */
export function findSession(
  calendar: MarketCalendar,
  segment: ExchangeSegment,
  atMs: number,
  group: SessionGroup = "all",
): Session {
  const today = istDay(atMs);
  const span = regularSpans(calendar, segment, today, group).find(
    ({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs,
  );
  const name = sessionName(calendar, segment, today);
  if (span !== undefined) {
    const [since, until] = extend(calendar, segment, group, span);
    return { phase: span.phase, since, until, name };
  }
  let since: number | null = null;
  let until: number | null = null;
  for (let back = 0; back <= SEARCHED_DAYS && since === null; back += 1)
    since =
      regularSpans(calendar, segment, today - back, group)
        .map(({ toMs }) => toMs)
        .filter((end) => end <= atMs)
        .at(-1) ?? null;
  for (let ahead = 0; ahead <= SEARCHED_DAYS && until === null; ahead += 1)
    until =
      regularSpans(calendar, segment, today + ahead, group)
        .map(({ fromMs }) => fromMs)
        .find((start) => start > atMs) ?? null;
  return { phase: "closed", since, until, name };
}

/**
 * Returns the start and end of a phase. Both are null if the phase continues after midnight, which happens only in a
 * market that never closes.
 */
function extend(
  calendar: MarketCalendar,
  segment: ExchangeSegment,
  group: SessionGroup,
  span: Span,
): [number | null, number | null] {
  const after = regularSpans(calendar, segment, istDay(span.toMs), group)[0];
  const runsOn = after?.fromMs === span.toMs && after.phase === span.phase;
  return runsOn ? [null, null] : [span.fromMs, span.toMs];
}

/** True during normal trading. Missing ticks are then a fault. */
export function isTrading(session: Session): boolean {
  return session.phase === "open";
}

/** Returns the start and end of normal trading on a day, epoch ms. Null on a closed day. */
export function tradingHours(
  calendar: MarketCalendar,
  segment: ExchangeSegment,
  dayNumber: number,
): { fromMs: number; toMs: number } | null {
  const open = regularSpans(calendar, segment, dayNumber, "all").filter(({ phase }) => phase === "open");
  const [first] = open;
  const last = open.at(-1);
  return first === undefined || last === undefined ? null : { fromMs: first.fromMs, toMs: last.toMs };
}

/** Returns the normal trading hours of the latest session that has begun, epoch ms. Null if there is none. */
export function latestSession(
  calendar: MarketCalendar,
  segment: ExchangeSegment,
  atMs: number,
): { fromMs: number; toMs: number } | null {
  const today = istDay(atMs);
  for (let back = 0; back <= SEARCHED_DAYS; back += 1) {
    const hours = tradingHours(calendar, segment, today - back);
    if (hours !== null && hours.fromMs <= atMs) return hours;
  }
  return null;
}

/**
 * Returns the start of a one-day chart, epoch ms: the start of the exchanges' latest session. During trading in the
 * market of `calendar`, the chart covers at most the last 24 hours.
 */
export function dayChartStart(calendar: MarketCalendar, segment: ExchangeSegment, atMs: number): number {
  const start = latestSession(EXCHANGE_CALENDAR, segment, atMs)?.fromMs ?? atMs;
  return isTrading(findSession(calendar, segment, atMs)) ? Math.max(start, atMs - DAY_MS) : start;
}

/** Returns the periods of normal trading on a day, in order. */
export function tradingSpans(
  calendar: MarketCalendar,
  segment: ExchangeSegment,
  dayNumber: number,
): { fromMs: number; toMs: number }[] {
  return regularSpans(calendar, segment, dayNumber, "all")
    .filter(({ phase }) => phase === "open")
    .map(({ fromMs, toMs }) => ({ fromMs, toMs }));
}

const CACHED_SPANS = 5_000;
/** Spans by calendar and day. Calendars are immutable, so entries never expire. */
const knownSpans = new WeakMap<MarketCalendar, Map<string, Span[]>>();

function regularSpans(
  calendar: MarketCalendar,
  segment: ExchangeSegment,
  dayNumber: number,
  group: SessionGroup,
): Span[] {
  let known = knownSpans.get(calendar);
  if (known === undefined || known.size > CACHED_SPANS) {
    known = new Map();
    knownSpans.set(calendar, known);
  }
  const key = `${segment} ${dayNumber} ${group}`;
  let spans = known.get(key);
  if (spans === undefined) {
    spans = computeSpans(calendar, segment, dayNumber, group);
    known.set(key, spans);
  }
  return spans;
}

function computeSpans(
  calendar: MarketCalendar,
  segment: ExchangeSegment,
  dayNumber: number,
  group: SessionGroup,
): Span[] {
  const iso = isoDayOf(dayNumber);
  const special = calendar.special.find((entry) => entry.day === iso && entry.segments.includes(segment));
  if (special !== undefined) return placeSpans(special.spans, dayNumber);
  if (calendar.holidays.some((entry) => entry.day === iso && entry.segments.includes(segment))) return [];
  const weekday = new Date(dayNumber * DAY_MS).getUTCDay();
  const inForce = (timetableGroup: SessionGroup) =>
    calendar.timetables
      .filter(
        (entry) => entry.group === timetableGroup && entry.from <= iso && entry.segments.includes(segment),
      )
      .sort((a, b) => (a.from < b.from ? -1 : 1))
      .at(-1);
  const table = (group === "all" ? undefined : inForce(group)) ?? inForce("all");
  return table?.weekdays.includes(weekday) ? placeSpans(table.spans, dayNumber) : [];
}

function sessionName(calendar: MarketCalendar, segment: ExchangeSegment, dayNumber: number): string | null {
  const iso = isoDayOf(dayNumber);
  const named = [...calendar.special, ...calendar.holidays].find(
    (entry) => entry.day === iso && entry.segments.includes(segment),
  );
  return named?.name ?? null;
}

function placeSpans(spans: z.infer<typeof spanSchema>[], dayNumber: number): Span[] {
  const midnight = istDayStart(dayNumber);
  const at = (text: string) => {
    const [hours = 0, minutes = 0] = text.split(":").map(Number);
    return midnight + (hours * 60 + minutes) * MINUTE_MS;
  };
  return spans.map(({ phase, from, to }) => ({ phase, fromMs: at(from), toMs: at(to) }));
}
