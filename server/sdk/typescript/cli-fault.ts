// Commands that configure the simulated faults of an account.
import { UsageError } from "./cli-session.ts";

/** Sends an operation with a body and returns its response. */
export type SendCall = (operation: string, body?: unknown) => Promise<unknown>;
type Rule = Record<string, unknown> & { fault: string };

export const FAULT_ACTIONS = ["list", "add", "remove", "clear"] as const;
const FAULT_USAGE = "fault: expected list, add <name> [key=value …], remove <number> or clear.";

/** Executes `fault list | add | remove | clear` and returns the resulting rules. */
export async function fault([what = "list", ...rest]: readonly string[], send: SendCall): Promise<unknown> {
  const rules = async () => ((await send("getFaults")) as { faults: Rule[] }).faults;
  const set = (faults: readonly Rule[]) => send("setFaults", { faults });
  switch (what) {
    case "list":
      return send("getFaults");
    case "clear":
      return set([]);
    case "add": {
      const added = readRule(rest);
      return set([...(await rules()).map(withoutCounts), added]);
    }
    case "remove": {
      const number = Number(rest[0]);
      const present = await rules();
      if (!Number.isInteger(number) || number < 1 || number > present.length)
        throw new UsageError(
          `fault remove: expected a number from 1 to ${present.length}, as shown by fault list.`,
        );
      return set(present.filter((_, index) => index !== number - 1).map(withoutCounts));
    }
    default:
      throw new UsageError(FAULT_USAGE);
  }
}

const withoutCounts = ({ seen: _, struck: __, ...rule }: Rule): Rule => rule as Rule;

/** Parses a rule such as `rate-limit on=getProfile,quoteLtp every=3`. */
function readRule([name = "", ...pairs]: readonly string[]): Rule {
  if (name === "" || name.includes("=")) throw new UsageError(FAULT_USAGE);
  const entries = pairs.map((pair): [string, unknown] => {
    const [, key = "", value = ""] = /^(\w+)=(.+)$/.exec(pair) ?? [];
    if (key === "") throw new UsageError(`fault add: expected key=value, got ${pair}`);
    if (key === "on") return [key, value.split(",")];
    return [key, /^\d+$/.test(value) ? Number(value) : value];
  });
  return { fault: name, ...Object.fromEntries(entries) };
}
