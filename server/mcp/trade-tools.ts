// Trading tools. The input is the confirmation id and the summary of a preview. A tool sends the trade only after the
// user has confirmed it outside of the conversation: in the program that runs the assistant, or in the developer
// portal. The account's daily limit is checked before anything is sent.
import { z } from "zod";
import type { Pending, TradeAction } from "./confirmations.ts";
import { type PreviewedOrder, rupees } from "./order-costs.ts";
import { OUTPUTS } from "./outputs.ts";
import { PREVIEW_TOOLS, TOOL_BY_ACTION, type TradeRequests } from "./preview-tools.ts";
import { type Tool, type ToolContext, tool } from "./tool.ts";
import { type Position, ToolRefusal } from "./trading-caller.ts";

/**
 * Sends the confirmed trade. Orders have the confirmation id as correlation id, so they can be found after a lost
 * response. If only some of several orders are refused, the result contains their errors.
 */
async function execute(
  { trading }: ToolContext,
  action: TradeAction,
  work: TradeRequests,
  confirmationId: string,
): Promise<object> {
  switch (work.kind) {
    case "place": {
      // A position can be larger than the exchange's freeze quantity, which one order must not exceed.
      const operation = action === "square_off" ? "placeSlicedOrder" : "placeOrder";
      const results: object[] = [];
      const refusals: ToolRefusal[] = [];
      for (const [index, order] of work.orders.entries()) {
        const correlationId = `${confirmationId}-${index}`;
        try {
          const placed = await trading.call<object | object[]>(operation, {
            body: { ...order, correlationId },
          });
          results.push(...[placed].flat().map((one) => ({ ...one, correlationId })));
        } catch (fault) {
          if (!(fault instanceof ToolRefusal)) throw fault;
          refusals.push(fault);
          results.push({ error: fault.message, correlationId });
        }
      }
      if (refusals[0] !== undefined && refusals.length === results.length) throw refusals[0];
      return { results };
    }
    case "modify":
      return {
        results: [
          await trading.call<object>("modifyOrder", { path: { orderId: work.orderId }, body: work.change }),
        ],
      };
    case "cancel":
      return { results: [await trading.call<object>("cancelOrder", { path: { orderId: work.orderId } })] };
    case "exit_all":
      return { results: [await trading.call<object>("exitPositions")] };
  }
}

const trade = (action: TradeAction, title: string, description: string): Tool =>
  tool({
    name: TOOL_BY_ACTION[action],
    title,
    description: `${description} Requires the confirmation and the summary of a preview that the user has seen and accepted; each can be used once.`,
    scope: "trade",
    output: OUTPUTS.trade,
    input: {
      confirmationId: z.string().min(1).max(60),
      summary: z.string().min(1).max(20_000).describe("The preview's summary, word for word"),
    },
    async run(context, { confirmationId, summary }) {
      const { confirmations, clientId, trading } = context;
      const preview = confirmations.find(clientId, confirmationId, action, summary);
      const confirmed = await confirm(context, confirmationId, preview);
      if (typeof confirmed !== "string") return confirmed;
      const send = async () => {
        // The preview is removed before the trade is sent, so a second call with the same id is refused.
        const work = confirmations.take(clientId, confirmationId, action, summary);
        if (action === "square_off") await checkCloses(context, work);
        const { orders, valueRupees } = preview;
        const isReducing = action === "cancel" || action === "square_off";
        await trading.admit({ id: confirmationId, confirmedBy: confirmed, orders, valueRupees, isReducing });
        return { status: "sent", ...(await execute(context, action, work, confirmationId)) };
      };
      if (action !== "square_off") return send();
      // Parallel square-offs would all be checked against the same position.
      if (confirmations.squaringOff.has(clientId))
        throw new ToolRefusal("Another square-off is being sent. Nothing was sent; try again.");
      confirmations.squaringOff.add(clientId);
      try {
        return await send();
      } finally {
        confirmations.squaringOff.delete(clientId);
      }
    },
  });

/**
 * Throws ToolRefusal if an order of a square-off would open a position, or if closing all positions would close more
 * than the preview showed. Square-offs have no daily limit, so they must only close positions.
 */
