// Writes text as a literal of a sample's language, with one function per language, so that input from an address is
// always data there. Invisible characters (control and direction marks) are escaped.

/** Control characters, direction and zero-width marks, line and paragraph separators, private use, lone surrogates. */
const UNSEEN = /[\p{C}\u2028\u2029]/u;

function escaped(
  text: string,
  escapes: Record<string, string>,
  unseen: (codePoint: number) => string,
): string {
  let literal = "";
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    literal += escapes[character] ?? (UNSEEN.test(character) ? unseen(codePoint) : character);
  }
  return literal;
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");
/** Escapes of the UTF-16 code units: one or two escapes of four digits. */
const utf16 = (codePoint: number) =>
  Array.from({ length: codePoint > 0xffff ? 2 : 1 }, (_, unit) =>
    hex(String.fromCodePoint(codePoint).charCodeAt(unit), 4),
  )
    .map((digits) => `\\u${digits}`)
    .join("");
const isLoneSurrogate = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff;

const DOUBLE_QUOTED = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Uses double quotes instead of a template, so that backticks and dollar signs have no meaning. */
export function typescriptString(text: string): string {
  return `"${escaped(text, DOUBLE_QUOTED, utf16)}"`;
}

export function pythonString(text: string): string {
  const unseen = (codePoint: number) =>
    codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`;
  return `"${escaped(text, DOUBLE_QUOTED, unseen)}"`;
}

/** Go has no lone surrogates: each becomes the replacement character, as it would on the wire. */
export function goString(text: string): string {
  const unseen = (codePoint: number) =>
    isLoneSurrogate(codePoint)
      ? "\\ufffd"
      : codePoint > 0xffff
        ? `\\U${hex(codePoint, 8)}`
        : `\\u${hex(codePoint, 4)}`;
  return `"${escaped(text, DOUBLE_QUOTED, unseen)}"`;
}

/** Quotes a word of a POSIX shell: unquoted if it is plain, else in single quotes, where only the closing quote is special. */
export function shellArgument(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  // NUL ends a shell word, so it is removed.
  return `'${text.replaceAll("\0", "").replaceAll("'", `'\\''`)}'`;
}

/** Formats a value that came from JSON over several lines, with invisible characters and backticks escaped. */
export function jsonText(value: unknown, indent = 2): string {
  return (JSON.stringify(value, null, indent) ?? "null").replaceAll(/[\p{C}\u2028\u2029`]/gu, (character) =>
    character === "\n" ? character : utf16(character.codePointAt(0) ?? 0),
  );
}

/** Formats JSON as a raw Go string in backticks; the JSON contains none. */
export function goJson(value: unknown): string {
  return `\`${jsonText(value)}\``;
}

/** Formats a value that came from JSON as Python. */
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

/** Returns the text without line breaks, for a line of an .http file or a header's value. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]/gu, "");
}
