// Updates slider, amount, stated losses and suggested limits of a deployment's terms when the user changes the amount.
// Without this script the figures refer to the amount that the page was loaded with, and the form works the same.

import { parseRupees } from "../domain/parse-rupees.ts";
import { roundLimitAbove } from "../domain/round-limit-above.ts";
import { formatRupees } from "../format/rupees.ts";

/** Subtracted before rounding up, so that a floating-point error does not add a whole unit. */
const FRACTION_ERROR = 1e-6;

const form = document.querySelector<HTMLFormElement>("form[data-minimum]");
const amount = form?.querySelector<HTMLInputElement>("#amount");
const slider = form?.querySelector<HTMLInputElement>("#slider") ?? null;
const minimum = Number(form?.dataset.minimum);
let capital = Number(form?.dataset.capital);

amount?.addEventListener("input", () => {
  const rupees = parseRupees(amount.value);
  if (rupees !== null && rupees >= minimum) showCapital(Math.floor(rupees / minimum) * minimum);
});
slider?.setAttribute("aria-valuetext", formatRupees(capital));
slider?.addEventListener("input", () => {
  if (amount) amount.value = formatRupees(slider.valueAsNumber);
  showCapital(slider.valueAsNumber);
});

// Applies a value that the user entered before this script was loaded, or that the browser restored. A typed amount
// overrides the slider, as on the server.
const entered = [amount, slider].find((field) => field && field.value !== field.defaultValue);
entered?.dispatchEvent(new Event("input"));

function showCapital(rupees: number): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-loss-share]")) {
    // A limit that the user has changed is not replaced by a suggestion.
    const share = Number(field.dataset.lossShare);
    if (field.value === formatSuggestedLimit(share, capital))
      field.value = formatSuggestedLimit(share, rupees);
  }
  capital = rupees;
  for (const figure of document.querySelectorAll<HTMLElement>("[data-share]")) {
    const { share, loss, roundsUp } = figure.dataset;
    const exact = Number(share) * capital;
    const rounded = roundsUp === undefined ? Math.round(exact) : Math.ceil(exact - FRACTION_ERROR);
    figure.textContent = formatRupees(loss === undefined ? rounded : -rounded);
  }
  for (const multiples of document.querySelectorAll("[data-multiples]"))
    multiples.textContent = String(capital / minimum);
  if (slider === null) return;
  slider.value = String(capital);
  slider.setAttribute("aria-valuetext", formatRupees(slider.valueAsNumber));
}

function formatSuggestedLimit(share: number, rupees: number): string {
  const limit = roundLimitAbove(Math.round(share * rupees));
  return limit === null ? "" : formatRupees(limit);
}
