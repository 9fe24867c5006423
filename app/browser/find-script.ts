// The stepper's slider says its amount as it moves. Without this file the page says where the slider starts, and the form works the same.
import { formatRupees } from "../format/rupees.ts";

for (const slider of document.querySelectorAll<HTMLInputElement>("input[type=range][data-rupees]")) {
  const said = document.querySelector(`output[for="${slider.id}"]`);
  const before = document.querySelector(`[data-before-amount="${slider.id}"]`);
  if (before !== null) before.textContent = "Set to";
  slider.addEventListener("input", () => {
    const words = `${formatRupees(slider.valueAsNumber)}${slider.value === slider.max ? " or more" : ""}`;
    slider.setAttribute("aria-valuetext", words);
    if (said !== null) said.textContent = words;
  });
}
