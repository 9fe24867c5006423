// A complete brand that is not the product's own: what a site in front of a provider must be given to start.
import { fileURLToPath } from "node:url";

export const BRAND = { BRAND_DIR: fileURLToPath(new URL("./northgate", import.meta.url)) };
