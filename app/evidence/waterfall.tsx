// Small waterfall chart from gross to net: result of the rules, charges, fee, net result. Values are shares of the
// capital over the complete record. The table next to the bars contains the figures.
import { formatChange } from "../format/percent.ts";
import { formatRupees } from "../format/rupees.ts";
import type { CostSteps } from "./load-headline.ts";
import { waterfallText as text } from "./text.ts";

const WIDTH = 100;

export function Waterfall(props: { steps: CostSteps; amountRupees: number }) {
  const { gross, charges, fee, net } = props.steps;
  const rows = [
    { name: text.gross, value: gross, from: 0, to: gross },
    { name: text.chargesAndSlippage, value: -charges, from: gross, to: gross - charges },
    { name: text.managersFee, value: -fee, from: gross - charges, to: net },
    { name: text.net, value: net, from: 0, to: net },
  ];
  const low = Math.min(0, ...rows.flatMap(({ from, to }) => [from, to]));
  const high = Math.max(0, ...rows.flatMap(({ from, to }) => [from, to]));
  const x = (share: number) =>
    high === low ? 0 : Math.round(((share - low) / (high - low)) * WIDTH * 10) / 10;
  return (
    <div className="table-scroll">
      <table className="table table-tight waterfall">
        <caption className="sr-only">{text.fromGrossToNet(formatRupees(props.amountRupees))}</caption>
        <tbody>
          {rows.map(({ name, value, from, to }) => (
            <tr key={name} className={name === text.net ? "font-semibold" : undefined}>
              <th scope="row" className={name === text.net ? undefined : "font-normal!"}>
                {name}
              </th>
              <td aria-hidden className="w-2/5 max-sm:w-1/4">
                <svg
                  viewBox={`0 0 ${WIDTH} 10`}
                  preserveAspectRatio="none"
                  className="mt-1.5 h-3 w-full"
                  aria-hidden="true"
                >
                  <path d={`M${x(0)} 0V10`} className="chart-grid" />
                  <rect
                    x={Math.min(x(from), x(to))}
                    width={Math.max(0.6, Math.abs(x(to) - x(from)))}
                    height="10"
                    className={to < from ? "fill-loss" : "fill-gain"}
                  />
                </svg>
              </td>
              <td className="number">
                {formatRupees(Math.round(value * props.amountRupees))}{" "}
                <span className="block text-xs font-normal text-ink-muted">{formatChange(value)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
