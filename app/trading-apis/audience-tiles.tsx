// The four figures that decide whether an audience uses the API, as tiles.
import { formatCount } from "../format/rupees.ts";
import { API_CONSTANTS } from "./audiences.ts";
import { audienceTilesText as text } from "./text.ts";

export function AudienceTiles(props: { timeToIntegrate: string }) {
  const { ordersPerSecond, ordersPerDay, responseMs } = API_CONSTANTS;
  const tiles = [
    { title: text.firstOrder, value: props.timeToIntegrate, note: null },
    {
      title: text.orders.title,
      value: text.orders.value(ordersPerSecond),
      note: text.orders.note(formatCount(ordersPerDay)),
    },
    { title: text.response.title, value: text.response.value(responseMs), note: null },
    { title: text.fee.title, value: text.fee.value, note: text.fee.note },
  ];
  return (
    <section aria-labelledby="limits">
      <h2 id="limits" className="sr-only">
        {text.limitsAndFigures}
      </h2>
      <dl className="figures">
        {tiles.map((tile) => (
          <div key={tile.title}>
            <dt className="figure-name">{tile.title}</dt>
            <dd>
              <span className="figure figure-large max-sm:text-xl">{tile.value}</span>{" "}
              {tile.note === null ? null : <span className="figure-note">{tile.note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
