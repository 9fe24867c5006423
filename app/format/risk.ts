// Labels of risk levels on pages.

export const riskText: Record<string, string> = {
  Low: "Low",
  Medium: "Medium",
  Moderate: "Moderately high",
  High: "High",
};

/** Returns the label of a risk level: "Moderately high" for "Moderate", any other level unchanged. */
export function formatRisk(risk: string): string {
  return Object.hasOwn(riskText, risk) ? (riskText[risk] ?? risk) : risk;
}
