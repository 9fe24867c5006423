// A share of the deployed amount, shown in rupees. The page's script updates it when the user changes the amount.
import { formatRupees } from "../../format/rupees.ts";

export function ShareOfAmount(props: {
  share: number;
  rupees: number;
  isLoss?: boolean;
  /** True for loss limits, which are rounded up so that the loss is never understated. */
  roundsUp?: boolean;
}) {
  const { share, rupees, isLoss = false, roundsUp = false } = props;
  return (
    <span data-share={share} data-loss={isLoss ? "" : undefined} data-rounds-up={roundsUp ? "" : undefined}>
      {formatRupees(isLoss ? -rupees : rupees)}
    </span>
  );
}
