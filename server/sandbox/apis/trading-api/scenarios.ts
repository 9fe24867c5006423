// What a developer can make the sandbox do on purpose: by a header for any call, by a quantity of shares for an order. One table, which
// the documentation prints.
import {
  HEADER_SCENARIOS,
  MAGIC_QUANTITIES,
  type MagicScenario,
} from "../../../../app/contract/trading-api/scenarios.ts";
import { ApiFault } from "./fault.ts";

/** Null for an ordinary quantity. Shares alone: quantities of derivatives are lots. */
export function scenarioOf(quantity: number, segment: string): MagicScenario | null {
  if (!segment.endsWith("_EQ")) return null;
  return MAGIC_QUANTITIES.find((magic) => magic.quantity === quantity)?.scenario ?? null;
}

/** Does what the header asks for. Throws ApiFault; returns after a while for the slow one. */
export async function playScenario(
  name: string | undefined,
  isData: boolean,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  if (name === undefined) return;
  const known = HEADER_SCENARIOS.find((scenario) => scenario.name === name);
  if (known === undefined)
    throw new ApiFault(
      "DH-905",
      `X-Sandbox-Scenario: one of ${HEADER_SCENARIOS.map((scenario) => scenario.name).join(", ")}.`,
    );
  if (known.delayMs !== null) await wait(known.delayMs);
  const code = isData ? known.dataCode : known.code;
  if (code !== null)
    throw new ApiFault(
      code,
      known.message,
      known.code === "DH-904" ? { headers: { "Retry-After": "1" } } : {},
    );
}
