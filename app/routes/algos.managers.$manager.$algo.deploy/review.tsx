// The second step of deploying: figures, the text to sign and an unticked box. The form contains the digest of the displayed text.

import type { Basket, DeploymentTerms } from "../../contract/base-api/deployment.ts";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { ConsentSections } from "../../deploying/consent-sections.tsx";
import type { ConsentQuote, ConsentSection } from "../../deploying/consent-text.ts";
import { lossRupees, positionLossTerm, positionRisk } from "../../evidence/position-risk.ts";
import { formatDay } from "../../format/dates.ts";
import { formatPaise, formatRupees } from "../../format/rupees.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { reviewText as text } from "./text.ts";

type Props = {
  path: string;
  strategy: Pick<Strategy, "minAmountRupees" | "version" | "name" | "structure">;
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
      <Figures {...props} />
      <div className="mt-4 max-w-3xl">
        {review.shortPaise > 0 ? (
          <p className="font-semibold text-loss">{text.shortOfCapital(formatPaise(review.shortPaise))}</p>
        ) : (
          <div className="panel panel-body">
            <ConsentSections sections={review.sections} />
            <ConsentForm {...props} />
          </div>
        )}
        <p className="no-print mt-3">
          <a href={`${props.path}?${review.params}`} className="link">
            {text.changeTheTerms}
          </a>
        </p>
        {review.holidays.length === 0 ? null : (
          <p className="mt-3 text-sm text-ink-muted">
            {text.marketClosedOn(
              review.holidays.map(({ day, name }) => `${formatDay(day)} (${name})`).join(", "),
            )}
          </p>
        )}
      </div>
    </>
  );
}

/** Largest loss, limits, capital and the broker's quote. */
function Figures({ review, strategy }: Props) {
  const { terms, basket } = review;
  const capital = terms.multiplier * strategy.minAmountRupees;
  const risk = positionRisk(strategy.structure);
  const limit = (rupees: number | null) => (rupees === null ? text.notSet : formatRupees(-rupees));
  return (
    <dl className="figures">
      {risk === null ? null : (
        <div className="figure-loss">
          <dt className="figure-name">{positionLossTerm(risk.perPosition)}</dt>
          <dd className="figure figure-large text-loss">
            {formatRupees(-lossRupees(risk.perPosition.share, capital))}
          </dd>
        </div>
      )}
      <Figure
        name={text.limitForOneDay}
        value={limit(terms.guards.lossPerDayRupees)}
        note={text.thenItPauses}
      />
      <Figure name={text.limitInAll} value={limit(terms.guards.lossInAllRupees)} note={text.thenItStops} />
      <Figure
        name={text.capital}
        value={formatRupees(capital)}
        note={terms.mode === "live" ? text.liveWithMoney : text.onPaper}
      />
      <Figure
        name={text.largestMargin}
        value={formatRupees(Math.ceil(basket.marginPaise / 100))}
        note={text.ofAvailable(formatRupees(Math.floor(basket.availablePaise / 100)))}
      />
      <Figure
        name={text.firstCharges}
        value={basket.chargesPaise === 0 ? "₹0" : formatPaise(basket.chargesPaise)}
        note={chargesNote(basket)}
      />
    </dl>
  );
}

function chargesNote({ chargesPaise, roundTripChargesPaise }: Basket): string {
  if (chargesPaise === 0) return text.noOrderNow;
  return roundTripChargesPaise === undefined ? "" : text.withExit(formatPaise(roundTripChargesPaise));
}

function Figure(props: { name: string; value: string; note: string }) {
  return (
    <div>
      <dt className="figure-name">{props.name}</dt>
      <dd>
        <span className="figure">{props.value}</span> <span className="figure-note">{props.note}</span>
      </dd>
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
