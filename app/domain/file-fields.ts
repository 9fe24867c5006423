// Detects fields of a JSON file that no seal covers: repeated fields, and fields outside the format.
// Also limits the nesting, because deep nesting takes seconds to parse. Pure.

const STRING_TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * True if an object in the JSON text contains a field twice. `value` is the parsed text, which retains only the last
 * one.
 */
export function hasRepeatedField(text: string, value: unknown): boolean {
  let written = 0;
  for (const [, colon] of text.matchAll(STRING_TOKENS)) if (colon !== undefined) written += 1;
  return written !== countFields(value);
}

function countFields(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, one) => sum + countFields(one), own);
}

/** Returns the paths of the fields in `content` that validation removed. `read` is the validated value. */
export function findUnknownFields(content: unknown, read: unknown, path: readonly string[] = []): string[] {
  if (typeof content !== "object" || content === null || typeof read !== "object" || read === null) return [];
  return Object.entries(content).flatMap(([name, value]) =>
    Object.hasOwn(read, name)
      ? findUnknownFields(value, (read as Record<string, unknown>)[name], [...path, name])
      : [[...path, name].join(".")],
  );
}

/** True if arrays and objects in the JSON text are nested deeper than `most`. */
export function nestsDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString && character === "\\") at += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
