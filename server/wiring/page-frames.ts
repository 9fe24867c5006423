// Appearance of the pages without the app: the site's own, and those of the sandbox, to whose requests the site adds it.
import { refusalTexts } from "../brands/refusal-texts.ts";
import { isLoopback } from "../http/guard.ts";
import type { BrandFrame } from "../http/plain-page.ts";
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

/** Returns the brand of this site's plain pages, which follows a reload. */
export function plainFrame(
  { site, brand }: Pick<Settings, "site" | "brand">,
  styleHref: string | null,
): BrandFrame {
  return {
    get brandName() {
      return site.brand.name;
    },
    get language() {
      return brand.language.locale;
    },
    get texts() {
      return refusalTexts(brand.language.words);
    },
    styleHref,
  };
}
