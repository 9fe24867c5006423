// Help texts of the command-line tool: fields of operations with types and descriptions, missing fields of a call, and
// times in India.

export type HelpField = {
  name: string;
  /** Location of the field: in the path, the query or the body. */
  place: "path" | "query" | "body";
  isRequired: boolean;
  /** Type of the field: `text`, `number`, `true or false`, `JSON`, or the allowed values. */
  type: string;
  description: string;
};
/** Generated table of the fields of each operation's request. */
export type HelpTable = Readonly<Record<string, { summary: string; fields: readonly HelpField[] }>>;

const NEEDS_JSON = /^(?:number|whole number|true or false|JSON)/;
const WIDTH = 100;

/** Returns the help of one operation: usage, required fields, optional fields. */
export function operationHelp(name: string, help: HelpTable): string {
  const { summary, fields } = help[name] ?? { summary: "", fields: [] };
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const usage = required
    .map((field) => ` ${field.name}${NEEDS_JSON.test(field.type) ? ":=" : "="}…`)
    .join("");
  const list = (title: string, these: readonly HelpField[]) =>
    these.length === 0 ? "" : `\n${title}\n${these.map(fieldLine).join("\n")}\n`;
  return `${summary}

  trading-api call ${name}${usage}${optional.length > 0 ? " [name=value …]" : ""}
${list("Needed", required)}${list("Optional", optional)}`;
}

function fieldLine({ name, type, description }: HelpField): string {
  const head = `  ${name}${NEEDS_JSON.test(type) ? ":=" : "="}  ${type}`;
  const terms = description.split(" ");
  const lines: string[] = [];
  let line = "     ";
  for (const term of terms) {
    if (line.length + term.length + 1 > WIDTH) {
      lines.push(line);
      line = "     ";
    }
    line += ` ${term}`;
  }
  return [head, ...lines, line].join("\n");
}

/** Returns the required fields that a request lacks. */
export function missingFields(
  name: string,
  help: HelpTable,
  given: { parameters: ReadonlySet<string>; body: unknown },
): string[] {
  const body = typeof given.body === "object" && given.body !== null ? given.body : {};
  return (help[name]?.fields ?? [])
    .filter(({ isRequired }) => isRequired)
    .filter((field) => (field.place === "body" ? !(field.name in body) : !given.parameters.has(field.name)))
    .map((field) => field.name);
}

const IST_MS = 330 * 60_000;
const WALL_CLOCK = /^(?:(\d{4}-\d\d-\d\d)[ T])?(\d\d):(\d\d)(?::(\d\d))?(?: ?IST)?$/;

/**
 * Converts a time to the format of the clock operation, `YYYY-MM-DD HH:MM:SS` in India. Seconds may be omitted. The day
 * may be omitted too; the account's current day is then used. An ISO time with an offset is also accepted. Returns null
 * for any other text.
 */
export function indianTime(text: string, today: string): string | null {
  const wall = WALL_CLOCK.exec(text);
  if (wall !== null) {
    const [, day = today, hours, minutes, seconds = "00"] = wall;
    return `${day} ${hours}:${minutes}:${seconds}`;
  }
  if (!/(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text))) return null;
  return new Date(Date.parse(text) + IST_MS).toISOString().slice(0, 19).replace("T", " ");
}
