// Second step of deploying: figures, the consent text and an unticked box. The form contains the digest of the
// displayed text.

import type { Basket, DeploymentTerms } from "../../contract/base-api/deployment.ts";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { ConsentBox } from "../../deploying/consent-box.tsx";
import { ConsentSections } from "../../deploying/consent-sections.tsx";
import type { ConsentQuote, ConsentSection } from "../../deploying/consent-text.ts";
import { lossRupees, positionLossTerm, positionRisk } from "../../evidence/position-risk.ts";
import { formatDay, formatWeekdays } from "../../format/dates.ts";
import { formatShare } from "../../format/percent.ts";
import { formatPaise, formatRupees } from "../../format/rupees.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Figure } from "../../ui/figure.tsx";
import { LinkButton, SubmitButton } from "../../ui/link-button.tsx";
import type { RecordLosses } from "./seen-losses.ts";
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
  seen: RecordLosses | null;
};

export function Review(props: Props) {
  const { review } = props;
  return (
    <>
      <ErrorSummary
        title={text.nothingWasSent}
        faults={props.refused === null ? [] : [{ href: "#consent", message: props.refused }]}
      />
      <Figures {...props} />
      <div className="split mt-4 lg:mt-6">
        {review.shortPaise > 0 ? (
          <div className="panel panel-body self-start">
            <p className="font-semibold text-loss">{text.shortOfCapital(formatPaise(review.shortPaise))}</p>
            <p className="mt-4">
              <LinkButton to={`${props.path}?${review.params}`}>{text.changeAmountOrMode}</LinkButton>
            </p>
          </div>
        ) : (
          <div className="panel panel-body">
            <ConsentSections sections={review.sections} />
            <ConsentForm {...props} />
          </div>
        )}
        <YourTerms {...props} />
      </div>
    </>
  );
}

function YourTerms({ review, strategy, path }: Props) {
  const { terms, basket, holidays, shortPaise } = review;
  const rows: [string, string][] = [
    [text.mode, terms.mode === "live" ? text.live : text.onPaper],
    [text.capital, formatRupees(terms.multiplier * strategy.minAmountRupees)],
    [text.tradesPerDay, terms.guards.tradesPerDay === null ? text.notSet : String(terms.guards.tradesPerDay)],
    [text.days, formatWeekdays(terms.days)],
    [text.from, formatDay(terms.startOn)],
    [text.version, strategy.version],
    ...chargeRows(basket),
    [text.available, formatRupees(Math.floor(basket.availablePaise / 100))],
  ];
  return (
    <section aria-labelledby="your-terms" className="panel panel-body">
      <h2 id="your-terms" className="panel-title flex items-baseline justify-between">
        {text.yourTerms}{" "}
        <a href={`${path}?${review.params}`} className="link no-print text-sm font-normal">
          {text.changeTheTerms}
        </a>
      </h2>
      <dl className="facts mt-1">
        {rows.map(([term, value]) => (
          <div key={term} className={term === text.available && shortPaise > 0 ? "text-loss" : undefined}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {holidays.length === 0 ? null : (
        <p className="mt-2 text-sm text-ink-muted">
          {text.marketClosedOn(holidays.map(({ day, name }) => `${formatDay(day)} (${name})`).join(", "))}
        </p>
      )}
    </section>
  );
}

/** Renders the largest loss, the limits, the costs and the blocked margin. */
function Figures({ review, strategy, seen }: Props) {
  const { terms, basket } = review;
  const capital = terms.multiplier * strategy.minAmountRupees;
  const risk = positionRisk(strategy.structure);
  const limit = (rupees: number | null) => (rupees === null ? text.notSet : formatRupees(-rupees));
  return (
    <dl className="figures">
      {seen === null ? null : (
        <Figure
          className="figure-loss"
          name={text.maxDrawdown}
          value={formatRupees(-seen.fallRupees)}
          tone="text-loss"
          note={formatShare(seen.fallRupees / capital)}
        />
      )}
      {seen !== null || risk === null ? null : (
        <Figure
          className="figure-loss"
          name={positionLossTerm(risk.perPosition)}
          value={formatRupees(-lossRupees(risk.perPosition.share, capital))}
          tone="text-loss"
        />
      )}
      <Figure
        name={text.dailyLossLimit}
        value={limit(terms.guards.lossPerDayRupees)}
        tone={terms.guards.lossPerDayRupees === null ? "" : "text-loss"}
      />
      <Figure
        name={text.maxLoss}
        value={limit(terms.guards.lossInAllRupees)}
        tone={terms.guards.lossInAllRupees === null ? "" : "text-loss"}
      />
      {seen === null ? null : <Figure name={text.costsPerYear} value={formatRupees(seen.costsAYearRupees)} />}
      <Figure
        name={text.blockedAtMost}
        value={formatRupees(Math.ceil(basket.marginPaise / 100))}
        {...(terms.mode === "paper" ? { note: text.onPaper } : {})}
      />
    </dl>
  );
}

/** Returns the charges of the first orders, and of the orders that would close them. */
function chargeRows({ chargesPaise, roundTripChargesPaise }: Basket): [string, string][] {
  if (chargesPaise === 0) return [[text.entryCharges, text.noOrderNow]];
  const entry: [string, string] = [text.entryCharges, formatPaise(chargesPaise)];
  return roundTripChargesPaise === undefined
    ? [entry]
    : [entry, [text.exitCharges, formatPaise(roundTripChargesPaise - chargesPaise)]];
}

function ConsentForm({ review, path, xsrf }: Props) {
  return (
    <form action={`${path}?step=review&${review.params}`} method="post" className="mt-5">
      <input type="hidden" name="xsrf" value={xsrf} />
      <input type="hidden" name="key" value={review.key} />
      <input type="hidden" name="seen" value={review.digest} />
      <input type="hidden" name="marginPaise" value={review.quote.marginPaise} />
      <input type="hidden" name="chargesPaise" value={review.quote.chargesPaise} />
      <input type="hidden" name="at" value={review.quote.at} />
      <ConsentBox words={text.iConsent} className="border-t border-line pt-4" />
      <SubmitButton className="mt-5">{text.consent}</SubmitButton>
      <p className="mt-2 text-sm text-ink-muted">{text.sentOnlyOnceConfirmed}</p>
    </form>
  );
}
