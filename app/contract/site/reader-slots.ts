// Placeholders for values that differ between signed-in users: name, session token, tracked algos. A page with
// placeholders is rendered once and cached. The server fills them for each user (server/render/filled-pages.ts).

import type { AccountSummary } from "./account-summary.ts";

/** Random prefix of placeholders in this process, so that no other text can look like a placeholder. */
export type SlotMark = string;

/**
 * Name of a placeholder: a field of the session or of the account's figures, or a marker around content that depends on
 * whether the user tracks an algo.
 */
export type SlotName = keyof SlotText | "list" | "tracked" | "else" | "end";
/** The session's texts and the account's figures, as displayed. */
type SessionText = { name: string; clientId: string; endsAt: string; xsrf: string };
export type SlotText = SessionText & AccountSummary;

const END = "]]";
const begin = (mark: SlotMark) => `[[${mark}:`;

/**
 * Returns a placeholder. Three of them enclose content that depends on an algo: "tracked" before the part for users who
 * track the algo, "else" before the part for all others, and "end". "list" is replaced by the id of the list that
 * contains the algo.
 */
export function slotMarkup(mark: SlotMark, name: SlotName, about = ""): string {
  return `${begin(mark)}${name}:${about}${END}`;
}

/** Returns the account's figures with a placeholder for each value. */
export function summarySlots(mark: SlotMark): AccountSummary {
  return {
    today: slotMarkup(mark, "today"),
    tone: slotMarkup(mark, "tone"),
    unread: slotMarkup(mark, "unread"),
  };
}

/** Returns the session's texts with a placeholder for each value. */
export function sessionSlots(mark: SlotMark): SessionText {
  return {
    name: slotMarkup(mark, "name"),
    clientId: slotMarkup(mark, "clientId"),
    endsAt: slotMarkup(mark, "endsAt"),
    xsrf: slotMarkup(mark, "xsrf"),
  };
}

/** A parsed placeholder. */
export type Slot = { name: string; about: string };
/** Values of one user. `lists` maps a tracked algo's id to the id of its list. */
export type SlotValues = { words: SlotText; lists: Readonly<Record<string, string>> };

/** Splits a page at its placeholders. `part` converts the text between them. */
export function splitAtSlots<Part>(
  html: string,
  mark: SlotMark,
  part: (text: string) => Part,
): (Part | Slot)[] {
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

/** Fills a page's placeholders for one user. `part` converts each inserted value. Throws for an unknown placeholder. */
export function fillSlots<Part extends string | Uint8Array>(
  pieces: readonly (Part | Slot)[],
  reader: SlotValues,
  part: (text: string) => Part,
): Part[] {
  const filled: Part[] = [];
  let isOmitted = false;
  for (const piece of pieces) {
    if (!isSlot(piece)) {
      if (!isOmitted) filled.push(piece);
      continue;
    }
    const { name, about } = piece;
    const list = Object.hasOwn(reader.lists, about) ? reader.lists[about] : undefined;
    if (name === "tracked") isOmitted = list === undefined;
    else if (name === "else") isOmitted = list !== undefined;
    else if (name === "end") isOmitted = false;
    else if (!isOmitted) filled.push(part(escapeHtml(getSlotText(name, list, reader.words))));
  }
  return filled;
}

function isSlot(piece: string | Uint8Array | Slot): piece is Slot {
  return typeof piece === "object" && "about" in piece;
}

function getSlotText(name: string, list: string | undefined, slotText: SlotText): string {
  if (name === "list" && list !== undefined) return list;
  if (Object.hasOwn(slotText, name)) return slotText[name as keyof SlotText];
  throw new Error(`a page has a place that nobody fills: ${name.slice(0, 20)}`);
}

/** Escapes text as React does, for content and attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll(
    /[&<>"']/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[sign] ?? sign,
  );
}
