// A rupee amount in full or in short form. The markup always contains the full, machine-readable value.
import { formatRupees, formatRupeesShort } from "../format/rupees.ts";

export function Amount(props: { rupees: number; isShort?: boolean; className?: string }) {
  const full = formatRupees(props.rupees);
  const label = props.isShort ? formatRupeesShort(props.rupees) : full;
  return (
    <data
      value={props.rupees}
      className={`whitespace-nowrap ${props.className ?? ""}`}
      title={label === full ? undefined : full}
    >
      {label}
    </data>
  );
}
