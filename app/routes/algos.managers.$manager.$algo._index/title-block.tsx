// An algo's name, risk and manager, the page's actions, and a notice if the algo is not open.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import { capitalFor } from "../../deploying/deploy-terms.ts";
import { instrumentText, productText } from "../../domain/filter-texts.ts";
import type { Headline } from "../../evidence/load-headline.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import { stateText } from "../../marketplace/state-texts.ts";
import { compareAddPath, deployPath, managerPath } from "../../marketplace/strategy-path.ts";
import { ArrowUpDown, Bookmark } from "../../ui/icons.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StrategyGlyph, selectGlyph } from "../../ui/strategy-glyph.tsx";
import { titleBlockText as text } from "./text.ts";

export function TitleBlock(props: {
  strategy: Strategy;
  headline: Headline;
  path: string;
  /** The part of the user's amount that the algo would use, in rupees. */
  amountRupees: number;
  /** Amount in the address, in rupees. Null if the address has none. */
  addressAmount: number | null;
}) {
  const { strategy } = props;
  const capital = capitalFor(strategy.minAmountRupees, props.amountRupees);
  const recordRisk = props.headline.kind === "shown" ? props.headline.figures.recordAbove : null;
  return (
    <>
      <header className="page-header">
        <div className="flex min-w-0 items-center gap-3.5">
          <StrategyGlyph kind={selectGlyph(strategy)} size="large" />
          <div className="min-w-0">
            <h1>{strategy.name}</h1>
            <p className="page-header-lead flex flex-wrap items-center gap-x-2 gap-y-1">
              <RiskMark risk={strategy.risk} />{" "}
              {recordRisk === null ? null : (
                <a href={`${props.path}?tab=figures#losses-seen`} className="badge badge-paper">
                  {text.recordSays(formatRisk(recordRisk))}
                </a>
              )}{" "}
              <Monogram name={strategy.manager.name} />{" "}
              <a href={managerPath(strategy.manager)} className="no-underline hover:underline">
                {strategy.manager.name}
              </a>{" "}
              <span className="max-sm:hidden">
                · {instrumentText(strategy.instrument)}, {productText(strategy.product).toLowerCase()}
              </span>
            </p>
          </div>
        </div>
        <p className="no-print hidden items-center gap-2 md:flex">
          <a href={`/algos/tracklist?add=${strategy.id}`} className="icon-button" rel="nofollow">
            <Bookmark />
            {text.track}
          </a>{" "}
          <a href={compareAddPath([strategy.id], props.addressAmount)} className="icon-button" rel="nofollow">
            <ArrowUpDown />
            {text.compare}
          </a>{" "}
          {strategy.status.state === "open" ? (
            <LinkButton to={deployPath(strategy, capital)}>
              {text.deployWith(formatRupees(capital))}
            </LinkButton>
          ) : null}
        </p>
      </header>
      {strategy.status.state === "open" ? null : (
        <div className="mb-4 max-w-[75ch]">
          <Notice
            kind="warn"
            title={text.stateSince({
              state: stateText(strategy.status.state),
              day: formatDay(strategy.status.since),
            })}
          >
            <p>{strategy.status.reason}</p>
          </Notice>
        </div>
      )}
    </>
  );
}
