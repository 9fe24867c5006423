// The chart on an instrument's page: its options, a sentence about the last bar, and the chart, or a message if there
// are no data.
import type { Candle } from "../../contract/base-api/market.ts";
import { formatHundredths } from "../../format/rupees.ts";
import { CandleChart, type ChartLevel } from "../../markets/candle-chart.tsx";
import { CHART_RANGES, chartSearch } from "../../markets/chart-choice.ts";
import { ChartLegend, CompareLegend } from "../../markets/chart-legend.tsx";
import { INTERVAL_LABELS } from "../../markets/chart-texts.ts";
import { ChartToolbar } from "../../markets/chart-toolbar.tsx";
import { CompareChart } from "../../markets/compare-chart.tsx";
import { chartToolsText } from "../../markets/text.ts";
import type { InstrumentPage } from "./load.ts";
import { pageText as text } from "./text.ts";

export function ChartSection({ page, path }: { page: InstrumentPage; path: string }) {
  const { choice, chart, detail, notFound } = page;
  const { instrument, quote } = detail;
  const names = Object.fromEntries((chart?.compared ?? []).map(({ key, name }) => [key, name]));
  const title = text.chartTitle({
    name: instrument.name,
    range: CHART_RANGES[choice.range].label,
    bar: INTERVAL_LABELS[choice.interval],
  });
  const isCompared = chart !== null && chart.compared.length > 0;
  return (
    <section
      id="chart"
      aria-label={text.priceChart}
      className="panel chart-panel"
      data-chart={
        chart === null || chart.bars.length === 0 ? undefined : `${path}/candles.json${chartSearch(choice)}`
      }
    >
      <ChartToolbar choice={choice} path={path} names={names} hasVolume={instrument.kind !== "INDEX"} />
      {notFound === null ? null : (
        <p role="status" className="chart-note text-warn">
          {chartToolsText.notFound(notFound)}
        </p>
      )}
      {chart === null ? (
        <p className="chart-note">{text.chartAway}</p>
      ) : chart.bars.length === 0 ? (
        <p className="chart-note">{text.notTraded(instrument.name)}</p>
      ) : isCompared ? (
        <>
          <CompareLegend lines={chart.compared} />
          <div className="chart-body">
            <CompareChart
              id="candles"
              title={title}
              bars={chart.bars}
              interval={choice.interval}
              lines={chart.compared}
            />
          </div>
        </>
      ) : (
        <>
          <ChartLegend bars={chart.bars} interval={choice.interval} lines={chart.lines} />
          <div className="chart-body">
            <CandleChart
              id="candles"
              title={title}
              bars={chart.bars}
              interval={choice.interval}
              form={choice.form}
              lines={chart.lines}
              levels={choice.range === "1d" ? previousLevel(chart.bars, quote.previousClosePaise) : []}
            />
          </div>
        </>
      )}
    </section>
  );
}

/** Returns the chart's line for the previous close. Omitted if it is so far away that it would compress the bars. */
function previousLevel(candles: readonly Candle[], pricePaise: number): ChartLevel[] {
  const low = Math.min(...candles.map(({ lowPaise }) => lowPaise));
  const high = Math.max(...candles.map(({ highPaise }) => highPaise));
  const room = (high - low) / 2;
  return pricePaise > low - room && pricePaise < high + room
    ? [{ kind: "previous", pricePaise, words: text.prevCloseAt(formatHundredths(pricePaise)) }]
    : [];
}
