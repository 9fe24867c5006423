// Texts of a site that has no sandbox.
const SPEAKS = /sandbox|developer portal|playground/i;

/** Returns the text without the sentences and clauses that mention the sandbox; it may become empty. */
export function withoutSandbox(words: string): string {
  if (!SPEAKS.test(words)) return words;
  return words
    .split(/(?<=[.!?]|;)\s+/)
    .filter((part) => !SPEAKS.test(part))
    .join(" ")
    .replace(/;$/, "");
}
