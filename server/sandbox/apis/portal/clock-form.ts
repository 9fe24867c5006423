// The forms of the account's clock: set, advance and end it, and reset the account.
import { z } from "zod";
import { clockText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { setClockSchema } from "../../../../app/contract/trading-api/clock.ts";
import { ApiFault } from "../trading-api/fault.ts";
import { clockPage } from "./clock-page.ts";
import { HOME, type Outcome, type Submission } from "./portal-context.ts";

const advanceSchema = z.coerce.number().int().positive().max(86_400);

export async function clockForm({ own, account, fields, page }: Submission): Promise<Outcome> {
  const { laboratory } = own.options.api;
  const { simulations } = laboratory;
  const to = fields.place === "overview" ? HOME : `${HOME}/clock`;
  const refuse = (fault: string, status: 409 | 422 = 422): Outcome => ({
    page: clockPage(page, { state: simulations.state(account.id), fault }),
    status,
  });
  try {
    switch (fields.intent) {
      case "reset":
        if (fields.sure !== "yes") return refuse(text.tick);
        laboratory.reset(account.id);
        return { to, shown: { words: text.isReset } };
      case "end":
        simulations.end(account.id);
        return { to, shown: { words: text.commonAgain } };
      case "advance": {
        const seconds = advanceSchema.safeParse(fields.seconds);
        if (!seconds.success) return refuse(text.secondsFault);
        await simulations.advance(account.id, seconds.data);
        return { to, shown: { words: text.itIs(simulations.state(account.id).at) } };
      }
      default: {
        const requested = setClockSchema.safeParse({
          at: fields.at,
          hours: fields.hours,
          ...(fields.seed === undefined || fields.seed === "" ? {} : { seed: Number(fields.seed) }),
        });
        if (!requested.success) return refuse(text.timeFault);
        laboratory.begin(account.id, requested.data);
        return { to, shown: { words: text.isSet(simulations.state(account.id).at) } };
      }
    }
  } catch (fault) {
    if (fault instanceof ApiFault) return refuse(fault.message, 409);
    throw fault;
  }
}
