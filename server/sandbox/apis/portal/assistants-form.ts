// Forms for decisions on assistants' trades and for their settings. A session opened with a token cannot approve,
// because the assistant may have that token. Settings always require PIN and TOTP.
import type { Context } from "hono";
import { z } from "zod";
import { assistantsText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import {
  ASSISTANT_LIMITS,
  assistantSettings,
  CONFIRM_MODES,
  decideApproval,
  listApprovals,
  setAssistantSettings,
  tradedToday,
} from "../../accounts/assistant-approvals.ts";
import { type AssistantsView, assistantsPage } from "./assistants-page.ts";
import { HOME, type Outcome, type PortalContext, type Submission } from "./portal-context.ts";

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
    const words = intent === "approve" ? text.isApproved : text.isDenied;
    return { to, shown: { words: isDecided ? words : text.noLongerWaits } };
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
