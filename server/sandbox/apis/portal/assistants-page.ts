// Pending trades of assistants for the user to approve or deny, and the rules for assistants' trades.
import type { Context } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { portalText, assistantsText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import {
  type Approval,
  ASSISTANT_LIMITS,
  type AssistantSettings,
  assistantSettings,
  CONFIRM_MODES,
  decideApproval,
  listApprovals,
  setAssistantSettings,
  tradedToday,
} from "../../accounts/assistant-approvals.ts";
import { rupeesText } from "../../rupees.ts";
import { factRows, faultNote, type Page, tableFrame } from "../page-frame.ts";
import { istTime } from "../trading-api/wire-format.ts";
import { HOME, type Outcome, type PortalContext, type Submission } from "./portal-context.ts";
import {
  codeFields,
  mutedText,
  type PortalPage,
  portalFrame,
  postForm,
  renderBox,
  submitButton,
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

export function assistantsPage(page: PortalPage, view: AssistantsView): Page {
  const waiting = view.approvals.filter(({ state }) => state === "waiting");
  const decided = view.approvals.filter(({ state }) => state !== "waiting").slice(0, 20);
  return portalFrame(
    page,
    "/assistants",
    { subtitle: text.lead },
    html`${renderBox("waiting", text.waitingForYou, waiting.length === 0 ? mutedText(text.noTrade) : html`${waiting.map((one) => waitingPanel(one, view))}`, { isWide: waiting.length > 0 })}
    ${renderBox("decided", text.decided, decided.length === 0 ? mutedText(portalText.noneYet) : decidedTable(decided), { isWide: decided.length > 0 })}
    ${renderBox("settings", text.howTheyTrade, settingsForm(view), { isWide: true })}`,
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
    ...(valueRupees === undefined ? [] : ([[text.value, rupeesText(valueRupees)]] as [string, string][])),
    ...(margin?.totalMargin === undefined
      ? []
      : ([[text.margin, rupeesText(margin.totalMargin)]] as [string, string][])),
    ...(charges?.total === undefined
      ? []
      : ([[text.chargesInTotal, rupeesText(charges.total)]] as [string, string][])),
    [text.expires, `${istTime(expiresAt)} IST`],
  ];
  const fault = refused?.form === "decide" && refused.id === one.id ? refused.fault : null;
  return html`<article class="portal-part"><h3 class="text-lg">${one.summary}</h3>
    ${factRows(rows)}
    ${postForm(
      "/assistants",
      html`<input type="hidden" name="approval" value="${one.id}" />
      ${needsCodes ? codeFields(`approve-${one.id}`, fault) : faultNote(fault)}
      <div class="mt-3">${submitButton(html`${text.approve}<span class="sr-only">: ${one.summary}</span>`, html`name="intent" value="approve"`, true)}</div>`,
      "mt-3",
    )}
    ${postForm("/assistants", html`<input type="hidden" name="approval" value="${one.id}" />${submitButton(html`${text.deny}<span class="sr-only">: ${one.summary}</span>`, html`name="intent" value="deny"`)}`, "mt-3")}</article>`;
}

function settingsForm({ settings, today, refused }: AssistantsView): Page {
  const fault = refused?.form === "settings" ? refused.fault : null;
  return html`${mutedText(text.sentToday({ orders: today.orders, value: rupeesText(today.valueRupees) }))}
    ${postForm(
      "/assistants",
      html`<fieldset><legend class="text-sm font-semibold">${text.confirmation}</legend>${CONFIRM_MODES.map(
        (way) =>
          html`<label class="flex min-h-9 items-baseline gap-2 py-1.5"><input type="radio" name="confirm" value="${way}" ${settings.confirm === way ? "checked" : ""} /> ${text[way]}</label>`,
      )}</fieldset>
      ${textField({ id: "orders", name: "orders", label: text.ordersADay, value: String(settings.ordersPerDay), attributes: html`inputmode="numeric" required` })}
      ${textField({ id: "rupees", name: "rupees", label: text.rupeesADay, value: String(settings.rupeesPerDay), attributes: html`inputmode="numeric" required` })}
      ${codeFields("settings", fault)}
      <div>${submitButton(text.save, html`name="intent" value="settings"`, true)}</div>`,
      "mt-3 max-w-2xl space-y-4",
    )}`;
}

function decidedTable(approvals: readonly Approval[]): Page {
  return tableFrame(
    text.decided,
    html`<table class="table stack-table"><caption class="sr-only">${text.decidedTrades}</caption><thead><tr><th scope="col">${text.trade}</th><th scope="col">${portalText.whenIst}</th><th scope="col">${text.state}</th></tr></thead><tbody>${approvals.map(
      (one) =>
        html`<tr><th scope="row" class="wrap-anywhere">${one.summary}</th><td data-label="${portalText.whenIst}" class="whitespace-nowrap">${istTime(one.createdAt)}</td><td data-label="${text.state}">${text[one.state]}</td></tr>`,
    )}</tbody></table>`,
  );
}

const settingsSchema = z.object({
  confirm: z.enum(CONFIRM_MODES),
  orders: z.coerce.number().int().min(0).max(ASSISTANT_LIMITS.ordersPerDayAtMost),
  rupees: z.coerce.number().int().min(0).max(ASSISTANT_LIMITS.rupeesPerDayAtMost),
});

export function assistantsView(
  own: PortalContext,
  clientId: string,
  context: Context,
  refused?: AssistantsView["refused"],
): AssistantsView {
  const { db } = own.options;
  const now = own.now();
  return {
    approvals: listApprovals(db, clientId, now),
    settings: assistantSettings(db, clientId),
    today: tradedToday(db, clientId, now),
    needsCodes: !own.isRecentlyConfirmed(context),
    ...(refused === undefined ? {} : { refused }),
  };
}

/**
 * Handles decisions on assistants' trades, and their settings. A session opened with a token cannot approve, because the
 * assistant may have that token. Settings always require PIN and TOTP.
 */
export async function assistantsForm(submission: Submission): Promise<Outcome> {
  const { own, account, fields, context } = submission;
  const { db } = own.options;
  const to = `${HOME}/assistants`;
  const page = (refused: NonNullable<AssistantsView["refused"]>) =>
    assistantsPage(submission.page, assistantsView(own, account.id, context, refused));
  const { approval = "", intent } = fields;
  if (intent === "approve" || intent === "deny") {
    // A denial requires no confirmation by PIN and TOTP, because it sends no order.
    const refused =
      intent === "approve" && !own.isRecentlyConfirmed(context) ? await own.confirm(submission) : null;
    if (refused !== null)
      return { ...refused, page: page({ form: "decide", id: approval, fault: refused.fault }) };
    const decision = intent === "approve" ? "approved" : "denied";
    const isDecided = decideApproval(db, account.id, approval, decision, own.now());
    const decisionText = intent === "approve" ? text.isApproved : text.isDenied;
    return { to, shown: { words: isDecided ? decisionText : text.noLongerWaits } };
  }
  const requested = settingsSchema.safeParse(fields);
  if (!requested.success) {
    const fault = text.limits({
      orders: ASSISTANT_LIMITS.ordersPerDayAtMost,
      rupees: ASSISTANT_LIMITS.rupeesPerDayAtMost.toLocaleString("en-IN"),
    });
    return { page: page({ form: "settings", fault }), status: 422 };
  }
  const refused = await own.confirm(submission);
  if (refused !== null) return { ...refused, page: page({ form: "settings", fault: refused.fault }) };
  const { confirm, orders, rupees } = requested.data;
  setAssistantSettings(db, account.id, { confirm, ordersPerDay: orders, rupeesPerDay: rupees });
  return { to, shown: { words: text.saved } };
}
