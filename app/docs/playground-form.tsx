// The form of the playground: which operation, its parameters and its body, as fields or as JSON.

import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../contract/trading-api/operations.ts";
import { Notice } from "../ui/notice.tsx";
import { bodyFields } from "./body-fields.ts";
import { operationPath } from "./docs-path.ts";
import { otherWay, type PlaygroundDraft } from "./playground.ts";

/** Chooses the operation by a form of its own, and says what the chosen one is for. */
export function OperationChoice({ operation }: { operation: TradingOperation }) {
  return (
    <>
      <form action="/docs/v2/playground" method="get" className="flex max-w-2xl flex-wrap items-end gap-3">
        <div className="grow">
          <label htmlFor="op" className="text-sm font-semibold">
            Operation
          </label>
          <select id="op" name="op" defaultValue={operation.operationId} className="field">
            {TRADING_OPERATION_LIST.map((one) => (
              <option key={one.operationId} value={one.operationId}>
                {one.method.toUpperCase()} {one.path}: {one.summary}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button button-quiet">
          Choose
        </button>
      </form>
      <p className="mt-3 max-w-[75ch]">
        {operation.purpose}{" "}
        <a href={operationPath(operation)} className="link">
          Fields and errors
        </a>
      </p>
    </>
  );
}

/** `faultField` is the id of the field that was refused. */
export function RequestForm(props: {
  draft: PlaygroundDraft;
  operation: TradingOperation;
  faultField: string | null;
  xsrf: string | null;
}) {
  const { draft, operation, faultField, xsrf } = props;
  const other = otherWay(draft);
  return (
    <form action="/docs/v2/playground" method="post" className="space-y-4">
      <input type="hidden" name="op" value={draft.operationId} />
      {xsrf === null ? null : <input type="hidden" name="xsrf" value={xsrf} />}
      <ParameterFields values={{ ...draft.path, ...draft.query }} faultField={faultField} />
      {draft.fields === null ? null : <BodyFields operation={operation} texts={draft.fields} />}
      {draft.body === null || draft.fields !== null ? null : (
        <BodyAsJson text={draft.body} isFaulty={faultField === "body"} />
      )}
      {other === null ? null : (
        <p>
          <a href={other.to} className="link inline-flex min-h-8 items-center text-sm">
            {other.title}
          </a>
        </p>
      )}
      <div className="action-bar action-bar-stays">
        <button type="submit" className="button button-main">
          Send {operation.method.toUpperCase()} {operation.path}
        </button>
      </div>
    </form>
  );
}

export function AnswerGone() {
  return (
    <div className="mb-4">
      <Notice kind="info">
        <p>
          The answer that stood here is not kept any more, or is another browser's. Send the request to get a
          new one.
        </p>
      </Notice>
    </div>
  );
}

function ParameterFields(props: { values: Readonly<Record<string, string>>; faultField: string | null }) {
  const { values, faultField } = props;
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          <label htmlFor={`field-${name}`} className="text-sm font-semibold">
            {name}
          </label>
          <input
            id={`field-${name}`}
            name={`p.${name}`}
            defaultValue={value}
            maxLength={200}
            autoComplete="off"
            className="field"
            aria-invalid={faultField === `field-${name}` ? true : undefined}
          />
        </div>
      ))}
    </>
  );
}

function BodyAsJson({ text, isFaulty }: { text: string; isFaulty: boolean }) {
  return (
    <div>
      <label htmlFor="body" className="text-sm font-semibold">
        Body, as JSON
      </label>
      <textarea
        id="body"
        name="body"
        rows={Math.min(22, text.split("\n").length + 1)}
        defaultValue={text}
        maxLength={20_000}
        spellCheck={false}
        className="field font-mono text-sm"
        aria-invalid={isFaulty ? true : undefined}
      />
    </div>
  );
}

function BodyFields(props: { operation: TradingOperation; texts: Readonly<Record<string, string>> }) {
  const { texts } = props;
  return (
    <fieldset className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <legend className="text-sm font-semibold">Body</legend>
      {(bodyFields(props.operation) ?? []).map(({ name, kind, choices, isNeeded, what }) => {
        const shared = {
          id: `b-${name}`,
          name: `b.${name}`,
          className: "field",
          ...(what === "" ? {} : { "aria-describedby": `b-${name}-what` }),
        };
        return (
          <div key={name}>
            <label htmlFor={`b-${name}`} className="font-mono text-sm">
              {name}
              {isNeeded ? "" : " (optional)"}
            </label>
            {kind === "choice" || kind === "boolean" ? (
              <select {...shared} defaultValue={texts[name] ?? ""}>
                {isNeeded ? null : <option value="">–</option>}
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {choice}
                  </option>
                ))}
              </select>
            ) : (
              <input
                {...shared}
                defaultValue={texts[name] ?? ""}
                inputMode={kind === "number" ? "decimal" : undefined}
                maxLength={200}
                autoComplete="off"
              />
            )}
            {what === "" ? null : (
              <p id={`b-${name}-what`} className="text-xs text-ink-muted">
                {what}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
