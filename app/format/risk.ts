// Labels of risk levels on pages.

export const riskText: Record<string, string> = {
  Low: "Low",
  Medium: "Medium",
  Moderate: "Moderately high",
  High: "High",
};

/** Returns "Moderately high" for "Moderate" and any other level unchanged, including unknown levels of a provider. */
export function formatRisk(risk: string): string {
  return Object.hasOwn(riskText, risk) ? (riskText[risk] ?? risk) : risk;
}
