// Errors at the top of a form, each with a link to its field. The same message is next to the field.
import { TextLink } from "./link-button.tsx";

/** `href` is null for an error that no field causes. */
export type SummaryFault = { href: string | null; message: string };

export function ErrorSummary(props: { title: string; faults: readonly SummaryFault[] }) {
  if (props.faults.length === 0) return null;
  return (
    <div
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: after a rejected form the user must read the errors first
      autoFocus
      className="mb-6 rounded-sm border-s-4 border-warn bg-warn-faint px-4 py-3"
    >
      <p className="font-semibold">{props.title}</p>
      <ul className="mt-1">
        {props.faults.map(({ href, message }) => (
          <li key={message}>{href === null ? message : <TextLink to={href}>{message}</TextLink>}</li>
        ))}
      </ul>
    </div>
  );
}

export function FieldFault(props: { id: string; message: string | undefined }) {
  return props.message === undefined ? null : (
    <p id={props.id} className="mt-1 text-sm font-semibold text-loss">
      {props.message}
    </p>
  );
}
