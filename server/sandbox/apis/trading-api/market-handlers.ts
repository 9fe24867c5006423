// Creates the handlers and periodic checks of a market: the common market, or the separate market of an account.
import type { WorkSteps } from "../../slices.ts";
import { accountHandlers } from "./account-handlers.ts";
import { ConditionalTriggers } from "./conditional-triggers.ts";
import { ControlHandlers } from "./control-handlers.ts";
import { edisHandlers } from "./edis-handlers.ts";
import { ForeverOrders } from "./forever-orders.ts";
import { fundHandlers } from "./fund-handlers.ts";
import type { HandlerContext, Handlers } from "./handler-context.ts";
import { IdempotentResponses } from "./idempotent-responses.ts";
import { InstrumentFiles } from "./instrument-files.ts";
import { dataHandlers } from "./market-data-handlers.ts";
import { orderHandlers } from "./order-handlers.ts";
import type { PeriodicChecks } from "./simulations.ts";
import { SuperOrders } from "./super-orders.ts";
import type { SandboxHandlers } from "./test-facilities.ts";

export type Market = PeriodicChecks & {
  handlers: Handlers;
  answers: IdempotentResponses;
  files: InstrumentFiles;
};

/**
 * Creates the handlers of a market. `files` are the instrument files; by default they are created for the market's
 * current day.
 */
export function makeMarket(
  own: HandlerContext,
  sandbox: SandboxHandlers,
  files: InstrumentFiles = new InstrumentFiles(own.broker),
): Market {
  const supers = new SuperOrders(own);
  const forevers = new ForeverOrders(own);
  const alerts = new ConditionalTriggers(own);
  const control = new ControlHandlers(own, supers);
  return {
    handlers: {
      ...orderHandlers(own, (call) => supers.legsOf(call)),
      ...supers.handlers(),
      ...forevers.handlers(),
      ...alerts.handlers(),
      ...accountHandlers(own, control),
      ...control.handlers(),
      ...edisHandlers(own),
      ...fundHandlers(own),
      ...dataHandlers(own),
      listInstruments: ({ path }) => files.ofSegment(path.exchangeSegment),
      ...sandbox,
    },
    answers: new IdempotentResponses(own),
    files,
    *steps(onFault): WorkSteps {
      yield* supers.steps(onFault);
      yield* forevers.steps(onFault);
      yield* alerts.steps(onFault);
      yield* control.exitSteps(onFault);
    },
  };
}
