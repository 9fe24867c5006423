// Converts the terms of a deployment between form, address and value. Rejected terms keep the entered values, with a
// message for each field.

import {
  type DeploymentTerms,
  deploymentTermsSchema,
  MULTIPLIER_MAX,
  RISK_LIMIT_RUPEES_MAX,
  RISK_LIMIT_TRADES_MAX,
  SCHEDULE_DAYS,
  type ScheduleDay,
} from "../contract/base-api/deployment.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { type MarketCalendar, tradingHours } from "../domain/market-sessions.ts";
import { parseRupees } from "../domain/parse-rupees.ts";
import { dayOfIso, isoDayOf, istDay, weekdayOf } from "../domain/time.ts";
import type { ExchangeSegment } from "../domain/vocabulary.ts";
import { formatRupees } from "../format/rupees.ts";
import { termsFaultText as text } from "./text.ts";

export const START_WITHIN_DAYS = 90;

export const TERM_FIELDS = [
  "amount",
  "multiplier",
  "mode",
  "startOn",
  "lossPerDay",
  "lossInAll",
  "tradesPerDay",
] as const;
export type TermField = (typeof TERM_FIELDS)[number] | "days";
export type TypedTerms = Record<(typeof TERM_FIELDS)[number], string> & { days: string[] };
export type TermFaults = Partial<Record<TermField, string>>;

/**
 * Returns the initial amount of the form: the largest multiple of the minimum within the user's amount, or the user's
 * amount if it is below the minimum.
 */
export function capitalFor(minimumRupees: number, amountRupees: number): number {
  const multiples = Math.min(MULTIPLIER_MAX, Math.floor(amountRupees / minimumRupees));
  return multiples < 1 ? amountRupees : multiples * minimumRupees;
}

/**
 * Returns the form's values from the address. Without them, returns the given amount and all days. The parameter `step`
 * marks a submitted form, whose empty fields and unticked days are preserved.
 */
export function typedTerms(
  params: URLSearchParams,
  days: readonly ScheduleDay[],
  today: string,
  amountRupees: number | null = null,
): TypedTerms {
  const isFirst = !["step", "amount", "multiplier"].some((name) => params.has(name));
  const read = (name: string, otherwise = "") => (params.get(name) ?? otherwise).slice(0, 60);
  return {
    amount: isFirst && amountRupees !== null ? formatRupees(amountRupees) : read("amount"),
    multiplier: read("multiplier"),
    mode: read("mode", "paper"),
    startOn: read("startOn", today),
    lossPerDay: read("lossPerDay"),
    lossInAll: read("lossInAll"),
    tradesPerDay: read("tradesPerDay"),
    days: params.has("step") || params.has("days") ? params.getAll("days").slice(0, 7) : [...days],
  };
}

export function readTerms(
  typed: TypedTerms,
  strategy: Pick<Strategy, "minAmountRupees">,
  days: readonly ScheduleDay[],
  today: string,
): { terms: DeploymentTerms } | { faults: TermFaults } {
  const faults: TermFaults = {};
  const minimum = strategy.minAmountRupees;
  const multiplier = readMultiplier(typed, minimum, faults);
  if (typed.mode !== "paper" && typed.mode !== "live") faults.mode = text.mode;
  const last = isoDayOf(dayOfIso(today) + START_WITHIN_DAYS);
  if (
    !deploymentTermsSchema.shape.startOn.safeParse(typed.startOn).success ||
    typed.startOn < today ||
    typed.startOn > last
  )
    faults.startOn = text.startOn(START_WITHIN_DAYS);
  const chosen = SCHEDULE_DAYS.filter((day) => typed.days.includes(day) && days.includes(day));
  if (chosen.length === 0) faults.days = text.days;
  const guard = (field: "lossPerDay" | "lossInAll", fault: string) => {
    if (typed[field].trim() === "") return null;
    const rupees = parseRupees(typed[field]);
    if (rupees === null || rupees < 1 || rupees > RISK_LIMIT_RUPEES_MAX) {
      faults[field] = fault;
      return null;
    }
    return rupees;
  };
  const lossPerDayRupees = guard("lossPerDay", text.lossPerDay);
  const lossInAllRupees = guard("lossInAll", text.lossInAll);
  let tradesPerDay: number | null = null;
  if (typed.tradesPerDay.trim() !== "") {
    tradesPerDay = Number(typed.tradesPerDay);
    if (!Number.isInteger(tradesPerDay) || tradesPerDay < 1 || tradesPerDay > RISK_LIMIT_TRADES_MAX)
      faults.tradesPerDay = text.tradesPerDay(RISK_LIMIT_TRADES_MAX);
  }
  if (Object.keys(faults).length > 0) return { faults };
  return {
    terms: {
      mode: typed.mode as DeploymentTerms["mode"],
      multiplier,
      startOn: typed.startOn,
      days: chosen,
      guards: { lossPerDayRupees, lossInAllRupees, tradesPerDay },
    },
  };
}

