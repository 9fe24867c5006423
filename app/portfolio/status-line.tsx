// The one line that says what a page of the account is and as of when, to the second. The server writes what it knows when the page is
// made; the script keeps the line true while the page stands (live/orders-script.ts) and never calls it live when answers stop coming.
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
