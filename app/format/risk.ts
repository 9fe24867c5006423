// How a risk level is written where a person reads it: product.md shows "Moderate" as "Moderately high".
import type { Risk } from "../wire/vocabulary.ts";

export function formatRisk(risk: Risk): string {
  return risk === "Moderate" ? "Moderately high" : risk;
}
