// The first call in five minutes: commands to paste into a terminal, and the next steps.
import { accountCommands } from "../format/account-commands.ts";
import { CodeBox } from "../ui/code-box.tsx";
import { firstCallText as text } from "./text.ts";

/** Renders the commands. `origin` is the site's address without a trailing slash. */
export function FirstCall(props: { origin: string; hasSandbox: boolean }) {
  if (!props.hasSandbox) return null;
  const { origin } = props;
  const commands = [
    ...accountCommands(`${origin}/sandbox/v2`),
    `curl -sS "$BASE_URL/fundlimit" -H "access-token: $ACCESS_TOKEN"`,
  ].join("\n");
  return (
    <section aria-labelledby="first-call" className="min-w-0">
      <h2 id="first-call" className="sr-only">
        {text.yourFirstCall}
      </h2>
      <CodeBox title={text.yourFirstCall} label={text.commandsLabel} words={commands} />
      <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
        <a href="/docs/v2/quick-start" className="link inline-flex min-h-8 items-center">
          {text.toFilledOrder}
        </a>{" "}
        <a href="/docs/v2/playground" className="link inline-flex min-h-8 items-center">
          {text.withoutTerminal}
        </a>
      </p>
    </section>
  );
}