/** Returns the entered capital in whole rupees, or `fallbackRupees` if the entered amount is invalid. */
export function typedCapital(typed: TypedTerms, minimumRupees: number, fallbackRupees: number): number {
  const faults: TermFaults = {};
  const multiplier = readMultiplier(typed, minimumRupees, faults);
  return Object.keys(faults).length > 0 ? fallbackRupees : multiplier * minimumRupees;
}

/** Returns the entered number of multiples, or the number that the amount allows. */
function readMultiplier(typed: TypedTerms, minimum: number, faults: TermFaults): number {
  if (typed.multiplier.trim() !== "") {
    const multiplier = Number(typed.multiplier);
    if (!Number.isInteger(multiplier) || multiplier < 1 || multiplier > MULTIPLIER_MAX)
      faults.multiplier = text.multiplier(MULTIPLIER_MAX);
    return multiplier;
  }
  const rupees = parseRupees(typed.amount);
  if (rupees === null) {
    faults.amount = text.notAnAmount;
    return 1;
  }
  const multiplier = Math.floor(rupees / minimum);
  if (multiplier < 1) faults.amount = text.tooSmall(formatRupees(minimum));
  if (multiplier > MULTIPLIER_MAX)
    faults.amount = text.tooLarge({
      most: formatRupees(MULTIPLIER_MAX * minimum),
      multiples: MULTIPLIER_MAX,
    });
  return multiplier;
}

/**
 * Returns the range of the form's slider in whole multiples of the minimum, up to the available margin. Null if only
 * one multiple is available.
 */
export function sliderRange(
  minimumRupees: number,
  availablePaise: number,
  capitalRupees: number,
): { start: number; most: number } | null {
  const multiples = Math.min(MULTIPLIER_MAX, Math.floor(availablePaise / 100 / minimumRupees));
  const most = multiples * minimumRupees;
  return multiples < 2 ? null : { start: Math.min(most, Math.max(minimumRupees, capitalRupees)), most };
}

/** Converts a submitted form to the parameters of the review page's address. */
export function sentTerms(form: FormData): URLSearchParams {
  const params = new URLSearchParams({ step: "review" });
  for (const name of [...TERM_FIELDS, "days"])
    for (const value of name === "amount" ? [sentAmount(form)] : form.getAll(name))
      if (typeof value === "string") params.append(name, value.slice(0, 60));
  return params;
}

/** A typed amount overrides the slider, so the slider applies only if the amount field is unchanged or empty. */
function sentAmount(form: FormData): FormDataEntryValue | null {
  const [amount, shownAmount, slider, start] = ["amount", "shownAmount", "slider", "sliderStart"].map(
    (name) => form.get(name),
  );
  const isTyped = amount !== shownAmount && amount !== "";
  return slider && slider !== start && !isTyped ? slider : (amount ?? null);
}

/** Converts terms to the parameters of the review page's address and form. */
export function termsToParams(terms: DeploymentTerms): URLSearchParams {
  const params = new URLSearchParams({
    multiplier: String(terms.multiplier),
    mode: terms.mode,
    startOn: terms.startOn,
  });
  for (const day of terms.days) params.append("days", day);
  const { lossPerDayRupees, lossInAllRupees, tradesPerDay } = terms.guards;
  if (lossPerDayRupees !== null) params.set("lossPerDay", String(lossPerDayRupees));
  if (lossInAllRupees !== null) params.set("lossInAll", String(lossInAllRupees));
  if (tradesPerDay !== null) params.set("tradesPerDay", String(tradesPerDay));
  return params;
}

/**
 * Returns the weekdays that the form offers for opening positions: those of the algo, except days when its market is
 * closed.
 */
export function daysOffered(
  strategy: Pick<Strategy, "tradingDays" | "instrument">,
  calendar: MarketCalendar,
  nowMs: number,
): ScheduleDay[] {
  const segment: ExchangeSegment = strategy.instrument === "Equity" ? "NSE_EQ" : "NSE_FNO";
  const today = istDay(nowMs);
  const trading = new Set<ScheduleDay>();
  // Checks two weeks, so that a single holiday does not exclude its weekday.
  for (let day = today; day < today + 14; day += 1) {
    const weekday = SCHEDULE_DAYS[(weekdayOf(day) + 6) % 7];
    if (weekday !== undefined && tradingHours(calendar, segment, day) !== null) trading.add(weekday);
  }
  const isEveryDay = strategy.tradingDays.length === 5;
  const own: readonly string[] = strategy.tradingDays;
  return SCHEDULE_DAYS.filter((day) => trading.has(day) && (isEveryDay || own.includes(day)));
}

/** Returns the chosen days of the coming month when the market is closed. */
export function holidaysAhead(
  calendar: MarketCalendar,
  days: readonly ScheduleDay[],
  nowMs: number,
): { day: string; name: string }[] {
  const today = isoDayOf(istDay(nowMs));
  const last = isoDayOf(istDay(nowMs) + 30);
  return calendar.holidays.filter(({ day, segments }) => {
    const weekday = SCHEDULE_DAYS[(weekdayOf(dayOfIso(day)) + 6) % 7];
    const isChosen = weekday !== undefined && days.includes(weekday);
    return isChosen && day >= today && day <= last && segments.includes("NSE_EQ");
  });
}
