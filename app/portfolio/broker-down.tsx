// Replaces an account page while the broker is unavailable. It states which processes continue, and the phone number to
// call.

import type { Brand } from "../contract/site/site.ts";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { AccountNav, findAccountPage } from "./account-nav.tsx";
import { brokerDownText as text } from "./text.ts";

type BrokerDownProps = { brand: Pick<Brand, "supportPhone" | "legalName"> };

/** A form that got no response from the broker: the message, and the path and fields to send it again. */
export type UnansweredForm = { message: string; path: string; fields: [name: string, value: string][] };

/** Returns the form if it is not known whether the broker executed it, otherwise null. */
export function unansweredForm(
  refusal: { message: string; init: { status: number } },
  path: string,
  form: FormData,
): UnansweredForm | null {
  if (refusal.init.status < 500) return null;
  return { message: refusal.message, path, fields: [...form].map(([name, value]) => [name, String(value)]) };
}

/**
 * Renders the notice and a link to try again. With `unanswered` a button sends that form again, with its original
 * idempotency key.
 */
export function BrokerDown(
  props: { title: string; path: string; unanswered?: UnansweredForm | null } & BrokerDownProps,
) {
  const { unanswered } = props;
  return (
    <>
      <PageHeader title={props.title} />
      <AccountNav here={findAccountPage(props.path)} />
      <div className="max-w-2xl">
        {unanswered ? <SendAgain unanswered={unanswered} /> : null}
        <BrokerDownNotice brand={props.brand} />
        {unanswered ? null : (
          <p className="mt-6">
            <LinkButton to={props.path}>{text.tryAgain}</LinkButton>
          </p>
        )}
      </div>
    </>
  );
}

/** Renders the message that the result of a form is not known, and below it the buttons to check or send again. */
export function SendAgain({ unanswered }: { unanswered: UnansweredForm }) {
  return (
    <>
      <ErrorSummary title={text.resultNotKnown} faults={[{ href: "#again", message: unanswered.message }]} />
      <SendAgainForm unanswered={unanswered} />
    </>
  );
}

/**
 * Renders the button that sends a form again after it got no response. A form without an idempotency key also gets a
 * link that loads the current state. A form with a key gets no link, because the loaded page would have a new key.
 */
export function SendAgainForm({ unanswered }: { unanswered: UnansweredForm }) {
  const hasKey = unanswered.fields.some(([name]) => name === "key");
  return (
    <form action={unanswered.path} method="post" className="my-6 flex flex-wrap gap-3">
      {unanswered.fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {hasKey ? null : <LinkButton to={unanswered.path}>{text.checkAgain}</LinkButton>}{" "}
      <button id="again" type="submit" className={`button button-${hasKey ? "danger" : "quiet"}`}>
        {text.sendAgain}
      </button>
    </form>
  );
}

/** Renders only the notice, for a page with other content. */
export function BrokerDownNotice({ brand: { supportPhone, legalName } }: BrokerDownProps) {
  return (
    <Notice kind="warn" title={text.notAnswering}>
      <p>{text.algosKeepRunning}</p>
      <p className="mt-2">
        {text.call(legalName)}{" "}
        <a href={`tel:${supportPhone.replace(/[^+\d]/g, "")}`} className="link font-semibold">
          {supportPhone}
        </a>
        .
      </p>
    </Notice>
  );
}
