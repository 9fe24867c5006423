// Sums of rupees in the markup: the full value is always readable by machines, and by people beside a short form.
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
