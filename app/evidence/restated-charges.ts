// Charges of a trade at a multiple of its size. Taxes and exchange charges grow with the traded value. Flat brokerage
// is charged once per order, and the depository's charge once per stock and day of sale. Pure.
import type { RecordTrade } from "../contract/base-api/record.ts";
import {
  BROKERAGE_SHARE,
  FLAT_BROKERAGE_PAISE,
  findDepositoryPaise,
  GST,
} from "../domain/calendars/charges.ts";
import { istDate } from "../domain/record-seal.ts";
import { dayOfIso } from "../domain/time.ts";

/** Charges that do not grow with the size of a trade, in paise, by opening and closing. A larger trade saves them. */
export type SavedCharges = { atOpen: ChargeParts; atClose: ChargeParts };
type ChargeParts = { brokeragePaise: number; exchangePaise: number; gstPaise: number };

const NONE: ChargeParts = { brokeragePaise: 0, exchangePaise: 0, gstPaise: 0 };
/**
 * Relative tolerance between the charged brokerage and the one computed from leg prices, which are averages of fills.
 */
const TOLERANCE = 0.01;

function addGst(brokeragePaise: number, exchangePaise: number): ChargeParts {
  return { brokeragePaise, exchangePaise, gstPaise: Math.round((brokeragePaise + exchangePaise) * GST.rate) };
}

/**
 * Returns the brokerage at a multiple of the size. Flat fees are unchanged; percentage fees grow up to the flat fee per
 * order. If the leg prices do not explain the charged brokerage, it grows in proportion, so that the cost is never
 * understated.
 */
function restateBrokerage({ costs, legs, closedAt }: RecordTrade, multiples: number): number {
  const charged = costs.brokeragePaise;
  if (charged % FLAT_BROKERAGE_PAISE === 0) return charged;
  const values = legs.flatMap(({ quantity, entryPaise, exitPaise }) =>
    [entryPaise, ...(closedAt === null || exitPaise === null ? [] : [exitPaise])].map(
      (price) => quantity * price,
    ),
  );
  const feeOf = (paise: number) => Math.min(FLAT_BROKERAGE_PAISE, paise * BROKERAGE_SHARE);
  const total = (times: number) => values.reduce((sum, value) => sum + feeOf(value * times), 0);
  const expected = total(1);
  if (Math.abs(expected - charged) > Math.max(1, expected * TOLERANCE)) return charged * multiples;
  return Math.round((total(multiples) * charged) / expected);
}

/** Sales whose depository charge is already included: day and stock, such as "2026-11-20 INFY". */
export type DeliveredKeys = Set<string>;

/**
 * Returns the depository's charge in paise. It applies once per stock and day, to sales after the day of purchase. Only
 * delivery trades pay it; they are recognised by a brokerage of zero.
 */
function depositoryPaise({ costs, legs, openedAt, closedAt }: RecordTrade, delivered: DeliveredKeys): number {
  if (costs.brokeragePaise !== 0 || closedAt === null || istDate(openedAt) === istDate(closedAt)) return 0;
  const day = istDate(closedAt);
  const each = findDepositoryPaise(dayOfIso(day));
  const fresh = legs.filter(({ side, symbol }) => side === "BUY" && !delivered.has(`${day} ${symbol}`));
  for (const { symbol } of fresh) delivered.add(`${day} ${symbol}`);
  const paise = fresh.length * each;
  return paise <= costs.exchangePaise ? paise : 0;
}

/** Returns the saved charges of a trade. Adds its sales to `delivered`. */
export function computeSavedCharges(
  trade: RecordTrade,
  multiples: number,
  delivered: DeliveredKeys,
): SavedCharges {
  const saved = trade.costs.brokeragePaise * multiples - restateBrokerage(trade, multiples);
  const times = multiples - 1;
  const isFlat = trade.costs.brokeragePaise % FLAT_BROKERAGE_PAISE === 0;
  const entryOrders = isFlat ? trade.legs.length * FLAT_BROKERAGE_PAISE * times : 0;
  const atOpen = trade.closedAt === null ? saved : Math.min(saved, entryOrders);
  return {
    atOpen: saved === 0 ? NONE : addGst(atOpen, 0),
    atClose: addGst(saved - atOpen, depositoryPaise(trade, delivered) * times),
  };
}
