// Operations of the sandbox other than clock and scenarios: faults of the account, and its reset.
import { z } from "zod";
import { faultRuleSchema, faultRules } from "./faults.ts";
import type { TradingOperation } from "./operation.ts";
import { count } from "./vocabulary.ts";

const faultState = z
  .object({
    faults: z
      .array(
        faultRuleSchema.safeExtend({
          seen: count("Calls, orders or messages that it could have struck", 12),
          struck: count("How often it has struck", 2),
        }),
      )
      .meta({ description: "The rules in their order, with their counts" }),
  })
  .meta({ id: "FaultState", description: "The account's rules in their order" });

export const SANDBOX_OPERATIONS = {
  getFaults: {
    operationId: "getFaults",
    page: "sandbox",
    method: "get",
    path: "/sandbox/faults",
    summary: "Read the account's faults",
    purpose: "The rules that are set, and how often each has struck.",
    limit: "other",
    answer: faultState,
    status: 200,
    example: {},
  },
  setFaults: {
    operationId: "setFaults",
    page: "sandbox",
    method: "put",
    path: "/sandbox/faults",
    summary: "Set the account's faults",
    purpose:
      "Replaces all rules; an empty list removes them. They strike all of the account's calls, orders and sockets except the calls of this page, so that a fault can always be removed. A restart of the sandbox keeps the rules and counts anew.",
    limit: "other",
    body: z.strictObject({ faults: faultRules }).meta({ id: "SetFaults" }),
    answer: faultState,
    status: 200,
    example: { body: { faults: [{ fault: "rate-limit", on: ["quoteLtp"], every: 3 }] } },
  },
  resetAccount: {
    operationId: "resetAccount",
    page: "sandbox",
    method: "post",
    path: "/sandbox/reset",
    summary: "Reset the account",
    purpose:
      "Removes the account's orders, trades, waiting orders, money, faults and its own clock, and gives it what a new account has. Apps, tokens and addresses stay.",
    limit: "other",
    answer: z
      .object({ status: z.literal("SUCCESS").meta({ description: "Always SUCCESS" }) })
      .meta({ id: "AccountReset" }),
    status: 200,
    example: {},
  },
} as const satisfies Record<string, TradingOperation>;
