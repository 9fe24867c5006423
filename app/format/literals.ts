// Writes text as a literal in each language of the code samples, so that text from an address is never executed.
// Invisible characters are escaped.

/**
 * Invisible characters: control characters, direction and zero-width marks, line separators, private use, lone
 * surrogates.
 */
const INVISIBLE = /[\p{C}\u2028\u2029]/u;

function escapeText(
  text: string,
  escapes: Record<string, string>,
  unseen: (codePoint: number) => string,
): string {
  let literal = "";
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    literal += escapes[character] ?? (INVISIBLE.test(character) ? unseen(codePoint) : character);
  }
  return literal;
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");
/** Returns the `\u` escapes of a code point, one per UTF-16 code unit. */
const utf16 = (codePoint: number) =>
  Array.from({ length: codePoint > 0xffff ? 2 : 1 }, (_, unit) =>
    hex(String.fromCodePoint(codePoint).charCodeAt(unit), 4),
  )
    .map((digits) => `\\u${digits}`)
    .join("");
const isLoneSurrogate = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff;

const DOUBLE_QUOTED = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns a TypeScript literal in double quotes. Backticks and dollar signs need no escape there. */
export function typescriptString(text: string): string {
  return `"${escapeText(text, DOUBLE_QUOTED, utf16)}"`;
}

export function pythonString(text: string): string {
  const unseen = (codePoint: number) =>
    codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`;
  return `"${escapeText(text, DOUBLE_QUOTED, unseen)}"`;
}

/** Returns a Go literal. Go strings cannot contain lone surrogates, so the replacement character is used instead. */
export function goString(text: string): string {
  const unseen = (codePoint: number) =>
    isLoneSurrogate(codePoint)
      ? "\\ufffd"
      : codePoint > 0xffff
        ? `\\U${hex(codePoint, 8)}`
        : `\\u${hex(codePoint, 4)}`;
  return `"${escapeText(text, DOUBLE_QUOTED, unseen)}"`;
}

/**
 * Quotes a word for a POSIX shell, unless it contains only plain characters. Within single quotes, only the closing
 * quote is special.
 */
export function shellArgument(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  // A shell word cannot contain NUL, so NUL is removed.
  return `'${text.replaceAll("\0", "").replaceAll("'", `'\\''`)}'`;
}

/** Formats a JSON value over several lines, with invisible characters and backticks escaped. */
export function jsonText(value: unknown, indent = 2): string {
  return (JSON.stringify(value, null, indent) ?? "null").replaceAll(/[\p{C}\u2028\u2029`]/gu, (character) =>
    character === "\n" ? character : utf16(character.codePointAt(0) ?? 0),
  );
}

/** Formats a JSON value as a raw Go string. The text contains no backtick, because `jsonText` escapes it. */
export function goJson(value: unknown): string {
  return `\`${jsonText(value)}\``;
}

/** Formats a JSON value as a Python literal. */
export function pythonValue(value: unknown, indent = ""): string {
  const inner = `${indent}    `;
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return pythonString(value);
  if (Array.isArray(value))
    return value.length === 0
      ? "[]"
      : `[\n${value.map((one) => `${inner}${pythonValue(one, inner)}`).join(",\n")}\n${indent}]`;
  if (typeof value === "object") {
    const entries = Object.entries(value);
    return entries.length === 0
      ? "{}"
      : `{\n${entries.map(([key, one]) => `${inner}${pythonString(key)}: ${pythonValue(one, inner)}`).join(",\n")}\n${indent}}`;
  }
  return JSON.stringify(value);
}

/** Removes line breaks and invisible characters, for a line of an .http file or a header's value. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]/gu, "");
}
