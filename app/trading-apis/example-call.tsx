// A call of the trading API as a program sends it, with the recorded response.
import { CodeBox } from "../ui/code-box.tsx";
import { exampleCallText as text } from "./text.ts";

/** Renders the call. With a sandbox, a link opens it in the playground. */
export function ExampleCall(props: {
  call: { id: string; words: string; html: string };
  hasSandbox: boolean;
}) {
  return (
    <div className="min-w-0">
      <h2 id="example-call" className="sr-only">
        {text.title}
      </h2>
      <CodeBox title={text.title} label={text.title} words={props.call.words} html={props.call.html} />
      <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
        <a href="/docs/v2/quick-start" className="link inline-flex min-h-8 items-center">
          {text.quickStart}
        </a>{" "}
        {props.hasSandbox ? (
          <a
            href={`/docs/v2/playground?op=${props.call.id}`}
            className="link inline-flex min-h-8 items-center"
          >
            {text.sendIt}
          </a>
        ) : null}
      </p>
    </div>
  );
}
