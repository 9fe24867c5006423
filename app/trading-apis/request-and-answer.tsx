// One request and its answer, side by side on wide screens, as a first impression of the API.
import { CodeBox } from "../ui/code-box.tsx";
import { requestAndAnswerText as text } from "./text.ts";

export type DisplayedCall = {
  method: string;
  /** Path from the host on, such as "/v2/orders". */
  path: string;
  /** JSON, as it is shown. */
  body: string;
  status: number;
  answer: string;
  /** Address where it can be run; null without a sandbox. */
  runHref: string | null;
};

/** `mark` puts colours on JSON; null where a language is not known to it. */
export function RequestAndAnswer(props: { call: DisplayedCall; mark: (json: string) => string | null }) {
  const { call, mark } = props;
  return (
    <div className="request-answer relative z-10">
      <div className="min-w-0">
        <h3 className="text-sm font-semibold">
          {call.method} {call.path}
        </h3>
        <CodeBox label={text.theRequestsBody} words={call.body} html={mark(call.body) ?? undefined} />
      </div>
      <div className="min-w-0">
        <h3 className="text-sm font-semibold">{text.recordedAnswer(call.status)}</h3>
        <CodeBox label={text.theAnswer} words={call.answer} html={mark(call.answer) ?? undefined} />
        {call.runHref === null ? null : (
          <p className="mt-2">
            <a href={call.runHref} className="link inline-flex min-h-8 items-center text-sm font-semibold">
              {text.run}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
