// Labels of risk levels on pages.

/** Returns "Moderately high" for "Moderate" and any other level unchanged, including levels of a provider that are not ours. */
export function formatRisk(risk: string): string {
  return risk === "Moderate" ? "Moderately high" : risk;
}
