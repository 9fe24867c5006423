// Page of one operation: fields, response and errors, with samples and the recorded response next to them.
import { codeAnchor } from "../contract/trading-api/operations.ts";
import { Fold } from "../ui/fold.tsx";
import { TextLink, TouchLink } from "../ui/link-button.tsx";
import { Section } from "../ui/section.tsx";
import type { Language } from "./blocks.ts";
import { Method } from "./operation-list.tsx";
import type { ErrorEntry, FieldEntry, FieldGroup, OperationPage } from "./operation-page.ts";
import { Code, Samples } from "./section-view.tsx";

type Props = { operation: OperationPage; language: Language };

export function OperationView({ operation, language }: Props) {
  const { id, method, path, limits, purpose, request, answer, errors, retry } = operation;
  return (
    <div className="docs-sides">
      <article className="min-w-0" aria-labelledby={id}>
        <h1 id={id} className="mt-2 text-2xl">
          {operation.title}
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Method method={method} /> <code className="wrap-anywhere">{path}</code>{" "}
          {limits.map((limit) => (
            <span key={limit} className="tag">
              {limit}{" "}
            </span>
          ))}{" "}
          <a href="#samples" className="link no-print text-sm xl:hidden">
            Samples
          </a>
        </p>
        <p className="mt-4">{purpose}</p>
        {request.map((group) => (
          <Fields
            key={group.title}
            group={group}
            anchor={group.title.toLowerCase().replace(" ", "-")}
            isRequest
          />
        ))}
        <Answer group={answer} anchor={`${id}-answer`} />
        <Errors anchor={`${id}-errors`} errors={errors} />
        <Section id="send-again" title="Retry" titleClass="docs-heading">
          <p className="mt-3">{retry.charAt(0).toUpperCase() + retry.slice(1)}</p>
        </Section>
      </article>
      <CodeColumn operation={operation} language={language} />
    </div>
  );
}

function Answer({ group, anchor }: { group: FieldGroup | null; anchor: string }) {
  if (group !== null) return <Fields group={group} anchor={anchor} isRequest={false} />;
  return (
    <Section id={anchor} title="Response" titleClass="docs-heading">
      <p className="mt-3">
        A CSV file: <TextLink to="/docs/v2/instruments#columns">its columns</TextLink>.
      </p>
    </Section>
  );
}

function CodeColumn({ operation, language }: Props) {
  const { samples, recorded, playground, title, address } = operation;
  return (
    <aside id="samples" aria-label="Samples" className="docs-side">
      {playground === null ? null : (
        <p className="no-print flex justify-end">
          <a href={playground} className="button button-quiet">
            Try it in the playground
          </a>
        </p>
      )}
      <Samples block={samples} section={{ title }} language={language} path={address} />
      {language === "typescript" || language === "python" ? (
        <p className="mt-2 text-sm text-ink-muted">
          With the <TextLink to={`/docs/v2/clients#${language}`}>official client</TextLink>.
        </p>
      ) : null}
      {recorded === null ? null : (
        <Code
          title={recorded.title}
          words={recorded.words}
          html={recorded.html}
          label={`Response, ${title}`}
        />
      )}
    </aside>
  );
}

type FieldsProps = { group: FieldGroup; anchor: string; isRequest: boolean };

function Fields({ group: { title, fields, rare }, anchor, isRequest }: FieldsProps) {
  return (
    <Section id={anchor} title={title} titleClass="docs-heading">
      {fields.length === 0 && rare.length === 0 ? <p className="mt-3">No fields.</p> : null}
      <FieldRows fields={fields} isRequest={isRequest} />
      {rare.length === 0 ? null : (
        <div className="folds mt-3">
          <Fold
            id={`${anchor}-more`}
            title={`${rare.length} more fields`}
            {...(isRequest ? { hint: "rarely needed" } : {})}
          >
            <FieldRows fields={rare} isRequest={isRequest} />
          </Fold>
        </div>
      )}
    </Section>
  );
}

function FieldRows({ fields, isRequest }: { fields: readonly FieldEntry[]; isRequest: boolean }) {
  if (fields.length === 0) return null;
  return (
    <ul className="docs-fields">
      {fields.map(({ name, type, required, description, choices, limits, example }) => (
        <li key={name}>
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <code className="docs-field">{name}</code>{" "}
            <span className="text-sm text-ink-muted">
              {[type, limits, choices.length === 0 && example !== "" ? `Example ${example}` : ""]
                .filter((part) => part !== "")
                .join(" · ")}
            </span>{" "}
            {isRequest && required ? <span className="text-sm font-semibold text-loss">required</span> : null}
          </p>
          <p>{/[.:]$/.test(description) ? description : `${description}.`}</p>
          {choices.length === 0 ? null : (
            <p className="mt-1 flex flex-wrap gap-1.5">
              {choices.map((choice) => (
                <code key={choice} className="docs-choice">
                  {choice}
                </code>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Errors({ anchor, errors: { own, common } }: { anchor: string; errors: OperationPage["errors"] }) {
  return (
    <Section id={anchor} title="Errors" titleClass="docs-heading">
      <ErrorRows errors={own} />
      <div className="folds mt-3">
        <Fold
          id={`${anchor}-common`}
          title={`${common.length} errors common to all calls`}
          isOpen={own.length === 0}
        >
          <ErrorRows errors={common} />
        </Fold>
      </div>
      <p className="mt-2">
        <TouchLink to="/docs/v2/errors">All codes</TouchLink>
      </p>
    </Section>
  );
}

function ErrorRows({ errors }: { errors: readonly ErrorEntry[] }) {
  if (errors.length === 0) return null;
  return (
    <ul className="docs-fields">
      {errors.map(({ code, status, cause, fix }) => (
        <li key={`${code} ${cause}`}>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <TextLink to={`/docs/v2/errors#${codeAnchor(code)}`}>
              <code className="docs-field">{code}</code>
            </TextLink>{" "}
            <span className="text-sm text-ink-muted">{status}</span>{" "}
            <span className="font-semibold">{cause}</span>
          </p>
          <p className="text-ink-muted">{fix}</p>
        </li>
      ))}
    </ul>
  );
}
