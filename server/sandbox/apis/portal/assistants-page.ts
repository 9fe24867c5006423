// Pending trades of assistants for the user to approve or deny, and the rules for assistants' trades.
import { html } from "hono/html";
import {
  type Approval,
  ASSISTANT_LIMITS,
  type AssistantSettings,
  type ConfirmWay,
} from "../../accounts/assistant-approvals.ts";
import { rupeesText } from "../../rupees.ts";
import { facts, faultNote, type Page, tableFrame } from "../page-frame.ts";
import { istTime } from "../trading-api/wire-format.ts";
import {
  box,
  button,
  codeFields,
  muted,
  type PortalPage,
  portalFrame,
  postForm,
  textField,
} from "./portal-frame.ts";

export type AssistantsView = {
  approvals: readonly Approval[];
  settings: AssistantSettings;
  today: { orders: number; valueRupees: number };
  /** True if a decision requires confirmation by PIN and TOTP. */
  needsCodes: boolean;
  refused?: { form: "decide" | "settings"; id?: string; fault: string };
};

const WAYS: readonly [way: ConfirmWay, words: string][] = [
  ["ask", "Ask me in the assistant’s program, or here if it cannot ask"],
  ["portal", "Always ask me here"],
  ["off", "Do not ask: trades within the limits are sent"],
];
const STATES: Record<Approval["state"], string> = {
  waiting: "Waiting",
  approved: "Approved, not sent yet",
  denied: "Denied",
  used: "Sent",
  expired: "Expired",
};

export function assistantsPage(page: PortalPage, view: AssistantsView): Page {
  const waiting = view.approvals.filter(({ state }) => state === "waiting");
  const decided = view.approvals.filter(({ state }) => state !== "waiting").slice(0, 20);
  return portalFrame(
    page,
    "/assistants",
    {
      title: "Assistants",
      lead: "An assistant sends only trades that you confirm outside its conversation, within your daily limits.",
    },
    html`${box("waiting", "Waiting for your approval", waiting.length === 0 ? muted("No trade awaits approval.") : html`${waiting.map((one) => waitingPanel(one, view))}`, { isWide: waiting.length > 0 })}
    ${box("decided", "Decided", decided.length === 0 ? muted("None yet.") : decidedTable(decided), { isWide: decided.length > 0 })}
    ${box("settings", "How assistants may trade", settingsForm(view), { isWide: true })}`,
  );
}

function waitingPanel(one: Approval, { needsCodes, refused }: AssistantsView): Page {
  const { valueRupees, margin, charges } = JSON.parse(one.details) as {
    valueRupees?: number;
    margin?: { totalMargin?: number };
    charges?: Record<string, number>;
  };
  const expiresAt = one.createdAt + ASSISTANT_LIMITS.approvalForMs;
  const rows: [string, Page | string][] = [
    ...(valueRupees === undefined ? [] : ([["Value", rupeesText(valueRupees)]] as [string, string][])),
    ...(margin?.totalMargin === undefined
      ? []
      : ([["Margin", rupeesText(margin.totalMargin)]] as [string, string][])),
    ...(charges?.total === undefined
      ? []
      : ([["Charges in total", rupeesText(charges.total)]] as [string, string][])),
    ["Expires", `${istTime(expiresAt)} IST`],
  ];
  const fault = refused?.form === "decide" && refused.id === one.id ? refused.fault : null;
  return html`<article class="portal-part"><h3 class="text-lg">${one.summary}</h3>
    ${facts(rows)}
    ${postForm(
      "/assistants",
      html`<input type="hidden" name="approval" value="${one.id}" />
      ${needsCodes ? codeFields(`approve-${one.id}`, fault) : faultNote(fault)}
      <div class="mt-3">${button(html`Approve<span class="sr-only">: ${one.summary}</span>`, html`name="intent" value="approve"`, true)}</div>`,
      "mt-3",
    )}
    ${postForm("/assistants", html`<input type="hidden" name="approval" value="${one.id}" />${button(html`Deny<span class="sr-only">: ${one.summary}</span>`, html`name="intent" value="deny"`)}`, "mt-3")}</article>`;
}

function settingsForm({ settings, today, refused }: AssistantsView): Page {
  const fault = refused?.form === "settings" ? refused.fault : null;
  return html`${muted(`Sent by assistants today: ${today.orders} orders, ${rupeesText(today.valueRupees)}. Cancelling and squaring off is never limited.`)}
    ${postForm(
      "/assistants",
      html`<fieldset><legend class="text-sm font-semibold">Confirmation</legend>${WAYS.map(
        ([way, words]) =>
          html`<label class="flex min-h-9 items-baseline gap-2 py-1.5"><input type="radio" name="confirm" value="${way}" ${settings.confirm === way ? "checked" : ""} /> ${words}</label>`,
      )}</fieldset>
      ${textField({ id: "orders", name: "orders", label: "Max orders a day", value: String(settings.ordersPerDay), attributes: html`inputmode="numeric" required` })}
      ${textField({ id: "rupees", name: "rupees", label: "Max rupees a day", value: String(settings.rupeesPerDay), attributes: html`inputmode="numeric" required` })}
      ${codeFields("settings", fault)}
      <div>${button("Save", html`name="intent" value="settings"`, true)}</div>`,
      "mt-3 max-w-2xl space-y-4",
    )}`;
}

function decidedTable(approvals: readonly Approval[]): Page {
  return tableFrame(
    "Decided",
    html`<table class="table stack-table"><caption class="sr-only">Decided trades, newest first</caption><thead><tr><th scope="col">Trade</th><th scope="col">When, IST</th><th scope="col">State</th></tr></thead><tbody>${approvals.map(
      (one) =>
        html`<tr><th scope="row" class="wrap-anywhere">${one.summary}</th><td data-label="When, IST" class="whitespace-nowrap">${istTime(one.createdAt)}</td><td data-label="State">${STATES[one.state]}</td></tr>`,
    )}</tbody></table>`,
  );
}
