// Shortens texts for a site without a sandbox.
const SPEAKS = /sandbox|developer portal|playground/i;

/** Removes sentences and clauses that mention the sandbox. The result may be empty. */
export function withoutSandbox(text: string): string {
  if (!SPEAKS.test(text)) return text;
  return text
    .split(/(?<=[.!?]|;)\s+/)
    .filter((part) => !SPEAKS.test(part))
    .join(" ")
    .replace(/;$/, "");
}
