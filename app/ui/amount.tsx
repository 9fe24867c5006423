// Amounts of rupees in the markup: machines always get the full value, and people get it next to a short form.
import { formatRupees, formatRupeesShort } from "../format/rupees.ts";

export function Amount(props: { rupees: number; isShort?: boolean; className?: string }) {
  const full = formatRupees(props.rupees);
  const shown = props.isShort ? formatRupeesShort(props.rupees) : full;
  return (
    <data
      value={props.rupees}
      className={`whitespace-nowrap ${props.className ?? ""}`}
      title={shown === full ? undefined : full}
    >
      {shown}
    </data>
  );
}
