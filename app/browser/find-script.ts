// Shows the amount of the stepper's slider as it moves. Without this script the page shows the initial amount, and the form works the same.
import { formatRupees } from "../format/rupees.ts";

for (const slider of document.querySelectorAll<HTMLInputElement>("input[type=range][data-rupees]")) {
  const output = document.querySelector(`output[for="${slider.id}"]`);
  const before = document.querySelector(`[data-before-amount="${slider.id}"]`);
  if (before !== null) before.textContent = "Set to";
  slider.addEventListener("input", () => {
    const label = `${formatRupees(slider.valueAsNumber)}${slider.value === slider.max ? " or more" : ""}`;
    slider.setAttribute("aria-valuetext", label);
    if (output !== null) output.textContent = label;
  });
}
