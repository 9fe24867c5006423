// Sentences on risk that the pages of several playbooks share.

export const GAP_RISK =
  "Price can jump past the stop, on news or at the open. The loss is then larger than the stop says, by as much as the jump.";
export const COSTS =
  "Brokerage, taxes, exchange charges and the difference between bid and ask come off every trade. An algo that trades often pays them often.";
export const SOLD_OPTIONS =
  "A sold option can lose many times the premium it brought in. A violent day can pass several stops at once, and the exchange may raise margins while the position is open.";
export const CHOP =
  "In a market without direction the signal fires and fails again and again; small losses add up.";
export const DECAY =
  "A bought option loses value every day that nothing happens. The view can be right and the trade still lose, because it was right too late.";
export const OVERNIGHT =
  "Positions are held overnight. Whatever happens while the market is closed is in the opening price, and no stop helps against it.";
export const CAPPED =
  "The largest loss is fixed when the trade is opened, and it happens in full more often than feels right: expect it, do not plan around it.";
