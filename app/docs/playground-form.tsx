// The playground's form: parameters, body and fault of one call.
import type { ReactNode } from "react";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { Fold } from "../ui/fold.tsx";
import { SubmitButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { type BodyField, bodyFields } from "./body-fields.ts";
import { operationPath } from "./docs-path.ts";
import { Method } from "./operation-list.tsx";
import { otherBodyForm, PLAYGROUND_FAULTS, type PlaygroundDraft } from "./playground.ts";

/** A field with at most this number of choices has radio buttons; one with more has a drop-down list. */
const RADIO_BUTTONS_MAX = 2;

/** Renders the form. `faultField` is the id of the rejected field. */
export function RequestForm(props: {
  draft: PlaygroundDraft;
  operation: TradingOperation;
  faultField: string | null;
  xsrf: string | null;
}) {
  const { draft, operation, faultField, xsrf } = props;
  const method = operation.method.toUpperCase();
  const other = otherBodyForm(draft);
  return (
    <form action="/docs/v2/playground" method="post" className="panel" data-send>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 md:px-6">
        <h2 className="text-base">
          <Method method={method} /> <code className="wrap-anywhere">/v2{operation.path}</code>
        </h2>{" "}
        <a href={operationPath(operation)} className="link text-sm">
          Fields and errors
        </a>
      </div>
      <div className="panel-body space-y-4">
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
        <FaultChoice chosen={draft.fault} />
      </div>
      <div className="play-foot">
        <p className="text-sm text-ink-muted">Sandbox only. No money moves.</p>
        <div className="action-bar action-bar-stays">
          <SubmitButton>
            Send{" "}
            <span className="sr-only">
              {method} {operation.path}
            </span>
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}

export function ExpiredResponse() {
  return (
    <div className="mb-4">
      <Notice kind="info">
        <p>This response has expired or belongs to another browser. Send the request again.</p>
      </Notice>
    </div>
  );
}

function FaultChoice({ chosen }: { chosen: PlaygroundDraft["fault"] }) {
  const choices = [
    ["", "No fault"],
    ...Object.entries(PLAYGROUND_FAULTS).map(([id, { title }]) => [id, title]),
  ];
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Simulate a fault</legend>
      <div className="flex flex-wrap gap-2 mt-1">
        {choices.map(([value, title]) => (
          <label key={value} className="chip">
            <input
              type="radio"
              name="fault"
              value={value}
              defaultChecked={value === (chosen ?? "")}
              className="sr-only"
            />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function ParameterFields(props: { values: Readonly<Record<string, string>>; faultField: string | null }) {
  const { values, faultField } = props;
  const names = Object.entries(values);
  if (names.length === 0) return null;
  return (
    <div className="play-fields">
      {names.map(([name, value]) => (
        <div key={name}>
          <label htmlFor={`field-${name}`} className="font-mono text-sm">
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
    </div>
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
  const { operation, texts } = props;
  const fields = bodyFields(operation) ?? [];
  const example = JSON.stringify(operation.example.body ?? {});
  const isRare = ({ name, isRequired, what }: BodyField) =>
    !isRequired && !example.includes(`"${name}"`) && !/\b(?:required|needed) for\b/i.test(what);
  const rare = fields.filter(isRare);
  const grid = (some: readonly BodyField[]) => (
    <div className="play-fields">
      {some.map((field) => (
        <BodyInput key={field.name} field={field} text={texts[field.name] ?? ""} />
      ))}
    </div>
  );
  return (
    <fieldset className="space-y-4">
      <legend className="sr-only">Body</legend>
      {grid(fields.filter((field) => !isRare(field)))}
      {rare.length === 0 ? null : (
        <div className="folds">
          <Fold
            id="more-fields"
            title={`${rare.length} more ${rare.length === 1 ? "field" : "fields"}`}
            hint="all optional"
            isOpen={rare.some(({ name }) => (texts[name] ?? "") !== "")}
          >
            {grid(rare)}
          </Fold>
        </div>
      )}
    </fieldset>
  );
}

/**
 * Renders one field. Its description is visible while the field has the focus, and always available to screen readers.
 */
function BodyInput({ field, text }: { field: BodyField; text: string }) {
  const { name, kind, choices, isRequired, what } = field;
  const shared = {
    id: `b-${name}`,
    name: `b.${name}`,
    className: "field",
    ...(what === "" ? {} : { "aria-describedby": `b-${name}-what` }),
  };
  const hint =
    what === "" ? null : (
      <p id={`b-${name}-what`} className="play-hint">
        {what}
      </p>
    );
  if (kind === "choice" && isRequired && choices.length <= RADIO_BUTTONS_MAX)
    return (
      <fieldset className="play-field" aria-describedby={what === "" ? undefined : `b-${name}-what`}>
        <legend className="font-mono text-sm">{name}</legend>
        <div className="segmented">
          {choices.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name={shared.name}
                value={choice}
                defaultChecked={choice === text}
                className="sr-only"
              />
              {choice}
            </label>
          ))}
        </div>
        {hint}
      </fieldset>
    );
  return (
    <div className="play-field">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <label htmlFor={shared.id} className="font-mono text-sm">
          {name}
        </label>{" "}
        {isRequired ? null : <span className="text-xs text-ink-muted">optional</span>}
      </p>
      <BodyValue {...{ shared, kind, choices, isRequired, text }} />
      {hint}
    </div>
  );
}

function BodyValue(
  props: Pick<BodyField, "kind" | "choices" | "isRequired"> & {
    shared: { id: string; name: string; className: string };
    text: string;
  },
): ReactNode {
  const { shared, kind, choices, isRequired, text } = props;
  if (kind !== "choice" && kind !== "boolean")
    return (
      <input
        {...shared}
        defaultValue={text}
        inputMode={kind === "number" ? "decimal" : undefined}
        maxLength={200}
        autoComplete="off"
      />
    );
  return (
    <select {...shared} defaultValue={text}>
      {isRequired ? null : <option value="">–</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}
