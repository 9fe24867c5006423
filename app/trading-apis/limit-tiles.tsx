// Limits and figures of the trading API as tiles.
import type { ReactElement } from "react";
import { formatCount } from "../format/rupees.ts";
import { Section } from "../ui/section.tsx";
import { API_CONSTANTS, FEATURE_TILES } from "./audiences.ts";
import { limitTilesText as text } from "./text.ts";

export function FeatureTiles() {
  return (
    <Tiles
      tiles={FEATURE_TILES.map(({ title, value }) => ({
        title,
        figure: <dd className="figure max-sm:text-base">{value}</dd>,
      }))}
    />
  );
}

/** Renders the four figures that are most relevant when choosing the API. */
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
    <Tiles
      tiles={tiles.map(({ title, value, note }) => ({
        title,
        figure: (
          <dd>
            <span className="figure figure-large max-sm:text-xl">{value}</span>{" "}
            {note === null ? null : <span className="figure-note">{note}</span>}
          </dd>
        ),
      }))}
    />
  );
}

function Tiles(props: { tiles: readonly { title: string; figure: ReactElement }[] }) {
  return (
    <Section id="limits" title={text.limitsAndFigures} titleClass="sr-only">
      <dl className="figures">
        {props.tiles.map(({ title, figure }) => (
          <div key={title}>
            <dt className="figure-name">{title}</dt>
            {figure}
          </div>
        ))}
      </dl>
    </Section>
  );
}
