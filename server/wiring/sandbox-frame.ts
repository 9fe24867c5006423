// Appearance of the sandbox's pages, which the site adds to each request for such a page.
import { isLoopback } from "../http/guard.ts";
import type { SiteFrame } from "../http/sandbox-proxy.ts";
import { readTheme } from "../render/page-visit.ts";
import type { Settings } from "../settings.ts";

/** Returns the style sheet, form script and brand of this site, and the user's colour scheme. */
export function sandboxFrame(
  { site, brand, showsDemoLogins }: Pick<Settings, "site" | "brand" | "showsDemoLogins">,
  files: Pick<SiteFrame, "styleHref" | "docsStyleHref" | "formScriptHref">,
) {
  return (cookies: string | undefined, origin: string): SiteFrame => ({
    brandName: site.brand.name,
    legalName: site.brand.legalName,
    language: brand.language.locale,
    theme: readTheme(cookies),
    ...files,
    // The default shows demo clients only to users on the same machine.
    showsDemoLogins: showsDemoLogins ?? isLoopback(origin),
  });
}
