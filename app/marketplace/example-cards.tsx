// Three algos as they came out, for the reader's amount: what it became, and its max drawdown.

import { Sparkline } from "../evidence/strip-view.tsx";
import { formatDay } from "../format/dates.ts";
import { formatRupees } from "../format/rupees.ts";
import { MakingProgress } from "../live/making-progress.tsx";
import type { RecordList } from "../wire/record.ts";
import type { Example, Examples } from "./examples.ts";
import { strategyPath } from "./strategy-path.ts";
import { exampleCardsText as text } from "./text.ts";

export function ExampleCards(props: { examples: Examples; amount: number }) {
  const { examples, amount } = props;
  return (
    <section aria-labelledby="examples">
      <h2 id="examples" className="text-sm font-normal text-ink-muted">
        {text.wentThrough({
          amount: formatRupees(amount),
          day: formatDay(examples.from),
          count: examples.count,
        })}
      </h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-3">
        {examples.items.map((example) => (
          <li key={example.place}>
            <ExampleCard example={example} amount={amount} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-ink-muted">
        {text.afterAllCosts(
          examples.items.some(({ figures }) => figures.isSimulated) ? text.onASimulatedMarket : "",
        )}
      </p>
    </section>
  );
}

function ExampleCard({ example, amount }: { example: Example; amount: number }) {
  const { strategy, figures, place } = example;
  return (
    <article className="panel relative flex h-full flex-col p-4 hover:border-accent">
      <h3 className="text-base">
        <a
          href={`${strategyPath(strategy)}?tab=performance`}
          className="no-underline after:absolute after:inset-0 hover:underline"
        >
          {strategy.name}
        </a>
      </h3>
      <p className="text-xs text-ink-muted sm:min-h-[2lh]">
        {strategy.manager.name} · {place}
      </p>
      <Sparkline figures={figures} isStretched className="mt-3 h-14 w-full" />
      <p className="mt-auto pt-3 text-xs text-ink-muted">{text.became}</p>
      <p className="text-xl font-semibold">
        <data value={Math.round(amount * (1 + figures.totalShare))}>
          {formatRupees(Math.round(amount * (1 + figures.totalShare)))}
        </data>
      </p>
      <p className="text-sm text-loss">
        {figures.maxDrawdown < 0
          ? text.fell(formatRupees(Math.round(-figures.maxDrawdown * amount)))
          : text.neverFell}
      </p>
    </article>
  );
}

/** While records are being made or read: what to expect, and no empty place. */
export function ExamplesAwaited(props: { making: RecordList["making"]; here: string }) {
  return (
    <section aria-labelledby="examples" className="panel self-start p-5">
      <h2 id="examples" className="text-base">
        {text.awaited}
      </h2>
      <p className="mt-2 text-sm text-ink-muted">{text.chosenByRule}</p>
      <MakingProgress making={props.making} here={props.here} />
    </section>
  );
}
