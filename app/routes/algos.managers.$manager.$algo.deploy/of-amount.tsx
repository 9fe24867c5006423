// A figure in rupees that is a share of the amount at work. The page's script updates it when the amount changes.
import { formatRupees } from "../../format/rupees.ts";

export function OfAmount(props: {
  share: number;
  rupees: number;
  isLoss?: boolean;
  /** Stated limits are rounded up, so that a loss is never understated. */
  roundsUp?: boolean;
}) {
  const { share, rupees, isLoss = false, roundsUp = false } = props;
  return (
    <span data-share={share} data-loss={isLoss ? "" : undefined} data-rounds-up={roundsUp ? "" : undefined}>
      {formatRupees(isLoss ? -rupees : rupees)}
    </span>
  );
}
