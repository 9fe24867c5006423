// Result in the playground: the response of a call, or the messages of a socket.
import { CodeBox } from "../ui/code-box.tsx";
import { CodeTabs } from "../ui/code-tabs.tsx";
import type { SentOutcome } from "./playground-outcome.ts";

const ERROR_STATUS_FROM = 400;

/** A call that the page suggests after a response. */
export type FollowUp = { title: string; to: string };

export function PlaygroundResponse(props: {
  answer: NonNullable<SentOutcome["answer"]>;
  html: string | undefined;
  followUps: readonly FollowUp[];
}) {
  const { answer, html, followUps } = props;
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return (
    <section id="answer" aria-labelledby="answer-title" tabIndex={-1}>
      <CodeTabs
        name="answer"
        label="Part of the response"
        head={
          <>
            <h2 id="answer-title" className={answer.status < ERROR_STATUS_FROM ? "code-good" : "code-bad"}>
              <span className="sr-only">Response: </span>
              {answer.status}
            </h2>{" "}
            <p>{[`${answer.tookMs} ms`, ...formatRemainingCalls(answer.headers)].join(" · ")}</p>
          </>
        }
        tabs={[
          {
            id: "body",
            title: "Body",
            content: <CodeBox label="Body of the response" words={answer.body} html={html} />,
          },
          {
            id: "headers",
            title: "Headers",
            content: <CodeBox label="Headers of the response" words={headers} />,
          },
        ]}
        {...(followUps.length === 0
          ? {}
          : {
              foot: followUps.map(({ title, to }) => (
                <a key={to} href={to}>
                  {title}{" "}
                </a>
              )),
            })}
      />
    </section>
  );
}

/** Returns the number of calls left in this second, if the response states the rate limit. */
function formatRemainingCalls(headers: readonly [string, string][]): string[] {
  const of = (name: string) => headers.find(([one]) => one === name)?.[1];
  const [limit, remaining] = [of("ratelimit-limit"), of("ratelimit-remaining")];
  return limit === undefined || remaining === undefined ? [] : [`${remaining} of ${limit} calls left`];
}

export function PlaygroundReceived(props: { received: NonNullable<SentOutcome["received"]> }) {
  const { received } = props;
  return (
    <>
      <p className="mt-4" role="status">
        {received.stream}: {received.count} messages in three seconds
        {received.count === 0
          ? ". No message arrived. The instrument may not be listed, or not available on this stream."
          : `, the last ${received.messages.length} of them:`}
      </p>
      {received.messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identifier other than their position
        <CodeBox key={index} label={`Message ${index + 1}`} words={message} />
      ))}
    </>
  );
}
