// Internal calls that the MCP endpoint requires in addition to the trading API. They return the client and
// permissions of a token, the margin, charges and rejection of an order preview, the positions that an assistant may
// close, and the instruments of a scenario. Only the site calls them; they are not public.
import { type Context, Hono } from "hono";
import { z } from "zod";
import { marginSchema } from "../../../../app/contract/trading-api/account-shapes.ts";
import {
  exchangeSegment,
  orderType,
  securityId,
  transactionType,
  validity,
} from "../../../../app/contract/trading-api/vocabulary.ts";
import { splitInstrumentKey } from "../../../../app/domain/instrument-key.ts";
import { admitTrade, assistantSettings, requestApproval } from "../../accounts/assistant-approvals.ts";
import { findToken } from "../../accounts/tokens.ts";
import { type Broker, liveAccount } from "../../broker/broker.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { ApiFault } from "../trading-api/fault.ts";
import { computeMarginChange } from "../trading-api/fund-handlers.ts";
import type { InstrumentFiles } from "../trading-api/instrument-files.ts";
import { findInstrument, modifiableOrder, rejectionOfRequest } from "../trading-api/order-handlers.ts";
import { positionsToClose } from "../trading-api/positions-to-close.ts";
import { toRupees } from "../trading-api/wire-format.ts";

const chargedSchema = z.object({
  exchangeSegment,
  securityId,
  transactionType,
  productType: z.enum(["CNC", "INTRADAY", "MARGIN", "MTF"]),
  quantity: z.int().positive().max(1e9),
  price: z.number().nonnegative().max(1e9),
});

const checkedSchema = z.object({
  ...chargedSchema.shape,
  price: chargedSchema.shape.price.optional(),
  triggerPrice: chargedSchema.shape.price.optional(),
  orderType,
  validity,
  /** Id of the existing order that is changed to these terms. Omitted for a new order. */
  orderId: z.string().optional(),
  /** True if a quantity above the freeze quantity is sent as several orders. */
  isSliced: z.boolean().default(false),
});

const tradeSchema = z.object({
  id: z.string().min(1).max(60),
  orders: z.int().nonnegative().max(1_000),
  valueRupees: z.number().nonnegative().max(1e12),
});
const approvalSchema = tradeSchema.extend({
  action: z.string().max(20),
  summary: z.string().min(1).max(20_000),
  details: z.string().max(20_000),
});
const admissionSchema = tradeSchema.extend({
  confirmedBy: z.enum(["user", "portal", "nobody"]),
  isReducing: z.boolean(),
});

export function createAssistants(options: {
  db: SandboxDatabase;
  /** Returns the broker of the market that a client trades in. */
  brokerOf: (clientId: string) => Broker;
  /** Returns the instrument lists of an account's separate market; null if it uses the common market. */
  ownFiles: (clientId: string) => InstrumentFiles | null;
  now: () => number;
}): Hono {
  const { db, brokerOf, ownFiles, now } = options;
  const routes = new Hono();
  const tokenOf = (context: Context) => findToken(db, context.req.header("access-token") ?? "", now());

  routes.get("/token", (context) => {
    const token = tokenOf(context);
    return token === null
      ? context.json({ detail: "The access token is missing or has expired." }, 401)
      : context.json({
          clientId: token.clientId,
          scopes: token.scopes,
          hasOwnMarket: ownFiles(token.clientId) !== null,
        });
  });

  routes.get("/instruments", async (context) => {
    const token = tokenOf(context);
    if (token === null) return context.json({ detail: "The access token is missing or has expired." }, 401);
    const list = await ownFiles(token.clientId)?.compact();
    return list === undefined
      ? context.json({ detail: "The account has no separate market." }, 404)
      : context.text(list);
  });

  /** Handles a call about an order in the market that the token's client trades in. */
  const ofOrder =
    <Order>(schema: z.ZodType<Order>, work: (broker: Broker, order: Order, clientId: string) => object) =>
    async (context: Context) => {
      const token = tokenOf(context);
      if (token === null) return context.json({ detail: "The access token is missing or has expired." }, 401);
      const parsed = schema.safeParse(await context.req.json().catch(() => null));
      if (!parsed.success) return context.json({ detail: z.prettifyError(parsed.error) }, 400);
      try {
        return context.json(work(brokerOf(token.clientId), parsed.data, token.clientId));
      } catch (fault) {
        if (fault instanceof ApiFault) return context.json({ detail: fault.message }, 400);
        throw fault;
      }
    };

  routes.post(
    "/charges",
    ofOrder(
      chargedSchema,
      (broker, { transactionType: side, productType: product, quantity, price, ...at }) => {
        const instrument = findInstrument(broker, at.exchangeSegment, at.securityId);
        if (instrument.kind === "INDEX") throw new ApiFault("DH-905", "An index cannot be traded.");
        const pricePaise = Math.round(price * 100);
        const lines = broker.pricing.chargesOfOrder({ instrument, product, side, quantity, pricePaise });
        return Object.fromEntries(
          Object.entries(lines).map(([name, paise]) => [name.replace(/Paise$/, ""), toRupees(paise)]),
        );
      },
    ),
  );
  routes.post(
    "/margin",
    ofOrder(marginSchema, (broker, order, clientId) =>
      computeMarginChange(broker, liveAccount(clientId), order),
    ),
  );
  routes.post("/rejection", ofOrder(checkedSchema, rejectionNow));
  routes.get("/positions", (context) => {
    const token = tokenOf(context);
    if (token === null) return context.json({ detail: "The access token is missing or has expired." }, 401);
    const { clientId } = token;
    return context.json(
      positionsToClose(brokerOf(clientId), liveAccount(clientId)).map(({ position, quantity }) => ({
        ...splitInstrumentKey(position.instrument),
        tradingSymbol: position.symbol,
        productType: position.product,
        netQty: quantity,
      })),
    );
  });
  addApprovals(routes, options);
  return routes;
}

