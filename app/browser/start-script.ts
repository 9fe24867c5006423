// Loads the page's scripts (app/frame/page-files.tsx). A browser runs this module when the page's style sheets have arrived,
// so the other scripts do not share a slow connection with them, and do not run before the first paint.

for (const script of document.querySelectorAll<HTMLScriptElement>("script[data-src]")) {
  // Keeps the order of the document.
  script.async = false;
  // Before the address, so that the browser checks the file.
  script.integrity = script.dataset.integrity ?? "";
  script.src = script.dataset.src ?? "";
}

export {};
