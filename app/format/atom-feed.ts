// Builds Atom feeds (RFC 4287).
import { LOCALE } from "./locale.ts";

export type FeedEntry = {
  /** Permanent address of the entry. It is also its id. */
  address: string;
  title: string;
  /** Time of the last change, ISO 8601. */
  updated: string;
  /** HTML of the entry. */
  html: string;
};

/** Characters that XML 1.0 forbids even if they are escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes text for XML and HTML, and removes characters that would make a feed unreadable. */
export const escapeMarkup = (text: string) =>
  text
    .replace(FORBIDDEN, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

export function atomFeed(feed: {
  /** Address of the page that shows the same entries. It is also the feed's id. */
  page: string;
  /** Address of the feed. */
  self: string;
  title: string;
  /** The brand's name. */
  author: string;
  /** Time of the last change if there is no entry, ISO 8601. */
  since: string;
  entries: readonly FeedEntry[];
}): string {
  const { page, self, title, author, since, entries } = feed;
  const updated = entries.reduce(
    (latest, entry) => (Date.parse(entry.updated) > Date.parse(latest) ? entry.updated : latest),
    since,
  );
  const entryOf = ({ address, ...entry }: FeedEntry) => `  <entry>
    <id>${escapeMarkup(address)}</id>
    <title>${escapeMarkup(entry.title)}</title>
    <updated>${entry.updated}</updated>
    <link rel="alternate" type="text/html" href="${escapeMarkup(address)}" />
    <content type="html">${escapeMarkup(entry.html)}</content>
  </entry>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LOCALE}">
  <id>${escapeMarkup(page)}</id>
  <title>${escapeMarkup(title)}</title>
  <updated>${updated}</updated>
  <author><name>${escapeMarkup(author)}</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeMarkup(self)}" />
  <link rel="alternate" type="text/html" href="${escapeMarkup(page)}" />
${entries.map(entryOf).join("\n")}
</feed>
`;
}
