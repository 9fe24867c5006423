// Faults that the sandbox injects on request. The request header, the account setting, scenarios, the command-line
// tool, the portal's form and the documentation are derived from this table.
import { z } from "zod";
import { REJECT_CAUSES, type RejectCause } from "./vocabulary.ts";

/** What a fault changes: the response to a call, an order that a call places, or the messages of a socket. */
export const FAULT_KINDS = ["call", "order", "socket"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Names of sockets in fault rules. */
export const FAULT_SOCKETS = ["feed", "depth", "depth200", "order-update"] as const;
export type FaultSocket = (typeof FAULT_SOCKETS)[number];

const PARAMETERS = ["ms", "quantity", "cause", "messages"] as const;
type Parameter = (typeof PARAMETERS)[number];

export type FaultDescription = {
  name: string;
  kind: FaultKind;
  /** Effect of the fault in full sentences, for the documentation. */
  what: string;
  /**
   * Error code in the trading APIs (`code`) and in the data APIs (`dataCode`). Null for a fault that returns no error.
   */
  code: string | null;
  dataCode: string | null;
  message: string;
  /** Parameters of the fault, each with a description of its default. */
  parameters: Readonly<Partial<Record<Parameter, string>>>;
  /** Default of the parameter `ms`, in milliseconds. */
  ms: number | null;
};

const NO_ERROR = { code: null, dataCode: null, message: "", ms: null } as const;
const call = (name: string, what: string, error: Partial<FaultDescription>): FaultDescription => ({
  ...NO_ERROR,
  name,
  kind: "call",
  what,
  parameters: {},
  ...error,
});
const other = (
  kind: "order" | "socket",
  name: string,
  what: string,
  more: Partial<FaultDescription> = {},
): FaultDescription => ({ ...NO_ERROR, name, kind, what, parameters: {}, ...more });

export const FAULTS = [
  call("slow", "The response is delayed by ms.", { parameters: { ms: "three seconds" }, ms: 3_000 }),
  call("lost-answer", "The call is executed, and the connection closes without a response.", {}),
  call(
    "timeout",
    "No response for ms, then 504; for quotes and option chains 500 with code 800. The call has no effect.",
    {
      code: "DH-909",
      dataCode: "800",
      message: "A system behind the API did not respond in time.",
      parameters: { ms: "ten seconds" },
      ms: 10_000,
    },
  ),
  call("server-error", "Returns 500; for quotes and option chains with code 800. The call has no effect.", {
    code: "DH-908",
    dataCode: "800",
    message: "The server failed.",
  }),
  call(
    "unavailable",
    "Returns 503 with Retry-After and DH-909; for quotes and option chains 500 with code 800. The call has no effect.",
    {
      code: "DH-909",
      dataCode: "800",
      message: "The broker is not available.",
    },
  ),
  call("rate-limit", "Returns 429 with Retry-After; for quotes and option chains with code 805.", {
    code: "DH-904",
    dataCode: "805",
    message: "Too many calls.",
  }),
  call(
    "token-expired",
    "Returns 401 as with an expired token; for quotes and option chains with code 807. The token itself remains valid. As a rule of the account, it also closes the account's sockets with 807.",
    { code: "DH-901", dataCode: "807", message: "The access token has expired." },
  ),
  call("no-access", "Returns 403; for quotes and option chains 401 with code 806.", {
    code: "DH-902",
    dataCode: "806",
    message: "No access to this API.",
  }),
  call("other", "Returns 400 with DH-910; for quotes and option chains with code 814.", {
    code: "DH-910",
    dataCode: "814",
    message: "Something else.",
  }),
  other("order", "reject", "The order is rejected, with cause as its rejectCode.", {
    parameters: { cause: "EXCHANGE" },
  }),
  other(
    "order",
    "partial-fill",
    "A part of the order (quantity, in units) is filled at once, regardless of the depth. The rest stays pending until it is changed or cancelled, or the session ends. An order of one lot stays pending completely. IOC cancels the rest.",
    { parameters: { quantity: "half of the order, in whole lots" } },
  ),
  other(
    "order",
    "no-fill",
    "The order is not filled. It stays pending until it is changed or cancelled, or the session ends. IOC is cancelled.",
  ),
  other("order", "in-transit", "The order stays in transit for ms and is then filled completely.", {
    parameters: { ms: "five seconds" },
    ms: 5_000,
  }),
  other("socket", "disconnect", "The connection breaks without a close frame."),
  other("socket", "gap", "The specified number of messages is not sent.", { parameters: { messages: "1" } }),
  other("socket", "duplicate", "The message is sent twice."),
  other("socket", "out-of-order", "The message is sent after the one that follows it."),
  other("socket", "stale", "The message is delayed by ms; later messages arrive before it.", {
    parameters: { ms: "three seconds" },
    ms: 3_000,
  }),
  other("socket", "freeze", "Nothing is sent; the connection stays open and answers pings."),
] as const satisfies readonly FaultDescription[];

export const FAULT_NAMES = FAULTS.map(({ name }) => name) as [string, ...string[]];
export const FAULT_BY_NAME: ReadonlyMap<string, FaultDescription> = new Map(
  FAULTS.map((fault) => [fault.name, fault]),
);
export const FAULT_LIMITS = {
  rulesAtMost: 20,
  msAtMost: 30_000,
  messagesAtMost: 1_000,
  /** Maximum number of calls that are delayed at the same time: of one client, and of all clients. */
  delayedPerClient: 4,
  delayedAtMost: 40,
} as const;

const text = (description: string, example: string) => ({ description, example });
/** Local time in India on the account's clock. */
export const accountTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, "YYYY-MM-DD HH:MM:SS");