async function checkCloses({ trading }: ToolContext, work: TradeRequests): Promise<void> {
  if (work.kind !== "place" && work.kind !== "exit_all") return;
  const open = await trading.positionsToClose();
  const isClosed = (position: Position, order: PreviewedOrder) =>
    position.exchangeSegment === order.exchangeSegment &&
    position.securityId === order.securityId &&
    position.productType === order.productType &&
    (order.transactionType === "SELL") === position.netQty > 0;
  const isAsPreviewed =
    work.kind === "place"
      ? work.orders.every((order) =>
          open.some((one) => isClosed(one, order) && order.quantity <= Math.abs(one.netQty)),
        )
      : open.every((one) =>
          work.orders.some((order) => isClosed(one, order) && Math.abs(one.netQty) <= order.quantity),
        );
  if (!isAsPreviewed) throw new ToolRefusal("The position changed. Preview again.");
}

type Confirmed = "user" | "portal" | "nobody";

/**
 * Requests the user's confirmation where the account's settings require it: in the program that runs the assistant, or
 * in the portal. Returns the kind of confirmation, or the tool's result while approval is pending. Throws ToolRefusal
 * if the user declined.
 */
async function confirm(
  { trading, askUser, confirmations, origin }: ToolContext,
  id: string,
  preview: Pending<TradeRequests>,
): Promise<Confirmed | object> {
  const { confirm: way } = await trading.assistantSettings();
  if (way === "off") return "nobody";
  if (way === "ask" && askUser !== null) {
    confirmations.extend(id);
    const reply = await askUser({ message: confirmationQuestion(preview), title: TITLES[preview.action] });
    if (reply === "accepted") return "user";
    confirmations.drop(id);
    throw new ToolRefusal(
      reply === "declined"
        ? "The user declined. Nothing was sent; do not ask again unless the user wants it."
        : "The user did not answer in time. Nothing was sent; preview again if the user still wants it.",
    );
  }
  const { action, summary, orders, valueRupees } = preview;
  const details = JSON.stringify(previewCosts(preview));
  const state = await trading.requestApproval({ id, action, summary, orders, valueRupees, details });
  if (state === "approved") return "portal";
  if (state !== "waiting") {
    confirmations.drop(id);
    throw new ToolRefusal(
      state === "denied"
        ? "The user denied it in the portal. Nothing was sent; do not ask again unless the user wants it."
        : "The approval has expired or was used. Preview again if the user still wants it.",
    );
  }
  confirmations.extend(id);
  const approveAt = `${origin}/sandbox/portal/assistants`;
  return {
    status: "approval_needed",
    approveAt,
    next: `Nothing was sent yet. Ask the user to approve it at ${approveAt}, then call ${TOOL_BY_ACTION[action]} again with the same confirmationId and summary. Only the user can approve it there.`,
  };
}

const TITLES: Record<TradeAction, string> = {
  place: "Place this order",
  modify: "Change this order",
  cancel: "Cancel this order",
  square_off: "Close these positions",
};

/** Returns the value, margin and charges of a preview, where it has them. */
function previewCosts({ details }: Pending<TradeRequests>) {
  const { valueRupees, margin, charges } = details as {
    valueRupees?: number;
    margin?: { totalMargin?: number; releasedMargin?: number };
    charges?: { total?: number };
  };
  return { valueRupees, margin, charges };
}

/** Returns the question for the user: the summary with value, margin and total charges. */
function confirmationQuestion(preview: Pending<TradeRequests>): string {
  const { summary } = preview;
  const { valueRupees, margin, charges } = previewCosts(preview);
  const parts = [
    valueRupees === undefined ? "" : `Value ${rupees(valueRupees)}`,
    margin?.totalMargin === undefined ? "" : `margin ${rupees(margin.totalMargin)}`,
    margin?.releasedMargin ? `releases margin ${rupees(margin.releasedMargin)}` : "",
    charges?.total === undefined ? "" : `charges ${rupees(charges.total)}`,
  ].filter(Boolean);
  return parts.length === 0 ? summary : `${summary}\n${parts.join(", ")}`;
}

export const TRADE_TOOLS: readonly Tool[] = [
  ...PREVIEW_TOOLS,
  trade("place", "Place the previewed order", "Sends the order."),
  trade("modify", "Change the order as previewed", "Changes the pending order."),
  trade("cancel", "Cancel the previewed order", "Cancels the pending order."),
  trade("square_off", "Square off as previewed", "Closes the positions at the market."),
];
