// Places in a page that differ from one signed-in reader to the next: his name, his session's token, what he tracks. A page that is the
// same for all of them but for these is put together once with the places open, and the server fills them for each reader
// (server/http/reader-pages.ts).

/** Marks a place so that nothing else on a page can be taken for one: a secret of the process. */
export type SlotMark = string;

/** What stands in a place: a word of the reader's session, or of an algo that he may track. */
export type SlotName = keyof SlotWords | "list" | "tracked" | "else" | "end";
/** The session's words, as they are printed. */
export type SlotWords = { name: string; clientId: string; endsAt: string; xsrf: string };

const END = "]]";
const begin = (mark: SlotMark) => `[[${mark}:`;

/**
 * An open place. `about` is the algo's id: "list" is the id of the list that it stands on; what stands between "tracked" and "else" is for
 * a reader who tracks it, between "else" and "end" for one who does not.
 */
export function openSlot(mark: SlotMark, name: SlotName, about = ""): string {
  return `${begin(mark)}${name}:${about}${END}`;
}

/** The session's words with all places open. */
export function openWords(mark: SlotMark): SlotWords {
  return {
    name: openSlot(mark, "name"),
    clientId: openSlot(mark, "clientId"),
    endsAt: openSlot(mark, "endsAt"),
    xsrf: openSlot(mark, "xsrf"),
  };
}

/** A place of a page that was read, between parts of it that are the same for everybody. */
export type Slot = { name: string; about: string };
/** What fills the places: `lists` says on which list an algo stands. */
export type SlotReader = { words: SlotWords; lists: Readonly<Record<string, string>> };

/** Takes a page apart, in order; `part` makes of its text what is kept of it. */
export function readSlots<Part>(html: string, mark: SlotMark, part: (text: string) => Part): (Part | Slot)[] {
  const [first = "", ...rest] = html.split(begin(mark));
  return [
    part(first),
    ...rest.flatMap((text) => {
      const end = text.indexOf(END);
      const [name = "", about = ""] = text.slice(0, end).split(":");
      return [{ name, about }, part(text.slice(end + END.length))];
    }),
  ];
}

/** The page's parts for one reader, in order; `part` makes them of his words. Throws for a place that it does not know. */
export function fillSlots<Part extends string | Uint8Array>(
  pieces: readonly (Part | Slot)[],
  reader: SlotReader,
  part: (text: string) => Part,
): Part[] {
  const filled: Part[] = [];
  let isLeftOut = false;
  for (const piece of pieces) {
    if (!isSlot(piece)) {
      if (!isLeftOut) filled.push(piece);
      continue;
    }
    const { name, about } = piece;
    const list = Object.hasOwn(reader.lists, about) ? reader.lists[about] : undefined;
    if (name === "tracked") isLeftOut = list === undefined;
    else if (name === "else") isLeftOut = list !== undefined;
    else if (name === "end") isLeftOut = false;
    else if (!isLeftOut) filled.push(part(escapeHtml(wordOf(name, list, reader.words))));
  }
  return filled;
}

function isSlot(piece: string | Uint8Array | Slot): piece is Slot {
  return typeof piece === "object" && "about" in piece;
}

function wordOf(name: string, list: string | undefined, words: SlotWords): string {
  if (name === "list" && list !== undefined) return list;
  if (Object.hasOwn(words, name)) return words[name as keyof SlotWords];
  throw new Error(`a page has a place that nobody fills: ${name.slice(0, 20)}`);
}

/** As the framework escapes what it prints, in text and in attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll(
    /[&<>"']/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[sign] ?? sign,
  );
}
