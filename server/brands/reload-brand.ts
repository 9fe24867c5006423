// Reloads the brand folder while the site runs. A folder with errors changes nothing.
import { setBrandLanguage } from "../../app/format/locale.ts";
import type { Logger } from "../observe/log.ts";
import type { Settings } from "../settings.ts";
import { readBrandOr } from "./read-brand.ts";

export function createBrandReload(settings: Settings, log: Logger) {
  const listeners: (() => void)[] = [];
  return {
    onChange: (listener: () => void) => void listeners.push(listener),
    reload() {
      const faults: string[] = [];
      const brand = readBrandOr(settings.brandDir, settings.site.isSimulated, faults);
      if (brand === null) {
        log.error({ faults }, "the brand folder has faults; the brand stays as it is");
        return;
      }
      Object.assign(settings.site, brand.site);
      Object.assign(settings.brand, { language: brand.language, files: brand.files });
      setBrandLanguage(brand.language);
      for (const listener of listeners) listener();
      log.info({ brand: brand.site.brand.name }, "the brand was read again");
    },
  };
}
