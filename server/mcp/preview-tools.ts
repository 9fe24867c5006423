// Tools that preview a trade: they return a summary with margin and charges, and the id to confirm it. They send no
// order.
import { z } from "zod";
import type { ApiOrder } from "../../app/contract/trading-api/orders.ts";
import { API_ORDER_TYPES, TRADED_SEGMENTS } from "../../app/contract/trading-api/vocabulary.ts";
import { CONFIRMATION_LIMITS, type Pending, type TradeAction } from "./confirmations.ts";
import { closingCosts, computeOrderCosts, type PreviewedOrder, rupees } from "./order-costs.ts";
import { OUTPUTS } from "./outputs.ts";
import { type Tool, type ToolContext, tool } from "./tool.ts";
import { type OrderRejection, ToolRefusal } from "./trading-caller.ts";

const PRODUCTS = ["CNC", "INTRADAY", "MARGIN"] as const;
/** Value of algoId in an order that no algo sent. */
const OWN_ORDER = "0";
const OPEN_STATES = ["TRANSIT", "PENDING", "PART_TRADED"];

/** The API requests to send once the preview is confirmed. */
export type TradeRequests =
  | { kind: "place"; orders: PreviewedOrder[] }
  | { kind: "modify"; orderId: string; change: object }
  | { kind: "cancel"; orderId: string }
  | { kind: "exit_all"; orders: PreviewedOrder[] };

const price = z.number().positive().max(100_000_000);
const orderId = z.string().regex(/^\d{6,24}$/);

function describeOrder(order: PreviewedOrder, name: string): string {
  const at =
    order.orderType === "MARKET"
      ? "at market"
      : [
          order.price === undefined ? "" : `at ${rupees(order.price)}`,
          order.triggerPrice === undefined ? "" : `trigger ${rupees(order.triggerPrice)}`,
        ]
          .filter(Boolean)
          .join(", ");
  return `${order.transactionType} ${order.quantity.toLocaleString("en-IN")} ${name} (${order.exchangeSegment} ${order.securityId}) ${order.orderType} ${at}, ${order.productType}, ${order.validity}`;
}

/** Stores a preview and returns it with its confirmation id. */
function storePreview(
  { confirmations, clientId }: ToolContext,
  pending: Omit<Pending<TradeRequests>, "details">,
  details: object,
): object {
  return {
    ...details,
    summary: pending.summary,
    confirmationId: confirmations.keep(clientId, { ...pending, details }),
    expiresInSeconds: CONFIRMATION_LIMITS.forMs / 1_000,
    next: `Show the summary${"charges" in details ? " and the costs" : ""} to the user. Only when the user agrees, call ${TOOL_BY_ACTION[pending.action]} with this confirmationId and the summary word for word. The user must then confirm outside of this conversation.`,
  };
}
/** Name of the tool that executes a preview. */
export const TOOL_BY_ACTION: Record<TradeAction, string> = {
  place: "place_order",
  modify: "modify_order",
  cancel: "cancel_order",
  square_off: "square_off",
};

const describeRejection = ({ code, cause, message }: OrderRejection) =>
  `would be rejected now with ${cause === null ? code : `${code} ${cause}`}: ${message}`;

/** Throws ToolRefusal if a new order, or the changed order `orderId`, would be rejected now. */
async function checkAccepted(
  { trading }: ToolContext,
  order: PreviewedOrder & { orderId?: string },
): Promise<void> {
  const rejection = await trading.rejection(order);
  if (rejection !== null) throw new ToolRefusal(`The order ${describeRejection(rejection)}`, rejection.code);
}

/**
 * Causes that reject the orders of an exit of all positions. Missing shares or margin do not reject them, because such
 * an exit first cancels the orders that use shares and margin.
 */
const CAUSES_OF_EXIT: readonly (string | null)[] = ["MARKET_CLOSED", "HALTED"];

/**
 * Returns for each order that closes a position why it would be rejected now; null if it would be accepted. Throws
 * ToolRefusal if all of them would be rejected.
 */
async function rejectionsOfClosing(
  { trading }: ToolContext,
  orders: readonly PreviewedOrder[],
  isAll: boolean,
): Promise<(OrderRejection | null)[]> {
  const rejections: (OrderRejection | null)[] = [];
  for (const order of orders) {
    const found = await trading.rejection({ ...order, isSliced: true });
    rejections.push(isAll && !CAUSES_OF_EXIT.includes(found?.cause ?? null) ? null : found);
  }
  const [first] = rejections;
  if (first && rejections.every((one) => one !== null))
    throw new ToolRefusal(
      `${orders.length === 1 ? "The order" : "Each order"} ${describeRejection(first)}`,
      first.code,
    );
  return rejections;
}

