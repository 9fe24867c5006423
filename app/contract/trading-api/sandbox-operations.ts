// Operations that exist only in the sandbox: faults of the account, and its reset. Clock and scenarios are in separate
// files.
import { z } from "zod";
import { faultRuleSchema, faultRules } from "./faults.ts";
import { tradingOperations } from "./operation.ts";
import { count } from "./vocabulary.ts";

const faultState = z
  .object({
    faults: z
      .array(
        faultRuleSchema.safeExtend({
          seen: count("Number of calls, orders or messages that the rule could have affected", 12),
          struck: count("Number of faults that the rule has caused", 2),
        }),
      )
      .meta({ description: "The rules in their order, with their counts" }),
  })
  .meta({ id: "FaultState", description: "The account's rules in their order" });

export const SANDBOX_OPERATIONS = tradingOperations("sandbox", {
  getFaults: {
    path: "/sandbox/faults",
    summary: "Read the account's faults",
    purpose: "Returns the rules with the number of faults that each has caused.",
    answer: faultState,
  },
  setFaults: {
    method: "put",
    path: "/sandbox/faults",
    summary: "Set the account's faults",
    purpose:
      "Replaces all rules; an empty list removes them. They apply to all calls, orders and sockets of the account except the calls below /sandbox, so that a fault can always be removed. The rules survive a restart of the sandbox; their counts are reset.",
    body: z.strictObject({ faults: faultRules }).meta({ id: "SetFaults" }),
    answer: faultState,
    example: { body: { faults: [{ fault: "rate-limit", on: ["quoteLtp"], every: 3 }] } },
  },
  resetAccount: {
    method: "post",
    path: "/sandbox/reset",
    summary: "Reset the account",
    purpose:
      "Removes the account's orders, trades, funds, faults and its own clock, and gives it the funds and holdings of a new account. Apps, tokens and addresses remain.",
    answer: z
      .object({ status: z.literal("SUCCESS").meta({ description: "Always SUCCESS" }) })
      .meta({ id: "AccountReset" }),
  },
});
