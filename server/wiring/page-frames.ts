// Brand and style of pages that are not part of the app: those of this server, and those of the sandbox, which receives
// these values with each request.
import { refusalTexts } from "../brands/refusal-texts.ts";
import { isLoopback } from "../http/guard.ts";
import type { BrandFrame } from "../http/plain-page.ts";
import type { SiteFrame } from "../http/sandbox-proxy.ts";
import { readTheme } from "../render/page-visit.ts";
import type { Settings } from "../settings.ts";

/** Returns the built style sheets and the form script that the sandbox's pages load. */
export function sandboxFiles(assets: {
  find: (pattern: RegExp) => string | null;
}): Pick<SiteFrame, "docsStyleHref" | "signInStyleHref" | "formScriptHref"> {
  return {
    docsStyleHref: assets.find(/^\/assets\/docs-[^/]*\.css$/),
    signInStyleHref: assets.find(/^\/assets\/sign-in-[^/]*\.css$/),
    formScriptHref: assets.find(/^\/assets\/form-script-.*\.js$/),
  };
}

/** Returns a function for the style sheet, form script and brand of this site, and the user's colour scheme. */
export function sandboxFrame(
  { site, brand, showsDemoLogins }: Pick<Settings, "site" | "brand" | "showsDemoLogins">,
  files: Pick<SiteFrame, "styleHref" | "docsStyleHref" | "signInStyleHref" | "formScriptHref">,
) {
  return (cookies: string | undefined, origin: string): SiteFrame => ({
    brandName: site.brand.name,
    legalName: site.brand.legalName,
    language: brand.language.locale,
    theme: readTheme(cookies),
    ...files,
    hasMarkets: site.features.markets,
    // If the setting is missing, shows demo clients only to users on the same machine.
    showsDemoLogins: showsDemoLogins ?? isLoopback(origin),
  });
}

/** Returns brand and style of this server's pages. Its getters always return the current brand, even after a reload. */
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