/** Returns the code and cause if the API would refuse or reject an order now; null if it would accept it. */
function rejectionNow(broker: Broker, order: z.infer<typeof checkedSchema>, clientId: string) {
  const { orderId, isSliced, quantity, ...request } = order;
  const call = { client: { id: clientId }, account: liveAccount(clientId) };
  const { freezeQuantity } = findInstrument(broker, request.exchangeSegment, request.securityId);
  const checked = { ...request, quantity: isSliced ? Math.min(quantity, freezeQuantity) : quantity };
  try {
    const changed = orderId === undefined ? undefined : modifiableOrder(broker, call, orderId);
    const afterMarketOrder = changed?.is_after_market === 1;
    const rejection = rejectionOfRequest(broker, call, { ...checked, afterMarketOrder }, changed);
    return {
      rejection:
        rejection === null ? null : { code: "DH-906", cause: rejection.cause, message: rejection.text },
    };
  } catch (fault) {
    if (!(fault instanceof ApiFault)) throw fault;
    return { rejection: { code: fault.code, cause: null, message: fault.message } };
  }
}

/**
 * Adds the calls that request an approval and admit an assistant's trade within the daily limit. Both require a token
 * that may trade.
 */
function addApprovals(routes: Hono, { db, now }: { db: SandboxDatabase; now: () => number }): void {
  const handle =
    <Body>(schema: z.ZodType<Body>, work: (clientId: string, body: Body) => object | null) =>
    async (context: Context) => {
      const token = findToken(db, context.req.header("access-token") ?? "", now());
      if (token === null) return context.json({ detail: "The access token is missing or has expired." }, 401);
      if (!token.scopes.includes("trade"))
        return context.json({ detail: "The access token permits reading only." }, 403);
      const parsed = schema.safeParse(await context.req.json().catch(() => null));
      if (!parsed.success) return context.json({ detail: z.prettifyError(parsed.error) }, 400);
      const answer = work(token.clientId, parsed.data);
      return answer === null
        ? context.json({ detail: "No approval has this id." }, 404)
        : context.json(answer);
    };
  routes.get("/settings", (context) => {
    const token = findToken(db, context.req.header("access-token") ?? "", now());
    return token === null
      ? context.json({ detail: "The access token is missing or has expired." }, 401)
      : context.json(assistantSettings(db, token.clientId));
  });
  routes.post(
    "/approvals",
    handle(approvalSchema, (clientId, request) => {
      const state = requestApproval(db, clientId, request, now());
      return state === null ? null : { state };
    }),
  );
  routes.post(
    "/trades",
    handle(admissionSchema, (clientId, trade) => admitTrade(db, clientId, trade, now())),
  );
}