async function openOrder({ trading }: ToolContext, id: string): Promise<ApiOrder> {
  const order = await trading.call<ApiOrder>("getOrder", { path: { orderId: id } });
  if (!OPEN_STATES.includes(order.orderStatus))
    throw new ToolRefusal(`Order ${id} is ${order.orderStatus} and can no longer be changed.`);
  if (order.algoId !== OWN_ORDER)
    throw new ToolRefusal(`Order ${id} belongs to an algo. Stop the algo on the site to end its orders.`);
  // A leg in TRANSIT has no exchange order id either, but was sent as an order.
  const isUnsent = order.orderStatus === "PENDING" && order.exchangeOrderId === null;
  if (isUnsent && ["TARGET_LEG", "STOP_LOSS_LEG"].includes(order.legName ?? ""))
    throw new ToolRefusal(
      `Order ${id} is a waiting leg of a super order, which these tools cannot change. Use the calls for super orders.`,
    );
  return order;
}

export const PREVIEW_TOOLS: readonly Tool[] = [
  tool({
    name: "preview_order",
    title: "Preview an order",
    description:
      "Returns the summary, margin and itemised charges of an order, or the code with which it would be rejected now. Sends nothing. The response contains the confirmation that place_order requires.",
    output: OUTPUTS.preview,
    scope: "read",
    input: {
      transactionType: z.enum(["BUY", "SELL"]),
      exchangeSegment: z.enum(TRADED_SEGMENTS),
      securityId: z.string().regex(/^\d{1,20}$/),
      productType: z
        .enum(PRODUCTS)
        .describe("CNC delivery, INTRADAY, MARGIN for derivatives carried overnight"),
      orderType: z.enum(API_ORDER_TYPES),
      validity: z.enum(["DAY", "IOC"]).default("DAY"),
      quantity: z.int().positive().max(10_000_000).describe("Units; must be a multiple of the lot size"),
      price: price.optional().describe("For LIMIT and STOP_LOSS"),
      triggerPrice: price.optional().describe("For STOP_LOSS and STOP_LOSS_MARKET"),
    },
    async run(context, order) {
      const needsPrice = order.orderType === "LIMIT" || order.orderType === "STOP_LOSS";
      if (needsPrice !== (order.price !== undefined))
        throw new ToolRefusal(
          `${order.orderType} orders must ${needsPrice ? "have a price" : "not have a price"}; it is required for LIMIT and STOP_LOSS only.`,
        );
      const needsTrigger = order.orderType.startsWith("STOP_LOSS");
      if (needsTrigger !== (order.triggerPrice !== undefined))
        throw new ToolRefusal(
          `${order.orderType} orders must ${needsTrigger ? "have" : "not have"} a triggerPrice.`,
        );
      const [costs, instrument] = await Promise.all([
        computeOrderCosts(context, order),
        context.instruments.find(context.trading, order.exchangeSegment, order.securityId),
      ]);
      await checkAccepted(context, order);
      const summary = describeOrder(order, instrument?.symbol ?? "instrument");
      return storePreview(
        context,
        {
          action: "place",
          summary,
          work: { kind: "place", orders: [order] },
          orders: 1,
          valueRupees: costs.valueRupees,
        },
        costs,
      );
    },
  }),
  tool({
    name: "preview_modify_order",
    title: "Preview a change of an order",
    description:
      "Returns a pending order as it would be after a change, or the code with which the change would be rejected now. Sends nothing; modify_order requires the confirmation.",
    output: OUTPUTS.preview,
    scope: "read",
    input: {
      orderId,
      orderType: z.enum(API_ORDER_TYPES).optional(),
      quantity: z
        .int()
        .positive()
        .max(10_000_000)
        .optional()
        .describe("The total quantity, not the remaining one"),
      price: price.optional(),
      triggerPrice: price.optional(),
    },
    async run(context, { orderId: id, ...wanted }) {
      const {
        transactionType,
        exchangeSegment,
        securityId,
        productType,
        orderType,
        validity,
        quantity,
        ...now
      } = await openOrder(context, id);
      const changes = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
      if (Object.keys(changes).length === 0)
        throw new ToolRefusal("At least one field to change is required.");
      const changed: PreviewedOrder = {
        transactionType,
        exchangeSegment,
        securityId,
        productType,
        orderType,
        validity,
        quantity,
        ...(now.price ? { price: now.price } : {}),
        ...(now.triggerPrice ? { triggerPrice: now.triggerPrice } : {}),
        ...changes,
      };
      if (changed.orderType.endsWith("MARKET")) delete changed.price;
      if (!changed.orderType.startsWith("STOP_LOSS")) delete changed.triggerPrice;
      const costs = await computeOrderCosts(context, changed);
      await checkAccepted(context, { ...changed, orderId: id });
      const change = {
        orderType: changed.orderType,
        validity: changed.validity,
        quantity: changed.quantity,
        ...(changed.price === undefined ? {} : { price: changed.price }),
        ...(changed.triggerPrice === undefined ? {} : { triggerPrice: changed.triggerPrice }),
      };
      const summary = `Change order ${id} to: ${describeOrder(changed, now.tradingSymbol)}`;
      return storePreview(
        context,
        {
          action: "modify",
          summary,
          work: { kind: "modify", orderId: id, change },
          orders: 1,
          valueRupees: costs.valueRupees,
        },
        costs,
      );
    },
  }),
  tool({
    name: "preview_cancel_order",
    title: "Preview a cancellation",
    description:
      "Returns which part of a pending order would be cancelled. Sends nothing; cancel_order requires the confirmation.",
    output: OUTPUTS.preview,
    scope: "read",
    input: { orderId },
    async run(context, { orderId: id }) {
      const order = await openOrder(context, id);
      const summary = `Cancel ${order.remainingQuantity} of order ${id}: ${describeOrder(order, order.tradingSymbol)}`;
      return storePreview(
        context,
        { action: "cancel", summary, work: { kind: "cancel", orderId: id }, orders: 0, valueRupees: 0 },
        { order },
      );
    },
  }),
  tool({
    name: "preview_square_off",
    title: "Preview a square-off",
    description:
      "Returns the market orders that would close one position, or close all positions and cancel all pending orders, with their charges. Covers the user's own orders only: positions of algos are closed on the site. Sends nothing; square_off requires the confirmation.",
    output: OUTPUTS.preview,
    scope: "read",
    input: {
      exchangeSegment: z
        .enum(TRADED_SEGMENTS)
        .optional()
        .describe("Together with securityId: closes only this position"),
      securityId: z
        .string()
        .regex(/^\d{1,20}$/)
        .optional(),
    },
    async run(context, { exchangeSegment, securityId }) {
      if ((exchangeSegment === undefined) !== (securityId === undefined))
        throw new ToolRefusal(
          "exchangeSegment and securityId must be sent together, or both omitted to close all positions.",
        );
      const positions = (await context.trading.positionsToClose()).filter(
        (position) =>
          securityId === undefined ||
          (position.securityId === securityId && position.exchangeSegment === exchangeSegment),
      );
      if (positions.length === 0)
        throw new ToolRefusal("No open position matches. Positions of algos are closed on the site.");
      const orders = positions.map(
        (position): PreviewedOrder => ({
          transactionType: position.netQty > 0 ? "SELL" : "BUY",
          exchangeSegment: position.exchangeSegment,
          securityId: position.securityId,
          productType: position.productType,
          orderType: "MARKET",
          validity: "DAY",
          quantity: Math.abs(position.netQty),
        }),
      );
      const isAll = securityId === undefined;
      const rejections = await rejectionsOfClosing(context, orders, isAll);
      const sentences = orders.map((order, index) => {
        const rejection = rejections[index] ?? null;
        const sentence = describeOrder(order, positions[index]?.tradingSymbol ?? "");
        return rejection === null ? sentence : `${sentence} (${describeRejection(rejection)})`;
      });
      const summary = isAll
        ? `Cancel every pending order of your own and close ${positions.length === 1 ? "the open position" : `${positions.length} open positions`} at the market: ${sentences.join("; ")}`
        : sentences.join("; ");
      return storePreview(
        context,
        {
          action: "square_off",
          summary,
          work: { kind: isAll ? "exit_all" : "place", orders },
          orders: orders.length,
          valueRupees: 0,
        },
        { positions, ...(await closingCosts(context, orders)) },
      );
    },
  }),
];
