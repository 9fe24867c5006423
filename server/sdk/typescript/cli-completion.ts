// Shell completion of the command-line tool: commands, their second word, and the fields of a call.
import { CLOCK_ACTIONS, TRIGGER_EVENTS } from "./cli-calls.ts";
import { FAULT_ACTIONS } from "./cli-fault.ts";
import type { HelpTable } from "./cli-help.ts";

const SHELLS = ["bash", "zsh", "fish"];
const COMMANDS = [
  "login",
  "logout",
  "operations",
  "help",
  "call",
  "listen",
  "trigger",
  "tail",
  "fault",
  "clock",
  "completion",
];

/** Options of the commands that begin with a dash. The second words of other commands are in `argumentsOf`. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  login: ["--new", "--token", "--client-id", "--base-url"],
  listen: ["--forward-to", "--from", "--count"],
  tail: ["--bodies", "--json", "--count"],
};

const argumentsOf = (help: HelpTable): Readonly<Record<string, readonly string[]>> => ({
  ...OPTIONS,
  call: Object.keys(help),
  help: Object.keys(help),
  trigger: TRIGGER_EVENTS,
  fault: FAULT_ACTIONS,
  clock: CLOCK_ACTIONS,
  completion: SHELLS,
});

/** Returns the completion script of a shell; null for an unknown shell. */
export function completionScript(shell: string, help: HelpTable): string | null {
  if (shell === "bash") return bashScript(help);
  if (shell === "zsh") return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(help)}`;
  return shell === "fish" ? fishScript(help) : null;
}

const fieldsOf = (help: HelpTable): [name: string, words: string][] =>
  Object.entries(help).map(([name, { fields }]) => [name, fields.map((field) => `${field.name}=`).join(" ")]);

function bashScript(help: HelpTable): string {
  const second = Object.entries(argumentsOf(help)).map(
    ([command, words]) => `    2:${command}) choices="${words.join(" ")}" ;;`,
  );
  const fields = fieldsOf(help).map(([name, words]) => `      ${name}) choices="${words}" ;;`);
  const options = Object.entries(OPTIONS).map(
    ([command, words]) => `    *:${command}) choices="${words.join(" ")}" ;;`,
  );
  return `_trading_api() {
  local current="\${COMP_WORDS[COMP_CWORD]}" choices=""
  case "\${COMP_CWORD}:\${COMP_WORDS[1]}" in
    1:*) choices="${COMMANDS.join(" ")} --help --version" ;;
${second.join("\n")}
    *:call) case "\${COMP_WORDS[2]}" in
${fields.join("\n")}
    esac ;;
${options.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
  # zsh has no compopt.
  [[ "\${COMPREPLY[0]-}" == *= ]] && type compopt > /dev/null 2>&1 && compopt -o nospace
}
complete -F _trading_api trading-api
`;
}

function fishScript(help: HelpTable): string {
  const complete = (condition: string, words: string) =>
    `complete -c trading-api -n '${condition}' -a '${words}'`;
  return `complete -c trading-api -f
function __trading_api_at
  set -l given (commandline -opc)
  test (count $given) -eq $argv[1]; and test "$given[2]" = "$argv[2]"
end
function __trading_api_call
  set -l given (commandline -opc)
  test (count $given) -ge 3; and test "$given[2]" = call; and test "$given[3]" = "$argv[1]"
end
${[
  complete("test (count (commandline -opc)) -eq 1", `${COMMANDS.join(" ")} --help --version`),
  ...Object.entries(argumentsOf(help)).map(([command, words]) =>
    complete(`__trading_api_at 2 ${command}`, words.join(" ")),
  ),
  ...fieldsOf(help).map(([name, words]) => complete(`__trading_api_call ${name}`, words)),
].join("\n")}
`;
}
