import { expect, it } from "vitest";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { docsPages } from "../docs/pages.server.ts";
import { sitePages } from "./site-map.ts";

it.each([
  ["of a real provider", { isSimulated: false, features: DEFAULT_SITE.features }],
  [
    "that disables the sandbox",
    { isSimulated: true, features: { ...DEFAULT_SITE.features, sandbox: false } },
  ],
])("a site %s has only pages of the documentation without the sandbox", (_, site) => {
  const served = docsPages(false).map(({ id }) => `/docs/v2/${id}`);
  const paths = sitePages(site).map(({ path }) => path);
  expect(paths.filter((path) => /^\/docs\/v2\/./.test(path)).sort()).toEqual(served.sort());
});
