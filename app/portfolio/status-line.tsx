// Status line of an account page: the page's subject and the time of its data. The server renders the initial state.
// The script (browser/orders-script.ts) updates it, and removes the label "live" when the server stops responding.
import { formatInstant } from "../format/dates.ts";
import { statusLineText as text } from "./text.ts";

export function StatusLine(props: { asOf: string; path: string; isSimulated: boolean }) {
  return (
    <p className="status-line" data-orders-status="" data-as-of={Date.parse(props.asOf)} data-state="loaded">
      <span data-orders-state="">{text.asOf(formatInstant(new Date(props.asOf), new Date()))}</span>
      {props.isSimulated ? ` · ${text.sandbox}` : ""}{" "}
      <a href={props.path} className="link no-print">
        {text.reload}
      </a>
    </p>
  );
}
