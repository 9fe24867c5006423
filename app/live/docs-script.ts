// Gives each block of code in the documentation a button that copies it, and says that it did.

const SAID_FOR_MS = 2_000;

for (const box of document.querySelectorAll<HTMLElement>(".code-box")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet code-copy no-print";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy: ${box.getAttribute("aria-label") ?? "code"}`);
  const said = document.createElement("span");
  said.className = "sr-only";
  said.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(box.textContent ?? "");
      button.textContent = "Copied";
      said.textContent = "Copied";
    } catch {
      // Without leave to write the clipboard the text is marked, for the reader's own keys.
      getSelection()?.selectAllChildren(box);
      button.textContent = "Marked";
      said.textContent = "Marked; copy it with your keyboard";
    }
    setTimeout(() => {
      button.textContent = "Copy";
      said.textContent = "";
    }, SAID_FOR_MS);
  });
  box.after(button, said);
}
