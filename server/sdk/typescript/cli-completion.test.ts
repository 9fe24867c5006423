// Shell completion of the command-line tool: the bash script runs in bash, and the fish script in fish if it is
// installed.
import { execFileSync, spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { completionScript } from "./cli-completion.ts";
import type { HelpTable } from "./cli-help.ts";

const field = (name: string) =>
  ({ name, place: "body", isRequired: true, type: "text", description: "" }) as const;
const HELP: HelpTable = {
  getOrder: { summary: "One order", fields: [field("orderId")] },
  placeOrder: { summary: "Place", fields: [field("quantity"), field("price")] },
};

/** Expected suggestions after the typed words. The last typed word is incomplete. */
const EXPECTED: [typed: string, choices: string][] = [
  ["c", "call clock completion"],
  ["--", "--help --version"],
  ["call ", "getOrder placeOrder"],
  ["call pl", "placeOrder"],
  ["help g", "getOrder"],
  ["call placeOrder ", "quantity= price="],
  ["call placeOrder quantity=5 p", "price="],
  ["fault ", "list add remove clear"],
  ["clock ad", "advance"],
  ["trigger order.p", "order.part_traded order.pending"],
  ["completion ", "bash zsh fish"],
  ["login --t", "--token"],
  ["tail --json --c", "--count"],
  ["logout ", ""],
];

it.each(EXPECTED)("bash completes the input %j", (typed, choices) => {
  const quotedArguments = ["trading-api", ...typed.split(" ")].map((word) => `'${word}'`);
  const output = execFileSync("bash", {
    input: `${completionScript("bash", HELP)}
compopt() { :; }
COMP_WORDS=(${quotedArguments.join(" ")}); COMP_CWORD=${quotedArguments.length - 1}; _trading_api; echo "\${COMPREPLY[@]}"`,
  });
  expect(output.toString().trim()).toBe(choices);
});

/** Maps each condition in the fish completion script to its suggestions. */
function fishChoices(): Map<string, string> {
  const lines = (completionScript("fish", HELP) ?? "").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [, condition, words] = /^complete -c trading-api -n '([^']*)' -a '([^']*)'$/.exec(line) ?? [];
      return condition === undefined || words === undefined ? [] : [[condition, words] as const];
    }),
  );
}

it("fish suggests commands, subcommands and the fields of each call", () => {
  const choices = fishChoices();
  expect(choices.get("test (count (commandline -opc)) -eq 1")).toContain("login logout operations");
  expect(choices.get("__trading_api_at 2 call")).toBe("getOrder placeOrder");
  expect(choices.get("__trading_api_at 2 fault")).toBe("list add remove clear");
  expect(choices.get("__trading_api_at 2 clock")).toBe("show set advance end");
  expect(choices.get("__trading_api_at 2 trigger")).toContain("order.traded");
  expect(choices.get("__trading_api_call placeOrder")).toBe("quantity= price=");
});

const hasFish = spawnSync("fish", ["--version"]).status === 0;
it.skipIf(!hasFish).each(EXPECTED.filter(([typed]) => !typed.includes("--")))(
  "fish completes the input %j",
  (typed, choices) => {
    const script = `${completionScript("fish", HELP)}\ncomplete -C 'trading-api ${typed}'`;
    const output = execFileSync("fish", ["--no-config", "-c", script]).toString();
    const offered = output
      .trim()
      .split("\n")
      .map((line) => line.split("\t")[0]);
    expect(offered.sort().join(" ").trim()).toBe(choices.split(" ").sort().join(" "));
  },
);

it("zsh uses the bash script, and there is no script for other shells", () => {
  expect(completionScript("zsh", HELP)).toContain("bashcompinit");
  expect(completionScript("tcsh", HELP)).toBeNull();
});
