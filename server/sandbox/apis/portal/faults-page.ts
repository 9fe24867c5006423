// The account's faults: the rules that are set with their counts, and a form for one more. The form's fields are those of the contract.
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
import { faultNote, type Page } from "../page-frame.ts";
import type { Fields } from "../read-form.ts";
import { faultsIn, plainText } from "../trading-api/plain-words.ts";
import {
  button,
  heading,
  muted,
  onceField,
  type PortalPage,
  portalFrame,
  textField,
} from "./portal-frame.ts";

const KIND_TITLES: Readonly<Record<FaultKind, string>> = {
  call: "Calls",
  order: "Orders",
  socket: "Messages of sockets",
};
const NUMBERS = ["after", "every", "times", "ms", "quantity", "messages"] as const;
const LABELS: Readonly<
  Record<(typeof NUMBERS)[number] | "on" | "from" | "until", [label: string, hint: string]>
> = {
  on: [
    "What it strikes",
    `Operation ids with commas between, or for sockets ${FAULT_SOCKETS.join(", ")}. Empty: all`,
  ],
  after: ["After", "So many pass first"],
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

/** A form's fields as a rule, or what is wrong with them by field. */
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

/** The faults of a rule by the name of its field; `on.0` counts to `on`. */
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
      lead: "The sandbox commits these faults for all of this account's programs, so that you can see how they live with them. The first rule that strikes holds.",
    },
    html`<section aria-labelledby="rules">${heading("rules", "Rules")}
      ${rules.length === 0 ? muted("No fault is set.") : ruleTable(rules)}</section>
    <section aria-labelledby="add">${heading("add", "Add a rule")}
      ${
        rules.length >= FAULT_LIMITS.rulesAtMost
          ? muted(`An account has at most ${FAULT_LIMITS.rulesAtMost} rules; remove one to add another.`)
          : ruleForm(refused)
      }</section>`,
  );
}

function ruleTable(rules: readonly Rule[]): Page {
  return html`<div class="mt-3 overflow-x-auto" role="region" aria-label="Rules" tabindex="0"><table class="w-full text-sm"><thead><tr><th scope="col" class="py-1 pe-4 text-start">Fault</th><th scope="col" class="py-1 pe-4 text-start">Rule</th><th scope="col" class="py-1 pe-4 text-end">Struck</th><th scope="col" class="py-1"><span class="sr-only">Remove</span></th></tr></thead><tbody>${rules.map(
    (rule, index) =>
      html`<tr class="border-t border-line"><th scope="row" class="py-1 pe-4 text-start font-semibold">${rule.fault}</th><td class="py-1 pe-4">${describe(rule)}</td><td class="number py-1 pe-4 text-end">${rule.struck} of ${rule.seen}</td><td class="py-1"><form method="post" action="/sandbox/portal/faults">${onceField()}<input type="hidden" name="number" value="${index + 1}" />${button(html`Remove<span class="sr-only"> ${rule.fault}</span>`, html`name="intent" value="remove"`)}</form></td></tr>`,
  )}</tbody></table></div>
  <form method="post" action="/sandbox/portal/faults" class="mt-3">${onceField()}${button("Remove all", html`name="intent" value="clear"`)}</form>`;
}

/** A rule without its counts, as text. */
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
  return html`<form method="post" action="/sandbox/portal/faults" class="mt-3 max-w-3xl space-y-4">${onceField()}
    ${faultNote(refused?.faults.fault ?? refused?.faults.body ?? null)}
    <div><label for="fault" class="text-sm font-semibold">Fault</label><select id="fault" name="fault" class="field mt-1">${FAULT_KINDS.map(
      (kind) =>
        html`<optgroup label="${KIND_TITLES[kind]}">${FAULTS.filter((fault) => fault.kind === kind).map(
          ({ name }) =>
            html`<option value="${name}" ${typed.fault === name ? "selected" : ""}>${name}</option>`,
        )}</optgroup>`,
    )}</select></div>
    ${field("on")}
    <div class="grid gap-4 sm:grid-cols-3">${field("after")}${field("every")}${field("times")}${field("ms")}${field("quantity")}${field("messages")}</div>
    <div class="grid gap-4 sm:grid-cols-3">${field("from")}${field("until")}<div><label for="cause" class="text-sm font-semibold">rejectCode</label><p class="text-xs text-ink-muted">For reject</p><select id="cause" name="cause" class="field mt-1"><option value="">Left out</option>${Object.keys(
      REJECT_CAUSES,
    ).map(
      (cause) => html`<option ${typed.cause === cause ? "selected" : ""}>${cause}</option>`,
    )}</select></div></div>
    ${button("Add the rule", html`name="intent" value="add"`, true)}
  </form>
  <details class="mt-4"><summary class="cursor-pointer text-sm font-semibold">What each fault does</summary><dl class="mt-2 max-w-[75ch] text-sm">${FAULTS.map(
    ({ name, what }) => html`<dt class="mt-2 font-semibold">${name}</dt><dd>${what}</dd>`,
  )}</dl></details>`;
}
