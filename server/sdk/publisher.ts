// Publisher of the client packages, for package indexes. The brand and the environment of the build specify its
// addresses. Missing addresses are omitted.
import { brandFolder, readBrandOr } from "../brands/read-brand.ts";
import { AUTHORS } from "./licence.ts";

export type Publisher = {
  author: { name: string; email?: string };
  /** Address of the page about the clients on the broker's site. */
  homepage: string | null;
  /** Addresses for questions and bug reports. */
  support: { url?: string; email?: string };
  repository: string | null;
};

/** Publisher of packages that are built without a brand and without addresses. */
export const UNNAMED_PUBLISHER: Publisher = {
  author: { name: AUTHORS },
  homepage: null,
  support: {},
  repository: null,
};

/** Reads BRAND_DIR, PUBLIC_ORIGIN and CLIENTS_REPOSITORY. Throws for an invalid brand or address. */
export function readPublisher(env: Readonly<Record<string, string | undefined>>): Publisher {
  const { BRAND_DIR, PUBLIC_ORIGIN, CLIENTS_REPOSITORY } = env;
  const origin = PUBLIC_ORIGIN ? webAddress("PUBLIC_ORIGIN", PUBLIC_ORIGIN).origin : null;
  const brand = BRAND_DIR ? brandOf(BRAND_DIR) : null;
  return {
    author: brand ?? UNNAMED_PUBLISHER.author,
    homepage: origin === null ? null : `${origin}/docs/v2/clients`,
    support: {
      ...(origin === null ? {} : { url: `${origin}/support` }),
      ...(brand === null ? {} : { email: brand.email }),
    },
    repository: CLIENTS_REPOSITORY ? webAddress("CLIENTS_REPOSITORY", CLIENTS_REPOSITORY).href : null,
  };
}

function brandOf(folder: string): { name: string; email: string } {
  const faults: string[] = [];
  const read = readBrandOr(brandFolder(folder, process.cwd()), false, faults);
  if (read === null) throw new Error(faults.join("\n"));
  const { legalName, supportEmail } = read.site.brand;
  return { name: legalName, email: supportEmail };
}

function webAddress(name: string, text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new Error(`${name}: expected an address that begins with https://, got ${text}`);
  return new URL(text);
}
