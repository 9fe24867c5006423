// Replaces an account page while the broker is unavailable. It states which processes continue, and the phone number to
// call.

import type { Brand } from "../contract/site/site.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { AccountNav, accountPageOf } from "./account-nav.tsx";
import { brokerDownText as text } from "./text.ts";

type BrokerDownProps = { brand: Pick<Brand, "supportPhone" | "legalName"> };

export function BrokerDown(props: { title: string; path: string } & BrokerDownProps) {
  return (
    <>
      <PageHeader title={props.title} />
      <AccountNav here={accountPageOf(props.path)} />
      <div className="max-w-2xl">
        <BrokerDownNotice brand={props.brand} />
        <p className="mt-6">
          <LinkButton to={props.path}>{text.tryAgain}</LinkButton>
        </p>
      </div>
    </>
  );
}

/** The same message as a notice, for a page with other content. */
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
