// An algo's name, manager, what it does in a sentence, and the facts that the rules ask to stand beside it.

import { formatDay } from "../../format/dates.ts";
import { formatCount } from "../../format/rupees.ts";
import { PriceLine } from "../../live/price-parts.tsx";
import { managerKindWords } from "../../strategies/manager-words.ts";
import { RiskMark } from "../../strategies/risk-mark.tsx";
import { stateWords } from "../../strategies/state-words.ts";
import { managerPath } from "../../strategies/strategy-path.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import type { AlgoLive } from "./live-prices.tsx";

export function TitleBlock(props: { strategy: Strategy; live: AlgoLive | null }) {
  const { strategy, live } = props;
  const [main] = live?.view.prices ?? [];
  return (
    <header className="pt-6 pb-8">
      <h1 className="text-2xl sm:text-3xl">{strategy.name}</h1>
      <p className="mt-2 text-ink-muted">
        <a href={managerPath(strategy.manager)} className="link">
          {strategy.manager.name}
        </a>{" "}
        · {managerKindWords(strategy.manager.kind)} · {strategy.manager.registration}
      </p>
      {strategy.status.state === "open" ? null : (
        <div className="mt-5 max-w-[75ch]">
          <Notice
            kind="warn"
            title={`${stateWords(strategy.status.state)} since ${formatDay(strategy.status.since)}`}
          >
            <p>{strategy.status.reason}</p>
          </Notice>
        </div>
      )}
      <p className="mt-4 max-w-[65ch] text-lg">{strategy.summary}</p>
      {main === undefined || live === null ? null : (
        <div data-live-main={main.key} data-live-name={main.name}>
          <PriceLine price={main} now={live.view.at} className="mt-4 text-base" />
        </div>
      )}
      <ul className="mt-4 flex flex-wrap gap-2 text-sm">
        <li className="rounded-sm border border-line-strong px-2 py-0.5">
          <RiskMark risk={strategy.risk} /> <span className="sr-only">risk</span>
        </li>
        {strategy.tags.map((tag) => (
          <li key={tag} className="rounded-sm bg-surface-sunken px-2 py-0.5">
            {tag}
          </li>
        ))}
      </ul>
      <dl className="mt-6 flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3 text-sm">
        <Fact label="Version">{strategy.version}</Fact>
        <Fact label="Live since">{formatDay(strategy.liveSince)}</Fact>
        <Fact label="Deployed by">{formatCount(strategy.deployedCount)}</Fact>
        <Fact label="Tracked by">{formatCount(strategy.trackedCount)}</Fact>
        <Fact label="Logic">
          {strategy.box === "white" ? "White box: disclosed" : "Black box: not disclosed"}
        </Fact>
        <Fact label="Exchange algo id">{strategy.exchangeAlgoIds.map((algo) => algo.id).join(", ")}</Fact>
        <Fact label="Research report">{strategy.researchReport ? "Kept, on request" : "Not required"}</Fact>
      </dl>
    </header>
  );
}

function Fact(props: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{props.label}</dt>
      <dd className="font-semibold">{props.children}</dd>
    </div>
  );
}
