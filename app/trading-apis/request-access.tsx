// Form to request access: labels, hints, and errors next to each field and in a summary. Entered values are preserved.

import { ENQUIRY_MESSAGE_CHARS, type Enquiry, type SentEnquiry } from "../contract/base-api/enquiry.ts";
import { ErrorSummary, FieldFault } from "../ui/error-summary.tsx";
import { filled } from "../ui/filled.tsx";
import { SubmitButton, TextLink } from "../ui/link-button.tsx";
import { Panel } from "../ui/section.tsx";
import { TextField } from "../ui/text-field.tsx";
import { requestAccessText as text } from "./text.ts";

export type AccessFaults = Partial<Record<keyof Enquiry | "website" | "form", string>>;
type Sent = Pick<SentEnquiry, "reference" | "isStored">;
/** Entered values and errors of a rejected form. */
export type AccessResponse = { values: Partial<Record<string, string>>; faults: AccessFaults };

const FIELDS = [
  { name: "name", label: text.yourName, type: "text", autoComplete: "name", isRequired: true },
  {
    name: "email",
    label: text.email,
    type: "email",
    autoComplete: "email",
    isRequired: true,
  },
  {
    name: "organisation",
    label: text.organisation,
    type: "text",
    autoComplete: "organization",
    isRequired: false,
  },
] as const;

export function RequestAccess(props: {
  path: string;
  answer: AccessResponse | null;
  /** Request that this browser has just sent; the page confirms it. */
  sent: Sent | null;
  supportEmail: string;
  /** Form token of the session. Null for a signed-out user. */
  xsrf: string | null;
}) {
  const { answer, sent } = props;
  const faults = answer?.faults ?? {};
  return (
    <Panel id="request" title={text.requestAccess}>
      {sent === null ? null : <SentNotice {...sent} />}
      <ErrorSummary
        title={text.notSent}
        faults={Object.entries(faults).map(([name, message]) => ({
          href: name === "form" ? null : `#request-${name}`,
          message,
        }))}
      />
      <form action={`${props.path}#request`} method="post" className="mt-3 grid gap-4 sm:grid-cols-2">
        {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
        {FIELDS.map((field) => (
          <TextField
            key={field.name}
            box={field.isRequired ? undefined : "sm:col-span-2"}
            id={`request-${field.name}`}
            name={field.name}
            label={field.isRequired ? field.label : `${field.label} ${text.optional}`}
            fault={faults[field.name]}
            type={field.type}
            autoComplete={field.autoComplete}
            required={field.isRequired}
            maxLength={120}
            defaultValue={answer?.values[field.name] ?? ""}
          />
        ))}
        <div className="sm:col-span-2">
          <label htmlFor="request-message" className="font-semibold">
            {text.whatToBuild}
          </label>
          <textarea
            id="request-message"
            name="message"
            rows={2}
            required
            maxLength={ENQUIRY_MESSAGE_CHARS}
            defaultValue={answer?.values.message ?? ""}
            aria-invalid={faults.message === undefined ? undefined : true}
            aria-describedby={faults.message === undefined ? undefined : "request-message-fault"}
            className="field mt-1.5"
          />
          <FieldFault id="request-message-fault" message={faults.message} />
        </div>
        <div className="sr-only">
          <label htmlFor="request-website">{text.leaveThisFieldEmpty}</label>
          <input id="request-website" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
        </div>
        <p className="text-sm wrap-anywhere text-ink-muted sm:col-span-2">
          {filled(text.weKeep, {
            address: <TextLink to={`mailto:${props.supportEmail}`}>{props.supportEmail}</TextLink>,
          })}
        </p>
        <SubmitButton className="justify-self-start">{text.sendTheRequest}</SubmitButton>
      </form>
    </Panel>
  );
}

function SentNotice({ reference, isStored }: Sent) {
  return (
    <div role="status" className="mt-4 rounded-sm border-s-4 border-info bg-surface-sunken px-4 py-3">
      <p className="font-semibold">{isStored ? text.keptHere : text.arrived}</p>
      <p>
        {filled(text.reference, { reference: <strong className="number">{reference}</strong> })}.{" "}
        {isStored ? text.storedUntilSent : text.answerByEmail}
      </p>
    </div>
  );
}
