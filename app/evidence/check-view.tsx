// Result of a record's check: the verdict, then each step with the compared values. The browser script creates the same
// elements.
import { Check, CircleDashed, X } from "../ui/icons.tsx";
import type { CheckReport, CheckState, CheckStep } from "./check-record.ts";
import { checkViewText as text } from "./text.ts";

const ICONS = { good: Check, bad: X, unknown: CircleDashed };

export function CheckResult(props: { report: CheckReport }) {
  const { holds, title, subject, steps, last } = props.report;
  return (
    <section aria-labelledby="result" className="panel board-fill" id="check-result">
      <div className="check-verdict" data-holds={holds ? "yes" : "no"} role="status">
        <h2 id="result" className="panel-title">
          {title}
        </h2>
        <p>{subject}</p>
      </div>
      <CheckSteps steps={steps} />
      {last === null ? null : (
        <p className="board-foot">
          {text.lastHash} <code className="break-all">{last}</code>
        </p>
      )}
    </section>
  );
}

export function CheckSteps(props: { steps: readonly CheckStep[] }) {
  return (
    <ul className="check-steps">
      {props.steps.map(({ state, title, detail, count }) => (
        <li key={title} data-state={state}>
          <StepIcon state={state} />
          <span>
            <span className="sr-only">{text.states[state]} </span>
            {title} <small>{detail}</small>
          </span>{" "}
          <code>{count}</code>
        </li>
      ))}
    </ul>
  );
}

function StepIcon({ state }: { state: CheckState }) {
  const Icon = ICONS[state];
  return <Icon className="size-5" />;
}
