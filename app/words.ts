// Words of all pages by file, text and entry. A brand replaces them by the files of its folder `words`.

import * as consent from "./deploying/consent-text.ts";
import * as deploying from "./deploying/text.ts";
import * as filters from "./domain/filter-words.ts";
import * as rating from "./domain/rating-words.ts";
import * as disclosures from "./evidence/disclosure-texts.ts";
import * as figures from "./evidence/figure-words.ts";
import * as evidence from "./evidence/text.ts";
import * as dates from "./format/date-words.ts";
import { brandLanguage, type Forms, listed, plural } from "./format/locale.ts";
import * as risks from "./format/risk.ts";
import * as numbers from "./format/rupees.ts";
import * as frame from "./frame/text.ts";
import * as prices from "./live/text.ts";
import * as collections from "./marketplace/collection-words.ts";
import * as lists from "./marketplace/list-words.ts";
import * as managers from "./marketplace/manager-words.ts";
import * as menu from "./marketplace/menu-text.ts";
import * as states from "./marketplace/state-words.ts";
import * as stepper from "./marketplace/stepper-words.ts";
import * as marketplace from "./marketplace/text.ts";
import * as instruments from "./markets/instrument-words.ts";
import * as markets from "./markets/text.ts";
import * as books from "./portfolio/books-text.ts";
import * as deploymentWords from "./portfolio/deployment-words.ts";
import * as portfolio from "./portfolio/text.ts";
import * as notifications from "./routes/account.notifications/text.ts";
import * as compare from "./routes/algos.compare/text.ts";
import * as find from "./routes/algos.find/text.ts";
import * as record from "./routes/algos.managers.$manager.$algo._index/record-text.ts";
import * as roles from "./routes/algos.managers.$manager.$algo._index/role-words.ts";
import * as algo from "./routes/algos.managers.$manager.$algo._index/text.ts";
import * as deploy from "./routes/algos.managers.$manager.$algo.deploy/text.ts";
import * as myAlgos from "./routes/algos.my-algos._index/text.ts";
import * as deployment from "./routes/algos.my-algos.$id._index/text.ts";
import * as combined from "./routes/algos.portfolio/text.ts";
import * as tracklist from "./routes/algos.tracklist/text.ts";
import * as evidencePages from "./routes/evidence._index/text.ts";
import * as instrument from "./routes/markets.$segment.$id._index/text.ts";
import * as support from "./support/text.ts";
import * as tradingApis from "./trading-apis/text.ts";
import * as ui from "./ui/text.ts";

type Entry = string | ((...values: never[]) => unknown) | Entries;
type Entries = { [entry: string]: Entry };

/** Files of words; the name is that of the file in a brand's folder. */
export const WORD_FILES: Record<string, Entries> = Object.fromEntries(
  Object.entries({
    algo,
    collections,
    books,
    combined,
    compare,
    consent,
    dates,
    deploy,
    deploying,
    deployment,
    deploymentWords,
    disclosures,
    evidence,
    evidencePages,
    figures,
    filters,
    find,
    frame,
    instrument,
    instruments,
    lists,
    managers,
    markets,
    marketplace,
    menu,
    myAlgos,
    notifications,
    numbers,
    portfolio,
    prices,
    rating,
    record,
    risks,
    roles,
    states,
    stepper,
    support,
    tracklist,
    tradingApis,
    ui,
  } as Record<string, object>).map(([file, texts]) => [
    file,
    Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) =>
        typeof text === "object" && !Array.isArray(text)
          ? [[name.replace(/Text$/, ""), text as Entries]]
          : [],
      ),
    ),
  ]),
);

/** Names of the values in an entry: `{name}` in a string, parameters of a function. */
export function valuesOf(entry: Entry): string[] {
  if (typeof entry === "string") return [...entry.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const list = /^\(?\s*\{?([^)}=]*)/.exec(String(entry))?.[1] ?? "";
  return list.split(",").flatMap((name) => /^\s*(\w+)/.exec(name)?.[1] ?? []);
}

const PLURAL_FORMS = ["zero", "one", "two", "few", "many", "other"];

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isForms = (value: unknown): value is Forms => isNested(value) && typeof value.other === "string";

/** Returns one line per key that does not exist, value of a wrong kind, and `{name}` without a value. */
export function textFaults(words: unknown, known: Entries = WORD_FILES, path = ""): string[] {
  if (!isNested(words)) return [`${path}: expected keys with words`];
  return Object.entries(words).flatMap(([key, value]) => {
    const at = path === "" ? key : `${path}.${key}`;
    const entry = Object.hasOwn(known, key) ? known[key] : undefined;
    if (entry === undefined) return [`${at}: no such key`];
    if (typeof entry === "object") return textFaults(value, entry, at);
    const forms = typeof entry === "function" && isForms(value) ? Object.values(value) : [value];
    const values = valuesOf(entry);
    return forms.flatMap((form) => {
      if (typeof form !== "string") return [`${at}: expected text`];
      const unknown = valuesOf(form).filter((name) => !values.includes(name));
      const offered = values.length === 0 ? "none" : values.map((name) => `{${name}}`).join(", ");
      return unknown.map((name) => `${at}: no value {${name}}; there are ${offered}`);
    });
  });
}

/** Replaces words. Modules may copy words when they are loaded, so the entry loads this module before all pages. */
function replaceTexts(words: Record<string, unknown>, known: Entries): number {
  let replaced = 0;
  for (const [key, value] of Object.entries(words)) {
    const entry = known[key];
    if (typeof entry === "object" && isNested(value)) replaced += replaceTexts(value, entry);
    else if (typeof entry === "string" && typeof value === "string") {
      known[key] = value;
      replaced++;
    } else if (typeof entry === "function") {
      known[key] = sentence(value as string | Forms);
      replaced++;
    }
  }
  return replaced;
}

/**
 * A function of the same value or record of values as the replaced one. A single value fills every `{name}`, because the
 * build may rename the replaced function's parameter.
 */
export function sentence(words: string | Forms): Entry {
  return (given: unknown) => {
    const record = isNested(given) ? given : null;
    const text =
      typeof words === "string" ? words : formFor(record === null ? [given] : Object.values(record), words);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => shown(record === null ? given : record[name]));
  };
}

/** Returns the form whose name equals a value ("true", "live", "0"), else the plural form of the first number. */
function formFor(values: unknown[], forms: Forms): string {
  const named = Object.entries(forms).find(
    ([name]) => !PLURAL_FORMS.includes(name) && values.some((value) => String(value) === name),
  );
  const count = values.find((value) => typeof value === "number");
  return named?.[1] ?? plural(Number(count ?? 0), forms);
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return listed(value.map(String));
  return typeof value === "number" ? numbers.formatCount(value) : String(value ?? "");
}

/** Number of entries that the brand replaces. */
export const REPLACED_WORDS = replaceTexts(brandLanguage().words, WORD_FILES);
