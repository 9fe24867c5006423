// What came back to the playground: a call's answer, or what a socket said.
import { CodeBox } from "../ui/code-box.tsx";
import type { SentOutcome } from "./playground-outcome.ts";

export function PlaygroundAnswer(props: { answer: NonNullable<SentOutcome["answer"]> }) {
  const { answer } = props;
  return (
    <section id="answer" aria-labelledby="answer-title" tabIndex={-1} className="rounded-sm">
      <h2 id="answer-title" className="text-xl">
        Answer: {answer.status}, in {answer.tookMs} ms
      </h2>
      <p className="mt-1 text-sm text-ink-muted">From the account {answer.clientId}.</p>
      <details className="mt-2">
        <summary className="link inline-flex min-h-8 items-center text-sm">Headers</summary>
        <dl className="text-sm">
          {answer.headers.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-3">
              <dt className="font-mono">{name}:</dt>
              <dd className="font-mono wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <CodeBox label="Body of the answer" words={answer.body} />
    </section>
  );
}

export function PlaygroundReceived(props: { heard: NonNullable<SentOutcome["heard"]> }) {
  const { heard } = props;
  return (
    <>
      <p className="mt-4" role="status">
        {heard.stream}: {heard.count} messages in three seconds
        {heard.count === 0
          ? ". Nothing came: the instrument may not be listed, or not on this stream."
          : `, the last ${heard.messages.length} of them:`}
      </p>
      {heard.messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no name but their place
        <CodeBox key={index} label={`Message ${index + 1}`} words={message} />
      ))}
    </>
  );
}
