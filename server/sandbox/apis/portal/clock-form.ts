// The forms of the account's clock: set, advance and end it, and reset the account.
import type { Context } from "hono";
import { z } from "zod";
import { setClockSchema } from "../../../../app/contract/trading-api/clock.ts";
import type { ApiAccount } from "../../accounts/api-accounts.ts";
import { siteOf } from "../page-frame.ts";
import type { Fields } from "../read-form.ts";
import { ApiFault } from "../trading-api/fault.ts";
import { clockPage } from "./clock-page.ts";
import { HOME, type Outcome, type PortalContext } from "./portal-context.ts";

const advanceSchema = z.coerce.number().int().positive().max(86_400);

export async function clockForm(
  own: PortalContext,
  account: ApiAccount,
  fields: Fields,
  context: Context,
): Promise<Outcome> {
  const { laboratory } = own.options.api;
  const to = `${HOME}/clock`;
  const refuse = (fault: string, status: 409 | 422 = 422): Outcome => ({
    page: clockPage(
      { site: siteOf(context), account, shown: null },
      { state: laboratory.clockOf(account.id), fault },
    ),
    status,
  });
  try {
    switch (fields.intent) {
      case "reset":
        if (fields.sure !== "yes") return refuse("Tick “Remove everything” to reset the account.");
        laboratory.reset(account.id);
        return { to, shown: { words: "The account is reset." } };
      case "end":
        laboratory.endClock(account.id);
        return { to, shown: { words: "The account uses the common clock again." } };
      case "advance": {
        const seconds = advanceSchema.safeParse(fields.seconds);
        if (!seconds.success) return refuse("Enter 1 to 86,400 seconds.");
        await laboratory.advanceClock(account.id, seconds.data);
        return { to, shown: { words: `It is ${laboratory.clockOf(account.id).at} IST.` } };
      }
      default: {
        const requested = setClockSchema.safeParse({
          at: fields.at,
          hours: fields.hours,
          ...(fields.seed === undefined || fields.seed === "" ? {} : { seed: Number(fields.seed) }),
        });
        if (!requested.success)
          return refuse("Enter a time such as 2026-11-20 10:00:00 and a seed from 0 to 2147483647.");
        laboratory.begin(account.id, requested.data);
        return {
          to,
          shown: { words: `The account's clock is set to ${laboratory.clockOf(account.id).at} IST.` },
        };
      }
    }
  } catch (fault) {
    if (fault instanceof ApiFault) return refuse(fault.message, 409);
    throw fault;
  }
}
