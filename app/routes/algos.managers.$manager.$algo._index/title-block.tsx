// An algo's name, manager, risk, price, and the one thing to do about it, in as little height as it can be.

import type { Headline } from "../../evidence/load-headline.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatRisk } from "../../format/risk.ts";
import { PriceLine } from "../../live/price-parts.tsx";
import { managerKindText } from "../../marketplace/manager-words.ts";
import { stateText } from "../../marketplace/state-words.ts";
import { compareAddPath, managerPath, strategyPath } from "../../marketplace/strategy-path.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import type { AlgoLive } from "./live-prices.tsx";
import { titleBlockText as text } from "./text.ts";

export function TitleBlock(props: {
  strategy: Strategy;
  live: AlgoLive | null;
  headline: Headline;
  path: string;
}) {
  const { strategy, live } = props;
  const [main] = live?.view.prices ?? [];
  const disagreeing = props.headline.kind === "shown" ? props.headline.figures.recordAbove : null;
  return (
    <header className="pt-3 pb-2.5 sm:pt-1 sm:pb-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-xl sm:text-2xl">{strategy.name}</h1>
          <p className="text-sm text-ink-muted">
            <a href={managerPath(strategy.manager)} className="link">
              {strategy.manager.name}
            </a>{" "}
            <span className="max-sm:sr-only">· {managerKindText(strategy.manager.kind)} </span>·{" "}
            {strategy.manager.registration}
          </p>
        </div>
        <p className="no-print hidden flex-wrap gap-2 md:flex">
          <LinkButton to={`/algos/tracklist?add=${strategy.id}`} kind="quiet">
            {text.track}
          </LinkButton>{" "}
          <LinkButton to={compareAddPath([strategy.id])} kind="quiet">
            {text.compare}
          </LinkButton>{" "}
          {strategy.status.state === "open" ? (
            <LinkButton to={`${strategyPath(strategy)}/deploy`}>{text.deploy}</LinkButton>
          ) : null}
        </p>
      </div>
      <ul className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-xs">
        <li className="rounded-full border border-line-strong px-2.5 py-0.5 font-semibold">
          <RiskMark risk={strategy.risk} /> <span className="sr-only">{text.risk}</span>
        </li>
        {disagreeing === null ? null : (
          <li>
            <a
              href={`${props.path}?tab=performance#losses-seen`}
              className="rounded-full bg-warn-faint px-2.5 py-0.5 font-semibold text-warn"
            >
              {text.recordSays(formatRisk(disagreeing))}
              <span className="max-sm:sr-only">{text.flagged}</span>
            </a>
          </li>
        )}
        <li className="rounded-full bg-surface-sunken px-2.5 py-0.5 max-sm:hidden">
          {strategy.instrument}, {strategy.product.toLowerCase()}
        </li>
        <li className="rounded-full bg-surface-sunken px-2.5 py-0.5 max-sm:hidden">
          {text.versionAndBox({ version: strategy.version, box: strategy.box })}
        </li>
        {main === undefined || live === null ? null : (
          <li data-live-main={main.key} data-live-name={main.name} className="max-sm:hidden">
            <PriceLine price={main} now={live.view.at} className="text-xs" />
          </li>
        )}
      </ul>
      {strategy.status.state === "open" ? null : (
        <div className="mt-3 max-w-[75ch]">
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
    </header>
  );
}
