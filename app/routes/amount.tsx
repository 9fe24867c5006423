// Stores the user's amount in a cookie and redirects to the page with the amount form. If the amount is invalid, a page
// explains the format.
import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import { useActionData, useRouteLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { parseRupees } from "../domain/parse-rupees.ts";
import {
  READER_AMOUNT_DEFAULT,
  READER_AMOUNT_MAX,
  READER_AMOUNT_MIN,
  roundAmount,
} from "../domain/reader-amount.ts";
import { formatRupees } from "../format/rupees.ts";
import { AmountFields } from "../frame/amount-form.tsx";
import { amountPageText as text } from "../frame/text.ts";
import { choiceCookie } from "../http/choice-cookie.ts";
import { safeReturnPath } from "../http/safe-redirect.ts";
import type { loader as rootLoader } from "../root.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";

const TYPED_MAX_CHARS = 30;

export const handle: PageHandle = { forms: true, shared: true };

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const to = safeReturnPath(field("to") || null);
  const typed = field("amount").trim().slice(0, TYPED_MAX_CHARS);
  const rupees = parseRupees(typed);
  if (rupees === null || rupees < READER_AMOUNT_MIN || rupees > READER_AMOUNT_MAX) {
    const fault =
      rupees === null
        ? text.notAnAmount(typed)
        : text.outOfRange({ least: formatRupees(READER_AMOUNT_MIN), most: formatRupees(READER_AMOUNT_MAX) });
    return json({ fault, typed, to }, { status: 422, headers: { "Cache-Control": "no-store" } });
  }
  return redirect(to, {
    status: 303,
    headers: {
      "Set-Cookie": choiceCookie("amount", String(roundAmount(rupees)), context.publicOrigin),
      "Cache-Control": "no-store",
    },
  });
}

export function loader() {
  return null;
}

export const meta = fixedMeta(text, "/amount", { isIndexed: false });

export default function ReaderAmount() {
  const answer = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      {answer === undefined ? null : (
        <ErrorSummary title={text.notChanged} faults={[{ href: "#reader-amount", message: answer.fault }]} />
      )}
      <form action="/amount" method="post" className="panel mt-6 max-w-md p-5">
        <AmountFields
          id="reader-amount"
          amount={root?.amount ?? READER_AMOUNT_DEFAULT}
          typed={answer?.typed ?? null}
          fault={answer?.fault ?? null}
          to={answer?.to ?? "/"}
          xsrf={root?.session?.xsrf ?? null}
        />
      </form>
    </>
  );
}
