// Settings of a site with the demonstration brand, for tests of pages without a server.
import { DEFAULT_SITE, type Site } from "../../app/contract/site/site.ts";
import { brandFolder, readBrandOr } from "../../server/brands/read-brand.ts";

const faults: string[] = [];
const folder = readBrandOr(brandFolder(undefined, "/"), true, faults);
if (folder === null) throw new Error(faults.join("\n"));

export const DEMONSTRATION_SITE: Site = { ...DEFAULT_SITE, ...folder.site };
