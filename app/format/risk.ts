// Labels of risk levels on pages.

/** Returns "Moderately high" for "Moderate" and any other level unchanged, including unknown levels of a provider. */
export function formatRisk(risk: string): string {
  return risk === "Moderate" ? "Moderately high" : risk;
}
