// The find-your-algo stepper: three answers in the address, and the reasons why an algo fits or not. The choice High
// includes the risk level Moderate.

import type { StrategySummary } from "../contract/base-api/strategy.ts";
import type { StrategyQuery } from "../contract/base-api/strategy-query.ts";
import { instrumentText, tagText } from "../domain/filter-texts.ts";
import { parseRupees } from "../domain/parse-rupees.ts";
import { RISKS, type Risk, type Tag } from "../domain/vocabulary.ts";
import { formatRisk } from "../format/risk.ts";
import { formatRupees } from "../format/rupees.ts";
import { CAPITAL_LABELS, CAPITAL_NOTICES as notice, REASONS, STEP_TEXTS } from "./stepper-texts.ts";

export const CAPITAL_MIN_RUPEES = 5_000;
export const CAPITAL_MAX_RUPEES = 500_000;
export const CAPITAL_STEP_RUPEES = 5_000;

/** Capital scale of the marketplace. The slider ends at five lakh. */
export const CAPITAL_SCALE: { label: string; rupees: number }[] = [
  10_000, 25_000, 50_000, 100_000, 200_000, 300_000, 500_000, 750_000, 1_000_000,
].map((rupees) => ({ label: CAPITAL_LABELS[rupees] ?? formatRupees(rupees), rupees }));

export const RISK_CHOICES = ["Low", "Medium", "High"] as const;
export type RiskChoice = (typeof RISK_CHOICES)[number];
export const INSTRUMENT_CHOICES = ["Index", "Options", "Equity"] as const;
export type InstrumentChoice = (typeof INSTRUMENT_CHOICES)[number];

export const RISKS_OF_CHOICE: Record<RiskChoice, Risk[]> = {
  Low: ["Low"],
  Medium: ["Medium"],
  High: ["Moderate", "High"],
};

export type FilterStep = {
  id: string;
  question: string;
  label: string;
  fieldName: "capital" | "risk" | "instrument";
  fieldType: "range" | "buttons" | "select";
  selectionField: string;
  options: readonly string[];
};

export const FILTER_STEPS: FilterStep[] = [
  {
    id: "capital",
    ...STEP_TEXTS.capital,
    fieldName: "capital",
    fieldType: "range",
    selectionField: "min_amount",
    options: CAPITAL_SCALE.map((point) => point.label),
  },
  {
    id: "risk",
    ...STEP_TEXTS.risk,
    fieldName: "risk",
    fieldType: "buttons",
    selectionField: "risk",
    options: RISK_CHOICES,
  },
  {
    id: "instrument",
    ...STEP_TEXTS.instrument,
    fieldName: "instrument",
    fieldType: "buttons",
    selectionField: "tags",
    options: INSTRUMENT_CHOICES,
  },
];

export type StepperAnswers = {
  capital: number | null;
  risk: RiskChoice | null;
  instrument: InstrumentChoice | null;
};

export type ReadAnswers = {
  answers: StepperAnswers;
  /** Messages about corrected input. */
  notices: string[];
};

/**
 * Parses the answers. A pressed button with a suggested amount overrides a typed amount, and a typed amount overrides
 * the slider. An amount out of range is corrected, with a message.
 */
export function readAnswers(params: URLSearchParams): ReadAnswers {
  const notices: string[] = [];
  const typed = params.get("amount")?.trim() ?? "";
  const raw = params.get("pick") ?? (typed === "" ? params.get("capital") : typed);
  return {
    answers: {
      capital: raw === null || raw.trim() === "" ? null : readCapital(raw, notices),
      risk: RISK_CHOICES.find((choice) => choice === params.get("risk")) ?? null,
      instrument: INSTRUMENT_CHOICES.find((choice) => choice === params.get("instrument")) ?? null,
    },
    notices,
  };
}

/**
 * Returns the slider's amount, which the page shows again if the typed amount is invalid. Null if missing or invalid.
 */
export function sliderAmount(params: URLSearchParams): number | null {
  return readCapital(params.get("capital") ?? "", []);
}

