// The changelog as an Atom feed. A section becomes an entry if its title ends with a date; its anchor is the entry's
// permanent id.
import { LOCALE } from "../format/locale.ts";
import { type Inline, plainText, type Section } from "./blocks.ts";

const DAY = /(\d{1,2}) (\w+) (\d{4})$/;
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** Returns midnight in India on the date at the end of a title. Null without a date. */
function dayOf(title: string): string | null {
  const [, day = "", name = "", year = ""] = DAY.exec(title) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  return month === 0
    ? null
    : `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}T00:00:00+05:30`;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function htmlOf({ blocks }: Section): string {
  const words = (text: Inline) => escaped(plainText(text));
  return blocks
    .map((block) => {
      if (block.kind === "text") return `<p>${words(block.text)}</p>`;
      return block.kind === "list"
        ? `<ul>${block.items.map((item) => `<li>${words(item)}</li>`).join("")}</ul>`
        : "";
    })
    .join("");
}

/** Builds the feed. `name` is the brand's name. */
export function changelogFeed(sections: readonly Section[], origin: string, name: string): string {
  const page = `${origin}/docs/v2/changelog`;
  const entries = sections.flatMap((section) => {
    const day = dayOf(section.title);
    return day === null ? [] : [{ section, day }];
  });
  const updated =
    entries
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? "2026-11-21T00:00:00+05:30";
  const entryOf = ({ section, day }: (typeof entries)[number]) => `  <entry>
    <id>${escaped(`${page}#${section.id}`)}</id>
    <title>${escaped(section.title)}</title>
    <updated>${day}</updated>
    <link rel="alternate" type="text/html" href="${escaped(`${page}#${section.id}`)}" />
    <content type="html">${escaped(htmlOf(section))}</content>
  </entry>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LOCALE}">
  <id>${escaped(page)}</id>
  <title>${escaped(`${name}: changes of the trading API`)}</title>
  <updated>${updated}</updated>
  <author><name>${escaped(name)}</name></author>
  <link rel="self" type="application/atom+xml" href="${escaped(`${page}.atom`)}" />
  <link rel="alternate" type="text/html" href="${escaped(page)}" />
${entries.map(entryOf).join("\n")}
</feed>
`;
}
