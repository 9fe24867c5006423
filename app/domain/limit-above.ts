// Suggested risk limit of a deployment, the same on the server and in the browser.

const STEP_RUPEES = 100;

/** Returns the next multiple of ₹100 above a loss, which the loss itself would not have reached; null without a loss. */
export function limitAbove(lossRupees: number): number | null {
  return lossRupees === 0 ? null : (Math.floor(lossRupees / STEP_RUPEES) + 1) * STEP_RUPEES;
}
