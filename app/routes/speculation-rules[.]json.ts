// Rules that tell browsers which pages they may prefetch: public pages that change nothing and contain no user data. A
// response header of all pages refers to this file.
import type { PageHandle } from "../contract/site/page-handle.ts";

export const handle: PageHandle = { shared: true };

/** Paths that must not be prefetched: private paths, paths with effects, and files. */
const NEVER_PREFETCHED = [
  "/account/*",
  "/algos/my-algos*",
  "/algos/my-algos/*",
  "/algos/tracklist*",
  "/algos/tracklist/*",
  "/algos/compare/tray*",
  "/algos/layout*",
  "/algos/managers/*/*/deploy*",
  "/amount*",
  "/auth/*",
  "/login*",
  "/logout*",
  "/sandbox/*",
  "/theme*",
  "/*.csv*",
  "/*.json*",
  "/*.txt*",
];

export function loader(): Response {
  const rules = {
    prefetch: [
      {
        where: {
          and: [
            { href_matches: "/*" },
            { not: { href_matches: NEVER_PREFETCHED } },
            { not: { selector_matches: "[rel~=nofollow]" } },
          ],
        },
        // The browser prefetches a page when the pointer rests on its link or presses it.
        eagerness: "moderate",
      },
    ],
  };
  return new Response(JSON.stringify(rules), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=86400",
    },
  });
}
