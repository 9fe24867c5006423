// eDIS: the client authorises the depository to deliver sold shares. In the sandbox, a request for the form grants the
// authorisation for the day.

import { ApiFault } from "./fault.ts";
import type { Call, Caller, HandlerContext, Handlers } from "./handler-context.ts";
import { securityIdFromIsin } from "./isin.ts";
import { listHoldings } from "./positions.ts";
import { currentIstDay } from "./wire-format.ts";

const TPIN = "123456";
const EDIS_REMARKS = "Approved for today";

export function edisHandlers(context: HandlerContext) {
  return {
    requestTpin: ({ client }) => ({
      dhanClientId: client.id,
      edisStatus: "SUCCESS",
      remarks: `In the sandbox the T-PIN is always ${TPIN}.`,
    }),
    createEdisForm: (call) => {
      const { isin, qty } = call.body;
      return edisForm(context, call, [{ isin, quantity: qty }]);
    },
    createEdisBulkForm: (call) =>
      edisForm(
        context,
        call,
        call.body.isin.map((isin) => ({ isin, quantity: null })),
      ),
    inquireEdis: (call) => inquireEdis(context, call),
  } satisfies Partial<Handlers>;
}

function edisForm(
  context: HandlerContext,
  call: Caller,
  requested: { isin: string; quantity: number | null }[],
) {
  const { db, broker } = context;
  const held = listHoldings(broker, call.account);
  for (const { isin, quantity } of requested) {
    const holding = held.find((one) => one.isin === isin);
    if (securityIdFromIsin(isin) === null || holding === undefined)
      throw new ApiFault("DH-905", `isin must be that of a holding; the account does not hold ${isin}.`);
    if (quantity !== null && quantity > holding.totalQty)
      throw new ApiFault(
        "DH-905",
        `qty must not exceed the ${holding.totalQty} shares of ${isin} that the account holds.`,
      );
    db.prepare(
      `INSERT INTO edis_approvals (client_id, isin, quantity, day) VALUES (?, ?, ?, ?)
       ON CONFLICT (client_id, isin, day) DO UPDATE SET quantity = excluded.quantity`,
    ).run(call.client.id, isin, quantity ?? holding.totalQty, currentIstDay(broker));
  }
  const fields = requested.map(({ isin }) => `<input type="hidden" name="isin" value="${isin}">`).join("");
  return {
    dhanClientId: call.client.id,
    edisFormHtml: `<!doctype html><html><body><form name="frmDIS" method="post" action="/sandbox/portal/edis">${fields}<p>In the sandbox the sale is approved for today; the form need not be sent.</p></form></body></html>`,
  };
}

function inquireEdis(context: HandlerContext, { client, account, path }: Call<"inquireEdis">) {
  const { db, broker } = context;
  const { isin = "ALL" } = path;
  const held = listHoldings(broker, account).filter((one) => isin === "ALL" || one.isin === isin);
  const approvals = db
    .prepare("SELECT isin, quantity FROM edis_approvals WHERE client_id = ? AND day = ?")
    .all(client.id, currentIstDay(broker)) as { isin: string; quantity: number }[];
  const approved = approvals
    .filter((one) => isin === "ALL" || one.isin === isin)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    clientId: client.id,
    isin,
    totalQty: held.reduce((sum, { totalQty }) => sum + totalQty, 0),
    aprvdQty: approved,
    status: "SUCCESS",
    remarks: approved === 0 ? "Nothing is approved for today" : EDIS_REMARKS,
  };
}
