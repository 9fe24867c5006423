// Reloads the brand folder while the site runs. If the folder has errors, the previous brand remains.
import { isDeepStrictEqual } from "node:util";
import { setBrandLanguage } from "../../app/format/locale.ts";
import type { Logger } from "../observe/log.ts";
import type { Settings } from "../settings.ts";
import { readBrandOr } from "./read-brand.ts";

/**
 * Maximum number of reloads. Each one uses about 9 MB, because Node.js never frees the modules of the previous page
 * build.
 */
export const RELOADS_MAX = 20;

export function createBrandReload(settings: Settings, log: Logger) {
  const listeners: (() => void)[] = [];
  let reloads = 0;
  return {
    onChange: (listener: () => void) => void listeners.push(listener),
    reload() {
      const faults: string[] = [];
      const brand = readBrandOr(settings.brandDir, settings.site.isSimulated, faults);
      if (brand === null) {
        log.error({ faults }, "the brand folder has faults; the previous brand remains in use");
        return;
      }
      const before = { site: { ...settings.site }, brand: { ...settings.brand } };
      const after = {
        site: { ...before.site, ...brand.site },
        brand: { ...before.brand, language: brand.language, files: brand.files },
      };
      if (isDeepStrictEqual(after, before)) {
        log.info(
          { brand: brand.site.brand.name },
          "the brand was not reloaded, because its folder has not changed",
        );
        return;
      }
      if (reloads === RELOADS_MAX) {
        log.error(
          { reloads },
          "the brand was reloaded too often; restart the site to load the changed folder",
        );
        return;
      }
      reloads += 1;
      Object.assign(settings.site, after.site);
      Object.assign(settings.brand, after.brand);
      setBrandLanguage(brand.language);
      for (const listener of listeners) listener();
      log.info({ brand: brand.site.brand.name }, "the brand was reloaded");
    },
  };
}
