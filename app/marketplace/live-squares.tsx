// Live records of a manager: a square per algo, and a sentence with the numbers of algos in profit and in loss.
import { countOf, type ManagerRecord } from "./manager-record.ts";
import { liveSquaresText as text } from "./text.ts";

const SIZE = 14;

export function LiveSquares({ record }: { record: ManagerRecord }) {
  return (
    <>
      <svg
        className="live-squares"
        width={record.live.length * SIZE}
        height="18"
        aria-hidden="true"
        focusable="false"
      >
        {record.live.map((state, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: squares of the same state are identical
            key={index}
            data-live={state}
            x={index * SIZE + 0.5}
            y="0.5"
            width={SIZE - 4}
            height="17"
            rx="2"
          />
        ))}
      </svg>{" "}
      <span className="block text-sm text-ink-muted">
        {text.inProfit({ gain: countOf(record, "gain"), loss: countOf(record, "loss") })}
      </span>
    </>
  );
}
