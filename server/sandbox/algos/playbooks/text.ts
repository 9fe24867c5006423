// Sentences on risk that the pages of several playbooks share.

export const GAP_RISK =
  "A price gap, on news or at the open, can skip the stop-loss. The loss is then larger than the stop-loss by the size of the gap.";
export const TRADING_COSTS =
  "Brokerage, taxes, exchange charges and the spread between bid and ask reduce the result of every trade. An algo that trades more often pays more.";
export const SOLD_OPTIONS =
  "A sold option can lose many times the premium received. A volatile day can skip several stop-losses at once, and the exchange may raise margins while the position is open.";
export const CHOPPY_MARKET =
  "In a market without a trend, many signals fail one after another, and small losses add up.";
export const TIME_DECAY =
  "A bought option loses value on every day without a price move. A trade can lose even if the price moves as expected but too late.";
export const OVERNIGHT_RISK =
  "Positions are held overnight. News while the market is closed moves the opening price, and no stop-loss protects against it.";
export const CAPPED_LOSS =
  "The largest loss is fixed when the trade is opened. It often occurs in full: choose an amount for which you can bear it.";
