// Loads the page's scripts (app/frame/page-files.tsx). A browser runs this module once the page's style sheets have
// arrived. The other scripts therefore neither delay the style sheets on a slow connection nor run before the first
// paint.

for (const script of document.querySelectorAll<HTMLScriptElement>("script[data-src]")) {
  // Keeps the order of the document.
  script.async = false;
  // Before the address, so that the browser checks the file.
  script.integrity = script.dataset.integrity ?? "";
  script.src = script.dataset.src ?? "";
}

export {};
