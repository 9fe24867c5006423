// The changelog as an Atom feed. A section becomes an entry if its title ends with a date; its anchor is the entry's
// permanent id.
import { atomFeed, escapeMarkup } from "../format/atom-feed.ts";
import { type Inline, plainText, type Section } from "./blocks.ts";

const DAY = /(\d{1,2}) (\w+) (\d{4})$/;
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** Time of the last change that the feed states if the changelog has no date. */
const FIRST_CHANGE = "2026-11-21T00:00:00+05:30";

/** Returns midnight in India on the date at the end of a title. Null if there is no date. */
function parseDay(title: string): string | null {
  const [, day = "", name = "", year = ""] = DAY.exec(title) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  return month === 0
    ? null
    : `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}T00:00:00+05:30`;
}

function renderSection({ blocks }: Section): string {
  const escapedText = (text: Inline) => escapeMarkup(plainText(text));
  return blocks
    .map((block) => {
      if (block.kind === "text") return `<p>${escapedText(block.text)}</p>`;
      return block.kind === "list"
        ? `<ul>${block.items.map((item) => `<li>${escapedText(item)}</li>`).join("")}</ul>`
        : "";
    })
    .join("");
}

/** Builds the feed. `name` is the brand's name. */
export function changelogFeed(sections: readonly Section[], origin: string, name: string): string {
  const page = `${origin}/docs/v2/changelog`;
  return atomFeed({
    page,
    self: `${page}.atom`,
    title: `${name}: changes of the trading API`,
    author: name,
    since: FIRST_CHANGE,
    entries: sections.flatMap((section) => {
      const updated = parseDay(section.title);
      return updated === null
        ? []
        : [{ address: `${page}#${section.id}`, title: section.title, updated, html: renderSection(section) }];
    }),
  });
}
