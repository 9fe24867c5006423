// A complete brand that differs from the demo brand, as a site in front of a provider requires.
import { fileURLToPath } from "node:url";

export const BRAND = { BRAND_DIR: fileURLToPath(new URL("./northgate", import.meta.url)) };
