// Wakes the few pages that ask for scripts (handle.scripts); all others load none.
import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { KeptSinceContext } from "./frame/request.ts";

// What the server rendered is what is woken: the notice on the age of the page included.
const notice = document.querySelector<HTMLElement>("[data-kept-since]");

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <KeptSinceContext.Provider value={notice === null ? null : Number(notice.dataset.keptSince)}>
        <RemixBrowser />
      </KeptSinceContext.Provider>
    </StrictMode>,
  );
});
