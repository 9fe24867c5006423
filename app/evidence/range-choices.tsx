// Links that select the displayed range of a record's chart.
import { Choices } from "../ui/choices.tsx";
import { RANGES, type Range } from "./chart-range.ts";
import { rangeText as text } from "./text.ts";

const RANGE_LABELS = { "1m": "1M", "3m": "3M", ytd: "YTD", "1y": "1Y", all: text.all } as const;

export function RangeChoices(props: {
  /** Null if the chart shows the days between two dates. */
  current: Range | null;
  /** Returns the address of the chart with this range. */
  to: (range: Range) => string;
}) {
  return (
    <Choices
      isOfChart
      label={text.range}
      items={RANGES.map((range) => ({
        title: RANGE_LABELS[range],
        to: props.to(range),
        isHere: range === props.current,
      }))}
    />
  );
}
