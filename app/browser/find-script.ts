// Shows the amount of the algo finder's slider while the user moves it. Without this script the page shows the initial
// amount, and the form still works.

import { formatRupees } from "../format/rupees.ts";
import { replaceBrandTexts } from "./brand-texts.ts";
import { SCRIPT_TEXTS } from "./script-texts.ts";

replaceBrandTexts({ scripts: { SCRIPT_TEXTS } });

for (const slider of document.querySelectorAll<HTMLInputElement>("input[type=range][data-rupees]")) {
  const output = document.querySelector(`output[for="${slider.id}"]`);
  const before = document.querySelector(`[data-before-amount="${slider.id}"]`);
  if (before !== null) before.textContent = SCRIPT_TEXTS.setTo;
  slider.addEventListener("input", () => {
    const amount = formatRupees(slider.valueAsNumber);
    const label = slider.value === slider.max ? SCRIPT_TEXTS.orMore(amount) : amount;
    slider.setAttribute("aria-valuetext", label);
    if (output !== null) output.textContent = label;
  });
}
