// Results of an algo's studies as sentences and tables. Pure, except for `studiesView`, which loads the studies through
// the disclosure gate.

import type { DisclosedStrategy, EvidenceService } from "../context.ts";
import type { StrategyStudies, StudyKind, StudyResult } from "../contract/base-api/studies.ts";
import { nullIfRefused } from "../contract/site/fault.ts";
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { PERFORMANCE_TEXTS } from "./performance-texts.ts";
import { studiesText as text } from "./text.ts";

export type StudyTable = {
  kind: StudyKind;
  title: string;
  sentence: string;
  rows: { key: string; name: string; net: string; drawdown: string; trades: string }[];
};
export type StudiesView =
  | { kind: "being_made"; making: StrategyStudies["making"] }
  | { kind: "ready"; from: string; to: string; fault: string | null; tables: StudyTable[] };

/** Loads the studies. Null if they may not be shown or do not exist. */
export async function studiesView(
  evidence: EvidenceService,
  strategy: DisclosedStrategy,
): Promise<StudiesView | null> {
  const found = await evidence.studies(strategy).catch(nullIfRefused);
  if (found === null) return null;
  if (found.kind === "withheld" || found.value.studies.state === "none") return null;
  const { studies, fault } = found.value;
  if (studies.state === "being_made" || studies.from === null || studies.to === null)
    return { kind: "being_made", making: studies.making };
  return {
    kind: "ready",
    from: studies.from,
    to: studies.to,
    fault,
    tables: buildStudyTables(studies.results),
  };
}

const resultShare = ({ netPaise, capitalPaise }: StudyResult) => netPaise / capitalPaise;

export function buildStudyTables(results: readonly StudyResult[]): StudyTable[] {
  const of = (kind: StudyKind) => results.filter((one) => one.kind === kind);
  const tables = [
    table("costs", text.costs, costsSentence(of("costs")), of("costs"), ({ percent }) =>
      text.costsTimes(percent / 100),
    ),
    table("bars", text.bars, barsSentence(of("bars")), of("bars"), ({ value }) =>
      text.minutes(Number(value)),
    ),
    table("parameter", text.parameters, parameterSentence(results), of("parameter"), nameOfParameter),
    table(
      "capacity",
      text.capacity,
      capacitySentence(of("capacity")),
      of("capacity"),
      (one) => `${formatCount(one.percent / 100)} × (${formatRupees(one.capitalPaise / 100)})`,
    ),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

function nameOfParameter({ name, percent, value }: StudyResult): string {
  const by = percent < 100 ? text.lower : text.higher;
  return value === "" ? `${name}, ${by}` : `${name} ${value} (${by})`;
}

function table(
  kind: StudyKind,
  title: string,
  sentence: string,
  results: readonly StudyResult[],
  nameOf: (one: StudyResult) => string,
): StudyTable {
  return {
    kind,
    title,
    sentence,
    rows: results.map((one) => ({
      key: `${one.kind} ${one.name} ${one.percent}`,
      name: nameOf(one),
      net: formatChange(resultShare(one)),
      drawdown: formatChange(-one.maxDrawdownPpm / 1e6),
      trades: formatCount(one.trades),
    })),
  };
}

const at = (results: readonly StudyResult[], percent: number) =>
  results.find((one) => one.percent === percent);

function costsSentence(results: readonly StudyResult[]): string {
  const [usual, twice] = [at(results, 100), at(results, 200)];
  if (usual === undefined || twice === undefined) return "";
  const values = { twice: formatChange(resultShare(twice)), usual: formatChange(resultShare(usual)) };
  return resultShare(usual) > 0 && resultShare(twice) <= 0 ? text.costsTurn(values) : text.costsTwice(values);
}

function barsSentence(results: readonly StudyResult[]): string {
  const [usual, longer] = [at(results, 100), results.at(-1)];
  if (usual === undefined || longer === undefined) return "";
  return text.barsLonger({
    minutes: usual.value,
    longer: longer.value,
    net: formatChange(resultShare(longer)),
    usual: formatChange(resultShare(usual)),
  });
}

/** Returns a sentence that compares the backtest with its variants whose parameters differ. */
function parameterSentence(all: readonly StudyResult[]): string {
  const results = all.filter(({ kind }) => kind === "parameter");
  const usual = all.find(({ kind, percent }) => kind === "costs" && percent === 100);
  if (results.length === 0 || usual === undefined) return "";
  const shares = results.map(resultShare);
  const furthest = results.reduce((far, one) =>
    Math.abs(resultShare(one) - resultShare(usual)) > Math.abs(resultShare(far) - resultShare(usual))
      ? one
      : far,
  );
  const gained = shares.filter((share) => share > 0).length;
  return text.parametersChanged({
    least: formatChange(Math.min(...shares)),
    most: formatChange(Math.max(...shares)),
    usual: formatChange(resultShare(usual)),
    gained: formatCount(gained),
    changes: formatCount(results.length),
    parameter: furthest.name,
  });
}

function capacitySentence(results: readonly StudyResult[]): string {
  const [once, most] = [at(results, 100), at(results, 2_000)];
  if (once === undefined || most === undefined) return "";
  return text.capacityMost({
    capital: formatRupees(most.capitalPaise / 100),
    net: formatChange(resultShare(most)),
    usual: formatChange(resultShare(once)),
  });
}

/** Returns the progress, such as "3 of 66 algos", if the provider reports it. */
export function methodText(making: StrategyStudies["making"]): string {
  return making === null
    ? text.laterOn
    : text.progress({ done: formatCount(making.done), total: formatCount(making.total) });
}

export const spanText = (from: string, to: string) =>
  PERFORMANCE_TEXTS.fromTo({ from: formatDay(from), to: formatDay(to) });
