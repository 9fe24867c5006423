// Default texts of all pages by file, text and entry. A brand replaces them with the files in its folder `words`.

import * as scripts from "./browser/script-texts.ts";
import * as events from "./contract/base-api/event-texts.ts";
import * as orderTexts from "./contract/live/order-updates.ts";
import * as portal from "./contract/sandbox-pages/portal-texts.ts";
import * as sandbox from "./contract/sandbox-pages/sandbox-texts.ts";
import * as faults from "./contract/site/fault-texts.ts";
import * as refusals from "./contract/site/refusal-texts.ts";
import * as services from "./contract/site/service-status.ts";
import * as consent from "./deploying/consent-text.ts";
import * as deploying from "./deploying/text.ts";
import * as filters from "./domain/filter-texts.ts";
import * as rating from "./domain/rating-texts.ts";
import * as checks from "./evidence/check-texts.ts";
import * as disclosures from "./evidence/disclosure-texts.ts";
import * as figures from "./evidence/figure-texts.ts";
import * as performance from "./evidence/performance-texts.ts";
import * as evidence from "./evidence/text.ts";
import * as dates from "./format/date-texts.ts";
import { brandLanguage } from "./format/locale.ts";
import {
  isNested,
  isPluralForms,
  replaceTexts,
  type TextEntries,
  type TextEntry,
  textsByFile,
} from "./format/replace-texts.ts";
import * as risks from "./format/risk.ts";
import * as numbers from "./format/rupees.ts";
import * as pages from "./frame/page-texts.ts";
import * as frame from "./frame/text.ts";
import * as livePrices from "./live/price-texts.ts";
import * as prices from "./live/text.ts";
import * as collections from "./marketplace/collection-question-texts.ts";
import * as lists from "./marketplace/list-texts.ts";
import * as managers from "./marketplace/manager-texts.ts";
import * as menu from "./marketplace/menu-text.ts";
import * as states from "./marketplace/state-texts.ts";
import * as stepper from "./marketplace/stepper-texts.ts";
import * as marketplace from "./marketplace/text.ts";
import * as charts from "./markets/chart-texts.ts";
import * as instruments from "./markets/instrument-texts.ts";
import * as markets from "./markets/text.ts";
import * as books from "./portfolio/books-text.ts";
import * as deploymentTexts from "./portfolio/deployment-texts.ts";
import * as portfolio from "./portfolio/text.ts";
import * as notifications from "./routes/account.notifications/text.ts";
import * as compare from "./routes/algos.compare/text.ts";
import * as find from "./routes/algos.find/text.ts";
import * as record from "./routes/algos.managers.$manager.$algo._index/record-text.ts";
import * as roles from "./routes/algos.managers.$manager.$algo._index/role-texts.ts";
import * as algo from "./routes/algos.managers.$manager.$algo._index/text.ts";
import * as deploy from "./routes/algos.managers.$manager.$algo.deploy/text.ts";
import * as myAlgos from "./routes/algos.my-algos._index/text.ts";
import * as deployment from "./routes/algos.my-algos.$id._index/text.ts";
import * as combined from "./routes/algos.portfolio/text.ts";
import * as tracklist from "./routes/algos.tracklist/text.ts";
import * as evidencePages from "./routes/evidence._index/text.ts";
import * as instrument from "./routes/markets.$segment.$id._index/text.ts";
import * as help from "./support/help-texts.ts";
import * as support from "./support/text.ts";
import * as audiences from "./trading-apis/audience-texts.ts";
import * as tradingApis from "./trading-apis/text.ts";
import * as ui from "./ui/text.ts";

/** Texts by name of the brand's file that can replace them. */
export const TEXT_FILES: Record<string, TextEntries> = textsByFile({
  algo,
  audiences,
  collections,
  books,
  charts,
  checks,
  combined,
  compare,
  consent,
  dates,
  deploy,
  deploying,
  deployment,
  deploymentTexts,
  disclosures,
  events,
  evidence,
  evidencePages,
  faults,
  figures,
  filters,
  find,
  frame,
  help,
  instrument,
  instruments,
  lists,
  livePrices,
  managers,
  markets,
  marketplace,
  menu,
  myAlgos,
  notifications,
  numbers,
  orderTexts,
  pages,
  performance,
  portal,
  portfolio,
  prices,
  rating,
  record,
  refusals,
  risks,
  roles,
  sandbox,
  scripts,
  services,
  states,
  stepper,
  support,
  tracklist,
  tradingApis,
  ui,
});

/**
 * Returns the names of the values that an entry inserts: `{name}` in a string, or the parameters of a function. Names of
 * parameters consist of letters only, because a bundler may append a digit to them.
 */
export function findPlaceholders(entry: TextEntry): string[] {
  if (typeof entry === "string") return [...entry.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const list = /^\(?\s*\{?([^)}=]*)/.exec(String(entry))?.[1] ?? "";
  return list.split(",").flatMap((name) => /^\s*([a-z]+)/i.exec(name)?.[1] ?? []);
}

/**
 * Checks a brand's texts. Returns a message for each unknown key, each entry of a wrong type, each `{name}` that the
 * original text does not contain, and each missing `{name}` of a string, because pages insert elements there.
 */
export function findTextFaults(words: unknown, known: TextEntries, path = ""): string[] {
  if (!isNested(words)) return [`${path}: expected keys with texts`];
  return Object.entries(words).flatMap(([key, value]) => {
    const at = path === "" ? key : `${path}.${key}`;
    const entry = Object.hasOwn(known, key) ? known[key] : undefined;
    if (entry === undefined) return [`${at}: no such key`];
    if (typeof entry === "object") return findTextFaults(value, entry, at);
    const forms = typeof entry === "function" && isPluralForms(value) ? Object.values(value) : [value];
    const values = findPlaceholders(entry);
    return forms.flatMap((form) => {
      if (typeof form !== "string") return [`${at}: expected text`];
      const names = findPlaceholders(form);
      const unknown = names.filter((name) => !values.includes(name));
      const missing = typeof entry === "string" ? values.filter((name) => !names.includes(name)) : [];
      const offered = values.length === 0 ? "none" : values.map((name) => `{${name}}`).join(", ");
      return [
        ...unknown.map((name) => `${at}: no value {${name}}; there are ${offered}`),
        ...missing.map((name) => `${at}: expected {${name}}`),
      ];
    });
  });
}

/**
 * Number of entries that the brand replaces. Texts must be replaced before other modules are loaded, because modules
 * may copy them.
 */
export const REPLACED_TEXTS = replaceTexts(brandLanguage().words, TEXT_FILES);
