// What stands in place of an account page when the broker does not answer: what goes on without this page, and whom to call.

import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import type { Brand } from "../wire/site.ts";
import { AccountNav, accountPageOf } from "./account-nav.tsx";
import { text } from "./broker-down.text.ts";

export function BrokerDown(props: {
  title: string;
  path: string;
  brand: Pick<Brand, "supportPhone" | "legalName">;
}) {
  const { supportPhone } = props.brand;
  return (
    <>
      <PageHeader title={props.title} />
      <AccountNav here={accountPageOf(props.path)} />
      <div className="max-w-2xl">
        <Notice kind="warn" title={text.notAnswering}>
          <p>{text.algosKeepRunning}</p>
          <p className="mt-2">
            {text.call(props.brand.legalName)}{" "}
            <a href={`tel:${supportPhone.replace(/[^+\d]/g, "")}`} className="link font-semibold">
              {supportPhone}
            </a>
            .
          </p>
        </Notice>
        <p className="mt-6">
          <LinkButton to={props.path}>{text.tryAgain}</LinkButton>
        </p>
      </div>
    </>
  );
}
