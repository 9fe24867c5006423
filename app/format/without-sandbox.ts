// Removes sentences about the sandbox from texts, for a site that has no sandbox.
const MENTIONS_SANDBOX = /sandbox|developer portal|playground/i;

/** Removes sentences and clauses that mention the sandbox. The result may be empty. */
export function withoutSandbox(text: string): string {
  if (!MENTIONS_SANDBOX.test(text)) return text;
  return text
    .split(/(?<=[.!?]|;)\s+/)
    .filter((part) => !MENTIONS_SANDBOX.test(part))
    .join(" ")
    .replace(/;$/, "");
}