function readCapital(raw: string, notices: string[]): number | null {
  const rupees = parseRupees(raw);
  if (rupees === null) {
    notices.push(notice.notAnAmount(raw.slice(0, 40)));
    return null;
  }
  if (rupees < CAPITAL_MIN_RUPEES) {
    notices.push(notice.smallest(formatRupees(CAPITAL_MIN_RUPEES)));
    return CAPITAL_MIN_RUPEES;
  }
  if (rupees > CAPITAL_MAX_RUPEES) {
    notices.push(notice.largest(formatRupees(rupees)));
    return CAPITAL_MAX_RUPEES;
  }
  const stepped = Math.floor(rupees / CAPITAL_STEP_RUPEES) * CAPITAL_STEP_RUPEES;
  if (stepped !== rupees)
    notices.push(
      notice.stepped({
        amount: formatRupees(rupees),
        down: formatRupees(stepped),
        step: formatRupees(CAPITAL_STEP_RUPEES),
      }),
    );
  return stepped;
}

export function capitalLabel(rupees: number): string {
  return rupees >= CAPITAL_MAX_RUPEES
    ? notice.orMore(formatRupees(CAPITAL_MAX_RUPEES))
    : formatRupees(rupees);
}

export function answersSearch(answers: Partial<StepperAnswers>): string {
  const params = new URLSearchParams();
  if (answers.capital != null) params.append("capital", String(answers.capital));
  if (answers.risk != null) params.append("risk", answers.risk);
  if (answers.instrument != null) params.append("instrument", answers.instrument);
  return params.size === 0 ? "" : `?${params}`;
}

export type Criterion = "capital" | "risk" | "instrument";

/**
 * Returns the query to the base API. `without` selects algos that miss this criterion but meet the others. For the
 * instrument, the result also contains algos that fit, because the API cannot exclude tags.
 */
export function stepperQuery(answers: StepperAnswers, limit: number, without?: Criterion): StrategyQuery {
  const { capital, risk, instrument } = answers;
  return {
    state: ["open"],
    ...(capital === null || capital >= CAPITAL_MAX_RUPEES
      ? {}
      : without === "capital"
        ? { min_amount: capital + 1, min_amount_val: "Greater" as const }
        : { capital }),
    ...(risk === null
      ? {}
      : { filter_risk: RISKS.filter((one) => RISKS_OF_CHOICE[risk].includes(one) === (without !== "risk")) }),
    ...(instrument === null || without === "instrument"
      ? {}
      : { tags: [instrument satisfies Tag], tags_match_type: "all" }),
    sort: without === "capital" ? "min_amount" : "deployed",
    limit,
  };
}

export type FitReason = { criterion: Criterion; fits: boolean; sentence: string };

/** Returns one sentence per answer, from the algo's data: why the algo fits, or by how much it misses. */
export function listFitReasons(strategy: StrategySummary, answers: StepperAnswers): FitReason[] {
  const reasons: FitReason[] = [];
  const { capital, risk, instrument } = answers;
  if (capital !== null) {
    const minimum = formatRupees(strategy.minAmountRupees);
    const isOpenEnded = capital >= CAPITAL_MAX_RUPEES;
    const fits = isOpenEnded || strategy.minAmountRupees <= capital;
    reasons.push({
      criterion: "capital",
      fits,
      sentence: fits
        ? REASONS.within({ minimum, capital: capitalLabel(capital) })
        : REASONS.above({
            minimum,
            missing: formatRupees(strategy.minAmountRupees - capital),
            capital: formatRupees(capital),
          }),
    });
  }
  if (risk !== null) {
    const fits = RISKS_OF_CHOICE[risk].some((level) => level === strategy.risk);
    const label = formatRisk(strategy.risk).toLowerCase();
    const choice = formatRisk(risk).toLowerCase();
    reasons.push({
      criterion: "risk",
      fits,
      sentence: fits
        ? strategy.risk === risk
          ? REASONS.riskChosen(label)
          : REASONS.riskIncluded({ risk: label, choice })
        : REASONS.riskOther({ risk: label, choice }),
    });
  }
  if (instrument !== null) {
    const fits = strategy.tags.includes(instrument);
    const traded = instrumentText(strategy.instrument).toLowerCase();
    const choice = tagText(instrument).toLowerCase();
    reasons.push({
      criterion: "instrument",
      fits,
      sentence: (fits ? REASONS.trades : REASONS.tradesOther)({ instrument: traded, choice }),
    });
  }
  return reasons;
}
