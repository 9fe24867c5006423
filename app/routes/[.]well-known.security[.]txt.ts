// security.txt (RFC 9116): where to report vulnerabilities, and an expiry date.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";

/** RFC 9116 recommends an expiry of less than a year. The date changes once a month, so that the file can be cached. */
const MONTHS_VALID = 11;

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  const { brand, links } = context.site ?? DEFAULT_SITE;
  const today = new Date();
  const expires = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + MONTHS_VALID, 1));
  const lines = [
    `Contact: mailto:${brand.supportEmail}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en, hi",
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${new URL(links.disclosures, origin).href}`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
