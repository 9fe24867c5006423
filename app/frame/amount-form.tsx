// Forms for the user's amount: a small collapsed one in the header, and a full-size one on the amount's page.
import { useRouteLoaderData } from "@remix-run/react";
import { DEFAULT_SITE, type Site } from "../contract/site/site.ts";
import { formatRupees, formatRupeesShort } from "../format/rupees.ts";
import { ChevronDown } from "../ui/icons.tsx";
import { SubmitButton } from "../ui/link-button.tsx";
import { amountFormText as text } from "./text.ts";

type FieldsProps = {
  id: string;
  amount: number;
  typed: string | null;
  fault: string | null;
  /** Path of the page to open after the form is sent. */
  to: string;
  /** Form token of the session. Null for a signed-out user. */
  xsrf: string | null;
};

/** Renders the fields of a form that posts to /amount. */
export function AmountFields(props: FieldsProps) {
  const { id, amount, fault } = props;
  return (
    <>
      <input type="hidden" name="to" value={props.to} />
      {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
      <AmountField id={id} shown={props.typed ?? formatRupees(amount).slice(1)} fault={fault} />
    </>
  );
}

function AmountField(props: { id: string; shown: string; fault: string | null }) {
  const { id, fault } = props;
  return (
    <>
      <label htmlFor={id} className="text-sm font-semibold">
        {text.myAmountRupees}
      </label>
      <div className="mt-1.5 flex">
        <input
          id={id}
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          defaultValue={props.shown}
          aria-describedby={`${id}-hint${fault === null ? "" : ` ${id}-fault`}`}
          aria-invalid={fault === null ? undefined : true}
          className="field w-full min-w-0 rounded-e-none border-e-0"
        />
        <SubmitButton className="rounded-s-none">{text.update}</SubmitButton>
      </div>
      {fault === null ? null : (
        <p id={`${id}-fault`} className="mt-1 text-sm font-semibold text-loss">
          {fault}
        </p>
      )}
      <p id={`${id}-hint`} className="mt-2 text-xs text-ink-muted">
        {text.amountMeans}
      </p>
    </>
  );
}

/** Renders buttons with suggested amounts in a separate form, so that a click does not submit the typed amount. */
function QuickAmounts(props: { amount: number; to: string; xsrf: string | null }) {
  return (
    <form action="/amount" method="post" className="mt-3 grid grid-cols-3 gap-2">
      <input type="hidden" name="to" value={props.to} />
      {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
      <QuickButtons amount={props.amount} />
    </form>
  );
}

function QuickButtons(props: { amount: number }) {
  const root = useRouteLoaderData("root") as { site: Site } | undefined;
  return (
    <>
      {(root?.site ?? DEFAULT_SITE).amounts.offered.map((rupees) => (
        <button
          key={rupees}
          type="submit"
          name="amount"
          value={rupees}
          aria-pressed={props.amount === rupees}
          className="min-h-11 cursor-pointer rounded-sm border border-line px-2 text-(length:--text-sm) font-semibold hover:border-accent aria-pressed:bg-accent-faint aria-pressed:text-accent"
        >
          <Quick rupees={rupees} />{" "}
        </button>
      ))}
    </>
  );
}

/** Shows the short form on screen. If it differs from the full amount, screen readers get the full amount. */
function Quick({ rupees }: { rupees: number }) {
  const [short, full] = [formatRupeesShort(rupees), formatRupees(rupees)];
  if (short === full) return full;
  return (
    <>
      <ScreenOnlyText words={short} /> <span className="sr-only">{full}</span>
    </>
  );
}

/**
 * Renders text as generated content, which only graphical browsers show. Text browsers therefore show the amount only
 * once.
 */
function ScreenOnlyText(props: { words: string; className?: string }) {
  return (
    <span
      aria-hidden
      data-words={props.words}
      className={`before:content-[attr(data-words)] ${props.className ?? ""}`}
    />
  );
}

/** Renders the collapsed form in the header. */
export function AmountControl(props: {
  amount: number;
  /** Path and query of the current page. */
  here: string;
  /** True if the parameter `amount` belongs to the page's form. */
  hasOwnAmount: boolean;
  xsrf: string | null;
}) {
  const { amount, here, xsrf } = props;
  const to = props.hasOwnAmount ? here : removeAmount(here);
  return (
    <details className="group relative">
      <summary className="button bg-accent-faint px-2 text-accent sm:px-3">
        <span className="text-xs font-medium max-xl:sr-only">{text.myAmount} </span>
        <span className="tabular-nums max-sm:sr-only">{formatRupees(amount)}</span>{" "}
        <ScreenOnlyText words={formatRupeesShort(amount)} className="tabular-nums sm:hidden" />
        <ChevronDown className="marker-turn size-4 max-sm:hidden" />
      </summary>
      <div className="menu-panel max-sm:fixed max-sm:inset-x-4 max-sm:top-14 max-sm:bottom-auto max-sm:w-auto">
        <form action="/amount" method="post">
          <AmountFields id="header-amount" amount={amount} typed={null} fault={null} to={to} xsrf={xsrf} />
        </form>
        <QuickAmounts amount={amount} to={to} xsrf={xsrf} />
      </div>
    </details>
  );
}

/** Returns the address without its amount, which would override the stored one. */
function removeAmount(address: string): string {
  const [path = "/", search = ""] = address.split(/\?(.*)/);
  const params = new URLSearchParams(search);
  params.delete("amount");
  return params.size === 0 ? path : `${path}?${params}`;
}
