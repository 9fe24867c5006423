// Form to request access: labels, hints, and errors next to each field and in a summary. Entered values are preserved.

import { ENQUIRY_MESSAGE_CHARS, type Enquiry } from "../contract/base-api/enquiry.ts";
import { filled } from "../ui/filled.tsx";
import { requestAccessText as text } from "./text.ts";

export type AccessFaults = Partial<Record<keyof Enquiry | "website" | "form", string>>;
type Sent = { reference: string; isStored: boolean };
/** `sent` is null if the request was not sent. */
export type AccessAnswer = {
  values: Partial<Record<string, string>>;
  faults: AccessFaults;
  sent: Sent | null;
};

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
  answer: AccessAnswer | null;
  supportEmail: string;
  /** Form token of the session. Null for a signed-out user. */
  xsrf: string | null;
}) {
  const { answer } = props;
  const faults = answer?.faults ?? {};
  const sent = answer?.sent ?? null;
  return (
    <section aria-labelledby="request" className="panel panel-body">
      <h2 id="request" className="panel-title">
        {text.requestAccess}
      </h2>
      {sent === null ? null : <SentNotice {...sent} />}
      {Object.keys(faults).length === 0 ? null : <FaultSummary faults={faults} />}
      <form action={`${props.path}#request`} method="post" className="mt-3 grid gap-4 sm:grid-cols-2">
        {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
        {FIELDS.map((field) => (
          <Field
            key={field.name}
            {...field}
            value={answer?.values[field.name] ?? ""}
            fault={faults[field.name]}
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
          <Fault id="request-message-fault" words={faults.message} />
        </div>
        <div className="sr-only">
          <label htmlFor="request-website">{text.leaveThisFieldEmpty}</label>
          <input id="request-website" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
        </div>
        <p className="text-sm text-ink-muted sm:col-span-2">
          {filled(text.weKeep, {
            address: (
              <a href={`mailto:${props.supportEmail}`} className="link">
                {props.supportEmail}
              </a>
            ),
          })}
        </p>
        <button type="submit" className="button button-main justify-self-start">
          {text.sendTheRequest}
        </button>
      </form>
    </section>
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

function FaultSummary({ faults }: { faults: AccessFaults }) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      className="mt-4 rounded-sm border-s-4 border-warn bg-warn-faint px-4 py-3"
    >
      <p className="font-semibold">{text.notSent}</p>
      <ul className="mt-1">
        {Object.entries(faults).map(([name, words]) => (
          <li key={name}>
            {name === "form" ? (
              words
            ) : (
              <a href={`#request-${name}`} className="link">
                {words}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Field(props: {
  name: string;
  label: string;
  type: string;
  autoComplete: string;
  isRequired: boolean;
  value: string;
  fault: string | undefined;
}) {
  const id = `request-${props.name}`;
  return (
    <div className={props.isRequired ? undefined : "sm:col-span-2"}>
      <label htmlFor={id} className="font-semibold">
        {props.label}
        {props.isRequired ? "" : ` ${text.optional}`}
      </label>
      <input
        id={id}
        name={props.name}
        type={props.type}
        autoComplete={props.autoComplete}
        required={props.isRequired}
        maxLength={120}
        defaultValue={props.value}
        aria-invalid={props.fault === undefined ? undefined : true}
        aria-describedby={props.fault === undefined ? undefined : `${id}-fault`}
        className="field mt-1.5"
      />
      <Fault id={`${id}-fault`} words={props.fault} />
    </div>
  );
}

function Fault(props: { id: string; words: string | undefined }) {
  return props.words === undefined ? null : (
    <p id={props.id} className="mt-1 text-sm font-semibold text-loss">
      {props.words}
    </p>
  );
}
