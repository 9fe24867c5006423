// The entries that the sandbox's chat answers from, as they are written into its file.
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
