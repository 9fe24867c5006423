// The user's amount, from the address or their cookie.
import { AMOUNT_MAX_RUPEES } from "../../contract/base-api/limits.ts";
import { parseRupees } from "../../domain/parse-rupees.ts";
import { formatRupees } from "../../format/rupees.ts";
import { pageText as text } from "./text.ts";

export type AmountAnswer = { rupees: number; typed: string; notice: string | null };

/** Parses the user's amount. An invalid or too small amount is replaced by the minimum, with a message. */
export function readAmount(typed: string | null, own: number | undefined, minimum: number): AmountAnswer {
  const written = (typed ?? "").trim().slice(0, 30);
  if (written === "")
    return own === undefined || own >= minimum
      ? { rupees: own ?? minimum, typed: "", notice: null }
      : {
          rupees: minimum,
          typed: "",
          notice: text.ownBelowMinimum({ own: formatRupees(own), minimum: formatRupees(minimum) }),
        };
  const rupees = parseRupees(written);
  if (rupees === null)
    return {
      rupees: minimum,
      typed: written,
      notice: text.notAnAmount(written),
    };
  if (rupees < minimum)
    return {
      rupees: minimum,
      typed: written,
      notice: text.belowMinimum({ amount: formatRupees(rupees), minimum: formatRupees(minimum) }),
    };
  if (rupees > AMOUNT_MAX_RUPEES)
    return {
      rupees: AMOUNT_MAX_RUPEES,
      typed: written,
      notice: text.largestAmount(formatRupees(AMOUNT_MAX_RUPEES)),
    };
  return { rupees, typed: written, notice: null };
}
