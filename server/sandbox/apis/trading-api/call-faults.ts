// Faults of calls: parses the header that requests a fault, and applies the fault to its call.
import { setTimeout as waitMs } from "node:timers/promises";
import {
  FAULT_BY_NAME,
  FAULT_HEADER,
  FAULT_LIMITS,
  FAULT_NAMES,
  type FaultRule,
  faultRuleSchema,
  MAGIC_QUANTITIES,
  type OrderFault,
  readFaultHeader,
  toOrderFault,
} from "../../../../app/contract/trading-api/faults.ts";
import { createConcurrencyCounter } from "../../../rate-limits/concurrency-counter.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import { ApiFault } from "./fault.ts";

const RETRY_AFTER_SECONDS = "1";

/**
 * Parses the rule in the fault header of a call; null if the header is missing. Throws ApiFault if the header names no
 * fault of a call or an order.
 */
export function readHeaderRule(header: string | undefined): FaultRule | null {
  if (header === undefined) return null;
  const rule = faultRuleSchema.safeParse(readFaultHeader(header));
  if (!rule.success)
    throw new ApiFault(
      "DH-905",
      `${FAULT_HEADER} must be one of ${FAULT_NAMES.join(", ")}, with parameters such as slow; ms=500.`,
    );
  if (FAULT_BY_NAME.get(rule.data.fault)?.kind === "socket")
    throw new ApiFault(
      "DH-905",
      `${FAULT_HEADER}: ${rule.data.fault} is a socket fault; send it with the upgrade of a socket, or set it for the account.`,
    );
  return rule.data;
}

/** Parses the rule in the fault header of a socket. Null if the header names no fault of sockets. */
export function readSocketRule(header: string): FaultRule | null {
  const rule = faultRuleSchema.safeParse(readFaultHeader(header));
  return rule.success && FAULT_BY_NAME.get(rule.data.fault)?.kind === "socket" ? rule.data : null;
}

/**
 * Returns a function that delays a call of a client. It throws ApiFault if too many calls are delayed already, because
 * each of them occupies a request slot of the site.
 */
export function createCallDelay(wait: (ms: number) => Promise<unknown> = waitMs) {
  const delayed = createConcurrencyCounter();
  return async (clientId: string, ms: number): Promise<void> => {
    if (
      delayed.of(clientId) >= FAULT_LIMITS.delayedPerClient ||
      delayed.total() >= FAULT_LIMITS.delayedAtMost
    )
      throw new ApiFault(
        "DH-904",
        "Too many calls are delayed by faults. Wait until another one has ended.",
        {
          headers: { "Retry-After": RETRY_AFTER_SECONDS },
        },
      );
    const leave = delayed.enter(clientId);
    try {
      await wait(ms);
    } finally {
      leave();
    }
  };
}

/** Simulates the fault of a rule before the call is executed: throws ApiFault, or only waits for the fault `slow`. */
export async function applyCallFault(
  rule: FaultRule,
  isDataApi: boolean,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const fault = FAULT_BY_NAME.get(rule.fault);
  if (fault === undefined || fault.kind !== "call") return;
  const ms = rule.ms ?? fault.ms;
  if (ms !== null) await wait(ms);
  const code = isDataApi ? fault.dataCode : fault.code;
  if (code === null) return;
  const isTemporary = fault.name === "rate-limit" || fault.name === "unavailable";
  throw new ApiFault(code, fault.message, {
    ...(isTemporary ? { headers: { "Retry-After": RETRY_AFTER_SECONDS } } : {}),
    ...(fault.name === "unavailable" && !isDataApi ? { status: 503 } : {}),
  });
}

export const isLostResponse = (rule: FaultRule | null): boolean => rule?.fault === "lost-answer";

/** Returns the fault that a special order quantity triggers; null for other quantities. */
export function findMagicFault(quantity: number, instrument: MarketInstrument): OrderFault | null {
  const isShare = instrument.exchangeSegment.endsWith("_EQ");
  const magic = MAGIC_QUANTITIES.find(({ units, lots }) =>
    isShare ? units === quantity : lots * instrument.lotSize === quantity,
  );
  return magic === undefined ? null : toOrderFault({ fault: magic.fault });
}
