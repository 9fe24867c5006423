// The second step of deploying: the exact text, and the box that is not ticked. What is sent says which text was read.
import { ConsentSections } from "../../deploying/consent-sections.tsx";
import type { ConsentQuote, ConsentSection } from "../../deploying/consent-text.ts";
import { formatDay } from "../../format/dates.ts";
import { formatPaise, formatRupees } from "../../format/rupees.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import type { Basket, DeploymentTerms } from "../../wire/deployment.ts";
import type { Strategy } from "../../wire/strategy.ts";
import { reviewText as text } from "./text.ts";

type Props = {
  path: string;
  strategy: Pick<Strategy, "minAmountRupees" | "version" | "name">;
  review: {
    terms: DeploymentTerms;
    sections: ConsentSection[];
    params: string;
    digest: string;
    key: string;
    holidays: { day: string; name: string }[];
    basket: Basket;
    quote: ConsentQuote;
    shortPaise: number;
  };
  xsrf: string;
  refused: string | null;
};

export function Review(props: Props) {
  const { review } = props;
  return (
    <>
      <ErrorSummary
        title={text.nothingWasSent}
        faults={props.refused === null ? [] : [{ href: "#consent", words: props.refused }]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Figures {...props} />
        <div className="max-w-3xl">
          {review.shortPaise > 0 ? (
            <p className="font-semibold text-loss">{text.shortOfCapital(formatPaise(review.shortPaise))}</p>
          ) : (
            <>
              <ConsentSections sections={review.sections} className="" />
              <ConsentForm {...props} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** The capital, its margin and cost, and the available funds; next to the text on wide screens. */
function Figures({ review, strategy, path }: Props) {
  const { terms, basket } = review;
  return (
    <div className="self-start lg:order-last">
      <p className="text-lg">
        <strong className="number text-2xl font-semibold">
          {formatRupees(terms.multiplier * strategy.minAmountRupees)}
        </strong>{" "}
        {terms.mode === "live" ? text.liveWithMoney : text.onPaper}.
      </p>
      <p className="no-print mt-1">
        <a href={`${path}?${review.params}`} className="link">
          {text.changeTheTerms}
        </a>
      </p>
      <dl className="totals-list panel mt-4 px-5 py-2">
        <div>
          <dt>{text.largestMargin}</dt>
          <dd className="number">{formatPaise(basket.marginPaise)}</dd>
        </div>
        <div>
          <dt>{text.firstCharges}</dt>
          <dd className="number">
            {basket.chargesPaise === 0 ? text.noOrderNow : formatPaise(basket.chargesPaise)}
          </dd>
        </div>
        <div>
          <dt>{terms.mode === "live" ? text.availableMargin : text.paperMoney}</dt>
          <dd className="number">{formatPaise(basket.availablePaise)}</dd>
        </div>
        {review.shortPaise === 0 ? null : (
          <div className="font-semibold text-loss">
            <dt>{text.shortBy}</dt>
            <dd className="number">{formatPaise(review.shortPaise)}</dd>
          </div>
        )}
      </dl>
      {review.holidays.length === 0 ? null : (
        <p className="mt-3 text-sm text-ink-muted">
          {text.marketClosedOn(
            review.holidays.map(({ day, name }) => `${formatDay(day)} (${name})`).join(", "),
          )}
        </p>
      )}
    </div>
  );
}

function ConsentForm({ review, strategy, path, xsrf }: Props) {
  return (
    <form action={`${path}?step=review&${review.params}`} method="post" className="mt-6">
      <input type="hidden" name="xsrf" value={xsrf} />
      <input type="hidden" name="key" value={review.key} />
      <input type="hidden" name="seen" value={review.digest} />
      <input type="hidden" name="marginPaise" value={review.quote.marginPaise} />
      <input type="hidden" name="chargesPaise" value={review.quote.chargesPaise} />
      <input type="hidden" name="at" value={review.quote.at} />
      <label className="flex items-start gap-3">
        <input
          id="consent"
          type="checkbox"
          name="consent"
          value="yes"
          required
          className="mt-1 size-5 shrink-0"
        />
        <span>{text.iConsent({ algo: strategy.name, version: strategy.version })}</span>
      </label>
      <button type="submit" className="button button-main mt-5">
        {text.consent}
      </button>
      <p className="mt-2 text-sm text-ink-muted">{text.sentOnlyOnceConfirmed}</p>
    </form>
  );
}