export const faultRuleSchema = z
  .strictObject({
    fault: z.enum(FAULT_NAMES).meta(text("Name of the fault", "rate-limit")),
    on: z
      .array(z.string().regex(/^[a-zA-Z0-9-]{1,40}$/, "an operation's or a socket's name"))
      .min(1)
      .max(40)
      .optional()
      .meta({
        description:
          "Targets of the rule: operation ids for faults of calls and orders; feed, depth, depth200 or order-update for faults of sockets. If omitted: all",
        example: ["placeOrder"],
      }),
    after: z.int().min(0).max(1_000_000).optional().meta({
      description: "Number of calls, orders or messages without a fault at the start. If omitted: none",
      example: 0,
    }),
    every: z.int().min(1).max(1_000_000).optional().meta({
      description: "Interval: 3 for every third call, order or message. If omitted: every one",
      example: 1,
    }),
    times: z.int().min(1).max(1_000_000).optional().meta({
      description: "Number of faults. If omitted: until the rule is removed",
      example: 2,
    }),
    from: accountTime
      .optional()
      .meta(
        text("Start in Indian time of the account's clock. If omitted: immediately", "2026-11-20 10:00:00"),
      ),
    until: accountTime
      .optional()
      .meta(text("End in Indian time of the account's clock. If omitted: no end", "2026-11-20 10:03:00")),
    ms: z.int().min(0).max(FAULT_LIMITS.msAtMost).optional().meta({
      description: "Milliseconds, for slow, timeout, in-transit and stale. If omitted: the fault's own time",
      example: 500,
    }),
    quantity: z.int().min(1).max(10_000_000).optional().meta({
      description: "Units filled by partial-fill. If omitted: half of the order, in whole lots",
      example: 25,
    }),
    cause: z
      .enum(Object.keys(REJECT_CAUSES) as [RejectCause, ...RejectCause[]])
      .optional()
      .meta({ description: "rejectCode for reject. If omitted: EXCHANGE", example: "FUNDS" }),
    messages: z.int().min(1).max(FAULT_LIMITS.messagesAtMost).optional().meta({
      description: "Number of messages dropped by gap. If omitted: 1",
      example: 3,
    }),
  })
  .superRefine((rule, context) => {
    const { parameters } = FAULT_BY_NAME.get(rule.fault) ?? { parameters: {} };
    for (const name of PARAMETERS)
      if (rule[name] !== undefined && !(name in parameters))
        context.addIssue({ code: "custom", path: [name], message: `not a parameter of ${rule.fault}` });
  })
  .meta({ id: "FaultRule", description: "A fault and the conditions for it" });
export type FaultRule = z.infer<typeof faultRuleSchema>;

/** Fault rules of an account. If several match, only the first applies. */
export const faultRules = z
  .array(faultRuleSchema)
  .max(FAULT_LIMITS.rulesAtMost)
  .meta({
    description: `At most ${FAULT_LIMITS.rulesAtMost} rules in order; the first that applies takes precedence`,
  });

/** Header that requests a fault for one call or socket. */
export const FAULT_HEADER = "X-Sandbox-Fault";

/** Parses a header such as `partial-fill; quantity=25`. Returns null for malformed text. */
export function readFaultHeader(header: string): Record<string, unknown> | null {
  const [name = "", ...pairs] = header.split(";").map((part) => part.trim());
  const entries = pairs.map((pair) => /^(\w+)=([\w-]+)$/.exec(pair));
  if (entries.includes(null)) return null;
  return {
    fault: name,
    ...Object.fromEntries(
      entries.map((entry): [string, string | number] => {
        const [, key = "", value = ""] = entry ?? [];
        return [key, /^\d+$/.test(value) ? Number(value) : value];
      }),
    ),
  };
}

/** A fault that changes one order, with the fault's parameters. */
export type OrderFault =
  | { kind: "reject"; cause: RejectCause }
  | { kind: "partial-fill"; quantity: number | null }
  | { kind: "no-fill" }
  | { kind: "in-transit"; ms: number };

export function toOrderFault({ fault, cause, quantity, ms }: FaultRule): OrderFault | null {
  switch (fault) {
    case "reject":
      return { kind: "reject", cause: cause ?? "EXCHANGE" };
    case "partial-fill":
      return { kind: "partial-fill", quantity: quantity ?? null };
    case "no-fill":
      return { kind: "no-fill" };
    case "in-transit":
      return { kind: "in-transit", ms: ms ?? FAULT_BY_NAME.get("in-transit")?.ms ?? 0 };
    default:
      return null;
  }
}

/** Order quantities that always cause a fault: shares in cash segments, lots of derivatives. */
export const MAGIC_QUANTITIES: readonly { units: number; lots: number; fault: string }[] = [
  { units: 911, lots: 16, fault: "reject" },
  { units: 912, lots: 17, fault: "partial-fill" },
  { units: 913, lots: 18, fault: "no-fill" },
  { units: 914, lots: 19, fault: "in-transit" },
];
