// Results of an algo's studies as sentences and tables. Pure, except for `studiesView`, which loads the studies through
// the disclosure gate.

import type { DisclosedStrategy, EvidenceService } from "../context.ts";
import type { StrategyStudies, StudyKind, StudyResult } from "../contract/base-api/studies.ts";
import { nullIfRefused } from "../contract/site/fault.ts";
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { PERFORMANCE_WORDS } from "./performance-words.ts";

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
  return { kind: "ready", from: studies.from, to: studies.to, fault, tables: tablesOf(studies.results) };
}

const shareOf = ({ netPaise, capitalPaise }: StudyResult) => netPaise / capitalPaise;

export function tablesOf(results: readonly StudyResult[]): StudyTable[] {
  const of = (kind: StudyKind) => results.filter((one) => one.kind === kind);
  const tables = [
    table(
      "costs",
      "Other costs",
      costsSentence(of("costs")),
      of("costs"),
      ({ percent }) => `Costs × ${percent / 100}`,
    ),
    table("bars", "Bars of other lengths", barsSentence(of("bars")), of("bars"), ({ value }) =>
      value === "1" ? "1 minute" : `${value} minutes`,
    ),
    table(
      "parameter",
      "Each number of its rules, a fifth lower and higher",
      parameterSentence(results),
      of("parameter"),
      nameOfParameter,
    ),
    table(
      "capacity",
      "More capital, filled against the market depth",
      capacitySentence(of("capacity")),
      of("capacity"),
      (one) => `${formatCount(one.percent / 100)} × (${formatRupees(one.capitalPaise / 100)})`,
    ),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

function nameOfParameter({ name, percent, value }: StudyResult): string {
  const by = percent < 100 ? "lower" : "higher";
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
      net: formatChange(shareOf(one)),
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
  const turns = shareOf(usual) > 0 && shareOf(twice) <= 0 ? " The gain does not survive that." : "";
  return `With costs twice as high the net result would be ${formatChange(shareOf(twice))} instead of ${formatChange(shareOf(usual))}.${turns}`;
}

function barsSentence(results: readonly StudyResult[]): string {
  const [usual, longer] = [at(results, 100), results.at(-1)];
  if (usual === undefined || longer === undefined) return "";
  return `The backtest checks the market every ${usual.value} minutes. With a check every ${longer.value} minutes the net result would be ${formatChange(shareOf(longer))} instead of ${formatChange(shareOf(usual))}. Deployments check every minute.`;
}

/** Compares the variants of parameters with the backtest itself. */
function parameterSentence(all: readonly StudyResult[]): string {
  const results = all.filter(({ kind }) => kind === "parameter");
  const usual = all.find(({ kind, percent }) => kind === "costs" && percent === 100);
  if (results.length === 0 || usual === undefined) return "";
  const shares = results.map(shareOf);
  const furthest = results.reduce((far, one) =>
    Math.abs(shareOf(one) - shareOf(usual)) > Math.abs(shareOf(far) - shareOf(usual)) ? one : far,
  );
  const gained = shares.filter((share) => share > 0).length;
  return `Changed one at a time, the net result lies between ${formatChange(Math.min(...shares))} and ${formatChange(Math.max(...shares))} instead of ${formatChange(shareOf(usual))}; ${formatCount(gained)} of ${formatCount(results.length)} changes gained. The most sensitive is ${furthest.name}.`;
}

function capacitySentence(results: readonly StudyResult[]): string {
  const [once, most] = [at(results, 100), at(results, 2_000)];
  if (once === undefined || most === undefined) return "";
  return `With ${formatRupees(most.capitalPaise / 100)} filled against the depth of its moments the net result would be ${formatChange(shareOf(most))} instead of ${formatChange(shareOf(once))}.`;
}

/** Returns the progress, such as "3 of 66 algos", if the provider reports it. */
export function methodText(making: StrategyStudies["making"]): string {
  return making === null
    ? "They are computed when all records are there."
    : `Studies of ${formatCount(making.done)} of ${formatCount(making.total)} algos are computed.`;
}

export const spanText = (from: string, to: string) =>
  PERFORMANCE_WORDS.fromTo({ from: formatDay(from), to: formatDay(to) });
