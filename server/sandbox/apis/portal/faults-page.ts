// Page of the account's fault rules with their counts. Its form adds a rule with the fields of the contract, or removes
// one or all.
import { html } from "hono/html";
import { portalText, faultsText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import {
  FAULT_KINDS,
  FAULT_LIMITS,
  FAULT_SOCKETS,
  FAULTS,
  type FaultRule,
  faultRuleSchema,
} from "../../../../app/contract/trading-api/faults.ts";
import { REJECT_CAUSES } from "../../../../app/contract/trading-api/vocabulary.ts";
import { faultNote, type Page, tableFrame } from "../page-frame.ts";
import type { Fields } from "../read-form.ts";
import { ApiFault } from "../trading-api/fault.ts";
import { issueMessage, listFieldFaults } from "../trading-api/issue-messages.ts";
import { HOME, type Outcome, type Submission } from "./portal-context.ts";
import {
  mutedText,
  type PortalPage,
  portalFrame,
  postForm,
  renderBox,
  submitButton,
  textField,
} from "./portal-frame.ts";

const NUMERIC_FIELDS = ["after", "every", "times", "ms", "quantity", "messages"] as const;
type FieldName = (typeof NUMERIC_FIELDS)[number] | "on" | "from" | "until";

type Rule = FaultRule & { seen: number; struck: number };
export type RefusedRule = { fields: Fields; faults: Readonly<Record<string, string>> };

/** Parses a form into a rule, or returns the errors by field. */
export function readRuleForm(fields: Fields): FaultRule | RefusedRule {
  const text = (name: string) => (fields[name] ?? "").trim();
  const nonEmptyField = (name: string, value: unknown) => (text(name) === "" ? {} : { [name]: value });
  const parsed = faultRuleSchema.safeParse(
    {
      fault: text("fault"),
      ...nonEmptyField("on", text("on").split(/[\s,]+/)),
      ...Object.assign({}, ...NUMERIC_FIELDS.map((name) => nonEmptyField(name, Number(text(name))))),
      ...nonEmptyField("from", text("from")),
      ...nonEmptyField("until", text("until")),
      ...nonEmptyField("cause", text("cause")),
    },
    { error: issueMessage },
  );
  if (parsed.success) return parsed.data;
  return { fields, faults: faultsByField(listFieldFaults(parsed.error.issues)) };
}

/** Returns the errors by form field. An error of a list entry such as `on.0` belongs to the field `on`. */
export const faultsByField = (
  faults: readonly { field: string; message: string }[],
): Record<string, string> =>
  Object.fromEntries(
    faults.map(({ field, message }) => [
      field.replace(/^faults\.\d+\./, "").split(".")[0] ?? field,
      `${message}.`,
    ]),
  );

export function faultsPage(
  page: PortalPage,
  rules: readonly Rule[],
  refused: RefusedRule | null = null,
): Page {
  return portalFrame(
    page,
    "/faults",
    { subtitle: text.lead },
    html`${renderBox("rules", text.rules, rules.length === 0 ? mutedText(text.noFault) : ruleTable(rules), {
      isWide: true,
      ...(rules.length === 0
        ? {}
        : {
            action: html`<p class="badge badge-paper">${text.isOn(rules.length)}</p>`,
            footer: postForm("/faults", submitButton(text.removeAll, html`name="intent" value="clear"`)),
          }),
    })}
    ${renderBox(
      "add",
      text.add,
      rules.length >= FAULT_LIMITS.rulesAtMost
        ? mutedText(text.atMost(FAULT_LIMITS.rulesAtMost))
        : ruleForm(refused),
    )}
    ${renderBox(
      "what",
      text.whatEachDoes,
      html`<dl class="portal-terms">${FAULTS.map(
        ({ name, what }) =>
          html`<dt class="font-semibold"><code>${name}</code></dt><dd lang="en" class="text-ink-muted">${what}</dd>`,
      )}</dl>`,
    )}`,
  );
}

function ruleTable(rules: readonly Rule[]): Page {
  return tableFrame(
    text.rules,
    html`<table class="table stack-table"><caption class="sr-only">${text.rules}</caption><thead><tr><th scope="col">${text.fault}</th><th scope="col">${text.rule}</th><th scope="col" class="number">${text.struck}</th><th scope="col"><span class="sr-only">${portalText.remove}</span></th></tr></thead><tbody>${rules.map(
      (rule, index) =>
        html`<tr><th scope="row">${rule.fault}</th><td data-label="${text.rule}">${describe(rule)}</td><td data-label="${text.struck}" class="number">${text.struckOf(rule)}</td><td>${postForm("/faults", html`<input type="hidden" name="number" value="${index + 1}" />${submitButton(html`${portalText.remove}<span class="sr-only">: ${rule.fault}</span>`, html`name="intent" value="remove"`)}`)}</td></tr>`,
    )}</tbody></table>`,
  );
}

/** Formats the conditions of a rule as text. */
function describe({ fault: _, seen: __, struck: ___, ...rule }: Rule): string {
  const parts = Object.entries(rule).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join(", ") : value}`,
  );
  return parts.length === 0 ? text.always : parts.join("; ");
}

function ruleForm(refused: RefusedRule | null): Page {
  const typed = refused?.fields ?? {};
  const field = (name: FieldName) =>
    textField({
      id: name,
      name,
      label: text[name],
      hint: name === "on" ? text.onHint(FAULT_SOCKETS.join(", ")) : text[`${name}Hint`],
      value: typed[name] ?? "",
      fault: refused?.faults[name],
      attributes: html`maxlength="${name === "on" ? 1_000 : 19}"`,
    });
  const narrowing = ["after", "every", "times", "ms", "quantity", "messages", "from", "until", "cause"];
  return postForm(
    "/faults",
    html`${faultNote(refused?.faults.fault ?? refused?.faults.body ?? null)}
    <div><label for="fault" class="text-sm font-semibold">${text.fault}</label><select id="fault" name="fault" class="field mt-1">${FAULT_KINDS.map(
      (kind) =>
        html`<optgroup label="${text[kind]}">${FAULTS.filter((fault) => fault.kind === kind).map(
          ({ name }) =>
            html`<option value="${name}" ${typed.fault === name ? "selected" : ""}>${name}</option>`,
        )}</optgroup>`,
    )}</select></div>
    ${field("on")}
    <details class="fold" ${narrowing.some((name) => (typed[name] ?? "") !== "") ? "open" : ""}><summary class="link">${text.whenAndHowMuch}</summary>
    <div class="grid gap-4 sm:grid-cols-2">${field("after")}${field("every")}${field("times")}${field("ms")}${field("quantity")}${field("messages")}${field("from")}${field("until")}<div><label for="cause" class="text-sm font-semibold"><code>rejectCode</code></label><p class="text-xs text-ink-muted">${text.causeHint}</p><select id="cause" name="cause" class="field mt-1"><option value="">${text.leftOut}</option>${Object.keys(
      REJECT_CAUSES,
    ).map(
      (cause) => html`<option ${typed.cause === cause ? "selected" : ""}>${cause}</option>`,
    )}</select></div></div></details>
    ${submitButton(text.addTheRule, html`name="intent" value="add"`, true)}`,
    "space-y-4",
  );
}

export function faultsForm({ own, account, fields, page }: Submission): Outcome {
  const accountFaults = own.options.api.testFacilities.faults;
  const to = fields.place === "overview" ? HOME : `${HOME}/faults`;
  const present = accountFaults.of(account.id).list();
  const rules = present.map(({ seen: _, struck: __, ...rule }): FaultRule => rule);
  const refuse = (refused: RefusedRule): Outcome => ({
    page: faultsPage(page, present, refused),
    status: 422,
  });
  switch (fields.intent) {
    case "clear":
      accountFaults.set(account.id, []);
      return { to, shown: { words: text.allRemoved } };
    case "remove": {
      accountFaults.set(
        account.id,
        rules.filter((_, index) => String(index + 1) !== fields.number),
      );
      return { to, shown: { words: text.ruleRemoved } };
    }
    default: {
      const rule = readRuleForm(fields);
      if ("faults" in rule) return refuse(rule);
      try {
        accountFaults.set(account.id, [...rules, rule]);
      } catch (fault) {
        if (fault instanceof ApiFault) return refuse({ fields, faults: faultsByField(fault.errors) });
        throw fault;
      }
      return { to, shown: { words: text.isSet(rule.fault) } };
    }
  }
}
