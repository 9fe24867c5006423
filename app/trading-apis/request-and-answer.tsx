// One request and what it was answered, side by side where there is room: what the API is like before anything is read of it.
import { CodeBox } from "../ui/code-box.tsx";
import { text } from "./request-and-answer.text.ts";

export type ShownCall = {
  method: string;
  /** From the host on, such as "/v2/orders". */
  path: string;
  body: unknown;
  status: number;
  answer: unknown;
  /** Where it can be run; null where there is no sandbox. */
  runHref: string | null;
};

/** `mark` puts colours on JSON; null where a language is not known to it. */
export function RequestAndAnswer(props: { call: ShownCall; mark: (json: string) => string | null }) {
  const { call, mark } = props;
  const [body, answer] = [call.body, call.answer].map((value) => JSON.stringify(value, null, 2));
  return (
    <div className="request-answer relative z-10">
      <div className="min-w-0">
        <h3 className="text-sm font-semibold">
          {call.method} {call.path}
        </h3>
        <CodeBox label={text.theRequestsBody} words={body ?? ""} html={mark(body ?? "") ?? undefined} />
      </div>
      <div className="min-w-0">
        <h3 className="text-sm font-semibold">{text.recordedAnswer(call.status)}</h3>
        <CodeBox label={text.theAnswer} words={answer ?? ""} html={mark(answer ?? "") ?? undefined} />
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
