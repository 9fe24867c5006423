// Entries that the sandbox's chat answers from, in the format of their file.
import { helpEntries } from "../../app/support/help.ts";

export function knowledgeEntries() {
  return helpEntries().map(({ kind, title, text, path, page, words }) => ({
    kind,
    title,
    text,
    path,
    page,
    words,
  }));
}
