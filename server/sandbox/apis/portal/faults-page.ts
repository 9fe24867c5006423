// Page of the account's faults: the configured rules with their counts, and a form to add a rule. The form's fields are
// those of the contract.
import { html } from "hono/html";
import {
  FAULT_KINDS,
  FAULT_LIMITS,
  FAULT_SOCKETS,
  FAULTS,
  type FaultKind,
  type FaultRule,
  faultRuleSchema,
} from "../../../../app/contract/trading-api/faults.ts";
import { REJECT_CAUSES } from "../../../../app/contract/trading-api/vocabulary.ts";
import { faultNote, type Page, tableFrame } from "../page-frame.ts";
import type { Fields } from "../read-form.ts";
import { faultsIn, plainText } from "../trading-api/plain-words.ts";
import { box, button, muted, type PortalPage, portalFrame, postForm, textField } from "./portal-frame.ts";

const KIND_TITLES: Readonly<Record<FaultKind, string>> = {
  call: "Calls",
  order: "Orders",
  socket: "Socket messages",
};
const NUMBERS = ["after", "every", "times", "ms", "quantity", "messages"] as const;
const LABELS: Readonly<
  Record<(typeof NUMBERS)[number] | "on" | "from" | "until", [label: string, hint: string]>
> = {
  on: [
    "What it strikes",
    `Operation ids separated by commas, or for sockets ${FAULT_SOCKETS.join(", ")}. Empty: all`,
  ],
  after: ["After", "Number of calls that pass first"],
  every: ["Every", "3 for every third"],
  times: ["Times", "Empty: until removed"],
  from: ["From, IST", "2026-11-20 10:00:00; empty: at once"],
  until: ["Until, IST", "Empty: without end"],
  ms: ["Milliseconds", "For slow, timeout, in-transit, stale"],
  quantity: ["Units", "For partial-fill"],
  messages: ["Messages", "For gap"],
};

type Rule = FaultRule & { seen: number; struck: number };
export type RefusedRule = { fields: Fields; faults: Readonly<Record<string, string>> };

/** Parses a form into a rule, or returns the errors by field. */
export function readRuleForm(fields: Fields): FaultRule | RefusedRule {
  const text = (name: string) => (fields[name] ?? "").trim();
  const given = (name: string, value: unknown) => (text(name) === "" ? {} : { [name]: value });
  const parsed = faultRuleSchema.safeParse(
    {
      fault: text("fault"),
      ...given("on", text("on").split(/[\s,]+/)),
      ...Object.assign({}, ...NUMBERS.map((name) => given(name, Number(text(name))))),
      ...given("from", text("from")),
      ...given("until", text("until")),
      ...given("cause", text("cause")),
    },
    { error: plainText },
  );
  if (parsed.success) return parsed.data;
  return { fields, faults: faultsByField(faultsIn(parsed.error.issues)) };
}

/** Errors of a rule by field name; those of `on.0` are listed under `on`. */
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
    {
      title: "Faults",
      lead: "The sandbox injects these faults for all programs of this account. The first rule that matches applies.",
    },
    html`${box("rules", "Rules", rules.length === 0 ? muted("No fault is set.") : ruleTable(rules), {
      isWide: true,
      ...(rules.length === 0
        ? {}
        : {
            action: html`<p class="badge badge-paper">${rules.length} on</p>`,
            foot: postForm("/faults", button("Remove all", html`name="intent" value="clear"`)),
          }),
    })}
    ${box(
      "add",
      "Add a rule",
      rules.length >= FAULT_LIMITS.rulesAtMost
        ? muted(`An account has at most ${FAULT_LIMITS.rulesAtMost} rules; remove one to add another.`)
        : ruleForm(refused),
    )}
    ${box(
      "what",
      "What each fault does",
      html`<dl class="portal-terms">${FAULTS.map(
        ({ name, what }) =>
          html`<dt class="font-semibold">${name}</dt><dd class="text-ink-muted">${what}</dd>`,
      )}</dl>`,
    )}`,
  );
}

function ruleTable(rules: readonly Rule[]): Page {
  return tableFrame(
    "Rules",
    html`<table class="table stack-table"><caption class="sr-only">Rules</caption><thead><tr><th scope="col">Fault</th><th scope="col">Rule</th><th scope="col" class="number">Struck</th><th scope="col"><span class="sr-only">Remove</span></th></tr></thead><tbody>${rules.map(
      (rule, index) =>
        html`<tr><th scope="row">${rule.fault}</th><td data-label="Rule">${describe(rule)}</td><td data-label="Struck" class="number">${rule.struck} of ${rule.seen}</td><td>${postForm("/faults", html`<input type="hidden" name="number" value="${index + 1}" />${button(html`Remove<span class="sr-only"> ${rule.fault}</span>`, html`name="intent" value="remove"`)}`)}</td></tr>`,
    )}</tbody></table>`,
  );
}

/** Formats the conditions of a rule as text, without its fault and counts. */
function describe({ fault: _, seen: __, struck: ___, ...rule }: Rule): string {
  const parts = Object.entries(rule).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join(", ") : value}`,
  );
  return parts.length === 0 ? "always" : parts.join("; ");
}

function ruleForm(refused: RefusedRule | null): Page {
  const typed = refused?.fields ?? {};
  const field = (name: keyof typeof LABELS) =>
    textField({
      id: name,
      name,
      label: LABELS[name][0],
      hint: LABELS[name][1],
      value: typed[name] ?? "",
      fault: refused?.faults[name],
      attributes: html`maxlength="${name === "on" ? 1_000 : 19}"`,
    });
  const narrowing = ["after", "every", "times", "ms", "quantity", "messages", "from", "until", "cause"];
  return postForm(
    "/faults",
    html`${faultNote(refused?.faults.fault ?? refused?.faults.body ?? null)}
    <div><label for="fault" class="text-sm font-semibold">Fault</label><select id="fault" name="fault" class="field mt-1">${FAULT_KINDS.map(
      (kind) =>
        html`<optgroup label="${KIND_TITLES[kind]}">${FAULTS.filter((fault) => fault.kind === kind).map(
          ({ name }) =>
            html`<option value="${name}" ${typed.fault === name ? "selected" : ""}>${name}</option>`,
        )}</optgroup>`,
    )}</select></div>
    ${field("on")}
    <details class="fold" ${narrowing.some((name) => (typed[name] ?? "") !== "") ? "open" : ""}><summary class="link">When and how much</summary>
    <div class="grid gap-4 sm:grid-cols-2">${field("after")}${field("every")}${field("times")}${field("ms")}${field("quantity")}${field("messages")}${field("from")}${field("until")}<div><label for="cause" class="text-sm font-semibold">rejectCode</label><p class="text-xs text-ink-muted">For reject</p><select id="cause" name="cause" class="field mt-1"><option value="">Left out</option>${Object.keys(
      REJECT_CAUSES,
    ).map(
      (cause) => html`<option ${typed.cause === cause ? "selected" : ""}>${cause}</option>`,
    )}</select></div></div></details>
    ${button("Add the rule", html`name="intent" value="add"`, true)}`,
    "space-y-4",
  );
}
