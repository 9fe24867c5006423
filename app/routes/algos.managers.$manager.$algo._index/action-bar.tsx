// Bar above the navigation on phones: the largest loss, and the main action.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import { capitalFor } from "../../deploying/deploy-terms.ts";
import type { Headline } from "../../evidence/load-headline.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { formatRupees } from "../../format/rupees.ts";
import { deployPath } from "../../marketplace/strategy-path.ts";
import { filled } from "../../ui/filled.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { actionBarText as text } from "./text.ts";

export function ActionBar(props: { strategy: Strategy; headline: Headline; amountRupees: number }) {
  const { strategy, headline, amountRupees } = props;
  return (
    <div className="action-bar no-print">
      <p className="min-w-0 grow text-xs">
        {headline.kind === "shown" ? (
          filled(text.maxDrawdown, {
            amount: (
              <strong className="text-loss">
                {formatRupees(Math.round(headline.figures.maxDrawdown * amountRupees))}
              </strong>
            ),
          })
        ) : (
          <RiskMark risk={strategy.risk} />
        )}{" "}
        <span className="block text-ink-muted">{text.minimum(formatRupees(strategy.minAmountRupees))}</span>
      </p>
      <LinkButton to={`/algos/tracklist?add=${strategy.id}`} kind="quiet" className="px-3">
        {text.track}
      </LinkButton>
      {strategy.status.state === "open" ? (
        <LinkButton
          to={deployPath(strategy, capitalFor(strategy.minAmountRupees, amountRupees))}
          className="px-4"
        >
          {text.deploy}
        </LinkButton>
      ) : null}
    </div>
  );
}
