// A complete brand other than the product's own, as required to start a site in front of a provider.
import { fileURLToPath } from "node:url";

export const BRAND = { BRAND_DIR: fileURLToPath(new URL("./northgate", import.meta.url)) };
