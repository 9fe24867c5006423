// What the assistants' endpoint asks of the sandbox beside the trading API: whose token it was given and what that may do, and the charges
// of an order that is only thought of. Not among the public addresses: the site alone calls here.
import { type Context, Hono } from "hono";
import { z } from "zod";
import {
  exchangeSegment,
  securityId,
  transactionType,
} from "../../../../app/contract/trading-api/vocabulary.ts";
import { findToken } from "../../accounts/tokens.ts";
import type { Broker } from "../../broker/broker.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { ApiFault } from "../trading-api/fault.ts";
import { findInstrument } from "../trading-api/order-handlers.ts";
import { rupees } from "../trading-api/wire-format.ts";

const chargedSchema = z.object({
  exchangeSegment,
  securityId,
  transactionType,
  productType: z.enum(["CNC", "INTRADAY", "MARGIN", "MTF"]),
  valueRupees: z.number().nonnegative().max(1e12),
});

export function createAssistants(options: { db: SandboxDatabase; broker: Broker; now: () => number }): Hono {
  const { db, broker, now } = options;
  const routes = new Hono();
  const tokenOf = (context: Context) => findToken(db, context.req.header("access-token") ?? "", now());

  routes.get("/token", (context) => {
    const token = tokenOf(context);
    return token === null
      ? context.json({ detail: "The access token is missing or has ended." }, 401)
      : context.json({ clientId: token.clientId, scopes: token.scopes });
  });

  routes.post("/charges", async (context) => {
    if (tokenOf(context) === null)
      return context.json({ detail: "The access token is missing or has ended." }, 401);
    const asked = chargedSchema.safeParse(await context.req.json().catch(() => null));
    if (!asked.success) return context.json({ detail: z.prettifyError(asked.error) }, 400);
    const { transactionType: side, productType: product, valueRupees, ...at } = asked.data;
    try {
      const lines = broker.chargesFor({
        instrument: findInstrument(broker, at.exchangeSegment, at.securityId),
        product,
        side,
        valuePaise: Math.round(valueRupees * 100),
      });
      return context.json(
        Object.fromEntries(
          Object.entries(lines).map(([name, paise]) => [name.replace(/Paise$/, ""), rupees(paise)]),
        ),
      );
    } catch (fault) {
      if (fault instanceof ApiFault) return context.json({ detail: fault.message }, 400);
      throw fault;
    }
  });
  return routes;
}
