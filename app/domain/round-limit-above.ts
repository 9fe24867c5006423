// Suggested risk limit of a deployment. Server and browser compute it with the same function.

const STEP_RUPEES = 100;

/**
 * Returns the smallest multiple of ₹100 above a loss, so that this loss would not have reached the limit. Null for no
 * loss.
 */
export function roundLimitAbove(lossRupees: number): number | null {
  return lossRupees === 0 ? null : (Math.floor(lossRupees / STEP_RUPEES) + 1) * STEP_RUPEES;
}
